// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.api.Test;

class ConsumerSettingsTest {

    private static final Map<String, Object> CONNECTION = Map.of("bootstrap.servers", "broker:9092", "security.protocol", "SSL");

    @Test
    void aConsumerWithoutAGroupHasTheConnectionAndWhatIsAskedFor() {
        assertThat(ConsumerSettings.groupless(CONNECTION, "a-reader", "latest"))
                .containsAllEntriesOf(CONNECTION)
                .containsEntry("client.id", "a-reader")
                .containsEntry("auto.offset.reset", "latest");
    }

    @Test
    void whatIsGivenMakesItNoMemberOfAGroup() {
        Map<String, Object> given = Map.of(
                "bootstrap.servers", "broker:9092", "group.id", "others", "group.instance.id", "one", "group.protocol", "consumer",
                "enable.auto.commit", true, "isolation.level", "read_committed", "allow.auto.create.topics", true);
        assertThat(ConsumerSettings.groupless(given, "a-reader", "none"))
                .doesNotContainKeys(ConsumerConfig.GROUP_ID_CONFIG, ConsumerConfig.GROUP_INSTANCE_ID_CONFIG)
                .containsEntry(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic")
                .containsEntry(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false)
                .containsEntry(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted")
                .containsEntry(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    }
}
