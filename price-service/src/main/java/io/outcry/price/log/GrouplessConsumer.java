// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import io.outcry.contracts.topic.ConsumerSettings;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/** Makes consumers that belong to no group and commit nothing. */
final class GrouplessConsumer {

    private GrouplessConsumer() {}

    /**
     * A consumer, to be closed.
     *
     * @param kafka client properties, at least the bootstrap servers
     * @param resetTo where to go on if its place is gone: earliest, latest, none
     */
    static <K> Consumer<K, byte[]> open(Map<String, Object> kafka, String clientId, String resetTo, Deserializer<K> keys) {
        return new KafkaConsumer<>(ConsumerSettings.groupless(kafka, clientId, resetTo), keys, new ByteArrayDeserializer());
    }
}
