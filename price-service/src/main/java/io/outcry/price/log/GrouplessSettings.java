// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The settings of a consumer that belongs to no group and commits nothing. */
final class GrouplessSettings {

    private GrouplessSettings() {}

    /** A consumer with {@link #of these settings}, to be closed. */
    static Consumer<byte[], byte[]> consumer(Map<String, Object> kafka, String clientId, String resetTo) {
        return new KafkaConsumer<>(of(kafka, clientId, resetTo), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * @param kafka client properties, at least the bootstrap servers
     * @param resetTo where to go on if its place is gone: earliest, latest, none
     */
    static Map<String, Object> of(Map<String, Object> kafka, String clientId, String resetTo) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, resetTo);
        return settings;
    }
}
