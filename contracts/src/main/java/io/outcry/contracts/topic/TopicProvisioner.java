// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates the topics a service needs, and refuses to go on with topics of another shape, or with one that would lose the commands. */
public final class TopicProvisioner {

    private static final long TIMEOUT_SECONDS = 30;
    private static final long RETRY_MILLIS = 50;

    private TopicProvisioner() {}

    /**
     * Creates those of {@code topics} that do not exist and checks the number of partitions and the settings of all.
     *
     * @param adminConfiguration Kafka admin client properties, at least the bootstrap servers
     * @throws IllegalStateException if Kafka does not answer within {@value #TIMEOUT_SECONDS} s or has too few brokers for so long, or a
     *     topic has another partition count, or the commands would not be kept for ever
     */
    public static void ensure(Map<String, Object> adminConfiguration, List<NewTopic> topics) {
        try (Admin admin = Admin.create(adminConfiguration)) {
            ensure(admin, topics);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("topics could not be created or described: " + names(topics), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while creating topics", e);
        }
    }

    /** Again while the brokers do not agree yet: they start together with the services, and one may not know what the controller does. */
    private static void ensure(Admin admin, List<NewTopic> topics) throws ExecutionException, InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (true) {
            try {
                create(admin, topics);
                check(admin, topics);
                return;
            } catch (ExecutionException e) {
                boolean passes = e.getCause() instanceof UnknownTopicOrPartitionException
                        || e.getCause() instanceof InvalidReplicationFactorException;
                if (!passes || System.nanoTime() > deadline) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        }
    }

    private static void create(Admin admin, List<NewTopic> topics) throws ExecutionException, InterruptedException, TimeoutException {
        for (var created : admin.createTopics(topics).values().values()) {
            try {
                created.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }

    private static void check(Admin admin, List<NewTopic> topics) throws ExecutionException, InterruptedException, TimeoutException {
        Map<String, TopicDescription> found =
                admin.describeTopics(names(topics)).allTopicNames().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        for (NewTopic topic : topics) {
            TopicDescription description = found.get(topic.name());
            if (description == null || description.partitions().size() != topic.numPartitions()) {
                throw new IllegalStateException("topic " + topic.name() + " has "
                        + (description == null ? "no" : description.partitions().size()) + " partitions, configured are "
                        + topic.numPartitions() + ": the partition count is part of the data model and cannot be changed here");
            }
        }
        TopicSettings.check(admin, topics, TIMEOUT_SECONDS);
    }

    private static List<String> names(List<NewTopic> topics) {
        return topics.stream().map(NewTopic::name).toList();
    }
}
