// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.jspecify.annotations.Nullable;

/** Asks Kafka whether this service may write a topic, so that no command has to find it out. */
public final class WriteRight {

    /** Who asks for our health waits no longer than 3 s. */
    private static final int LIMIT_MILLIS = 1_500;

    private final Map<String, Object> adminSettings;

    /** @param adminSettings bootstrap servers and security */
    public WriteRight(Map<String, Object> adminSettings) {
        this.adminSettings = Map.copyOf(adminSettings);
    }

    /** Whether Kafka says that we may write {@code topic}; false, too, where it says nothing within 1.5 s. Blocks. */
    public boolean isThere(String topic) {
        DescribeTopicsOptions options = new DescribeTopicsOptions().includeAuthorizedOperations(true).timeoutMs(LIMIT_MILLIS);
        try (Admin admin = Admin.create(adminSettings)) {
            return admin.describeTopics(List.of(topic), options).allTopicNames().get().values().stream().allMatch(WriteRight::isAmong);
        } catch (ExecutionException | KafkaException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A broker that does not tell rights is believed to give them. */
    private static boolean isAmong(TopicDescription topic) {
        @Nullable Set<AclOperation> rights = topic.authorizedOperations();
        return rights == null || rights.contains(AclOperation.WRITE);
    }
}
