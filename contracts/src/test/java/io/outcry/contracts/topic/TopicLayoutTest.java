// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;

class TopicLayoutTest {

    private final TopicLayout topics = new TopicLayout(4, 4, (short) 3);

    /** Kafka does neither to the segment that is being written, and its own is 1 GiB or a week long. */
    @Test
    void pricesAreCompactedAndTheirCommandsDeletedWithinHours() {
        for (NewTopic topic : List.of(topics.priceUpdates(), topics.priceCommands())) {
            assertThat(number(topic, TopicConfig.SEGMENT_BYTES_CONFIG)).as("segment of %s", topic.name()).isEqualTo(16 * 1024 * 1024);
            assertThat(number(topic, TopicConfig.SEGMENT_MS_CONFIG)).isEqualTo(Duration.ofHours(1).toMillis());
        }
        assertThat(topics.priceUpdates().configs()).containsEntry(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        assertThat(number(topics.priceCommands(), TopicConfig.RETENTION_MS_CONFIG)).isEqualTo(Duration.ofDays(1).toMillis());
    }

    /** What all state is made from is never deleted; with three replicas two must have it. */
    @Test
    void ordersAreKeptForEver() {
        for (NewTopic topic : List.of(topics.orderCommands(), topics.orderOutcomes())) {
            assertThat(topic.configs()).containsEntry(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE)
                    .containsEntry(TopicConfig.RETENTION_MS_CONFIG, "-1")
                    .containsEntry(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
        }
    }

    private static long number(NewTopic topic, String setting) {
        return Long.parseLong(topic.configs().getOrDefault(setting, "-1"));
    }
}
