// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Creates the topics a service needs, and refuses to go on with topics of another shape, or with one that would lose the commands. */
public final class TopicProvisioner {

    private static final long TIMEOUT_SECONDS = 30;
    private static final long RETRY_MILLIS = 50;

    private TopicProvisioner() {}

    /**
     * Creates those of {@code topics} that do not exist and checks the number of partitions and the settings of all. Who may not create
     * topics can use those that are there.
     *
     * @param adminConfiguration Kafka admin client properties, at least the bootstrap servers
     * @throws UnusableTopicsException if Kafka does not answer within {@value #TIMEOUT_SECONDS} s or has too few brokers for so long, or a
     *     topic has another partition count, or the commands would not be kept for ever, or Kafka does not let us see a topic, or make one
     *     that nobody else has made for so long
     */
    public static void ensure(Map<String, Object> adminConfiguration, List<NewTopic> topics) {
        Admin admin = Admin.create(adminConfiguration);
        try {
            ensure(admin, topics);
        } catch (ExecutionException | TimeoutException e) {
            UnusableTopicsException failure =
                    new UnusableTopicsException("topics could not be created or described: " + names(topics), e);
            throw failure.isSilence()
                    ? new UnusableTopicsException(
                            "no answer in time from " + addresses(adminConfiguration.get("bootstrap.servers")) + "; "
                                    + failure.getMessage(),
                            e)
                    : failure;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while creating topics", e);
        } finally {
            // Not after what is still asked: where nobody answers, the client would go on for as long again.
            admin.close(Duration.ZERO);
        }
    }

    /** Again while the brokers do not agree yet: they start together with the services, and one may not know what the controller does. */
    private static void ensure(Admin admin, List<NewTopic> topics) throws ExecutionException, InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (true) {
            List<String> forbidden = List.of();
            try {
                forbidden = create(admin, topics);
                check(admin, topics);
                return;
            } catch (ExecutionException e) {
                if (!forbidden.isEmpty() && System.nanoTime() > deadline) {
                    throw new UnusableTopicsException("Kafka does not let this service create topics, and one of " + forbidden
                            + " is not there: create it, or allow CREATE of it", e);
                }
                boolean passes = e.getCause() instanceof UnknownTopicOrPartitionException
                        || e.getCause() instanceof InvalidReplicationFactorException;
                if (!passes || System.nanoTime() > deadline) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        }
    }

    /** The topics that we may not create: an operator may have done it, and Kafka does not say here whether they are there. */
    private static List<String> create(Admin admin, List<NewTopic> topics)
            throws ExecutionException, InterruptedException, TimeoutException {
        List<String> forbidden = new ArrayList<>();
        for (Map.Entry<String, KafkaFuture<Void>> created : admin.createTopics(topics).values().entrySet()) {
            try {
                created.getValue().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof AuthorizationException) {
                    forbidden.add(created.getKey());
                } else if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
        return forbidden;
    }

    private static void check(Admin admin, List<NewTopic> topics) throws ExecutionException, InterruptedException, TimeoutException {
        Map<String, KafkaFuture<TopicDescription>> found = admin.describeTopics(names(topics)).topicNameValues();
        for (NewTopic topic : topics) {
            int partitions = partitions(topic.name(), found);
            if (partitions != topic.numPartitions()) {
                throw new UnusableTopicsException("topic " + topic.name() + " has " + partitions + " partitions, configured are "
                        + topic.numPartitions() + ": the partition count is part of the data model and cannot be changed here", null);
            }
        }
        TopicSettings.check(admin, topics, TIMEOUT_SECONDS);
    }

    private static int partitions(String topic, Map<String, KafkaFuture<TopicDescription>> found)
            throws ExecutionException, InterruptedException, TimeoutException {
        KafkaFuture<TopicDescription> description = found.get(topic);
        try {
            return description == null ? 0 : description.get(TIMEOUT_SECONDS, TimeUnit.SECONDS).partitions().size();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                throw new UnusableTopicsException("Kafka does not let this service see the topic " + topic + ": allow DESCRIBE of it", e);
            }
            throw e;
        }
    }

    /** As an operator has written them, whether they come as a text or as the list that Boot makes of it. */
    private static String addresses(@Nullable Object servers) {
        return servers instanceof List<?> many
                ? many.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(servers);
    }

    private static List<String> names(List<NewTopic> topics) {
        return topics.stream().map(NewTopic::name).toList();
    }
}
