// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
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
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, resetTo);
        return new KafkaConsumer<>(settings, keys, new ByteArrayDeserializer());
    }
}
