// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Producers whose records are on every replica that keeps up, and once, or have failed after a time. */
final class MatchingProducers {

    private static final int REQUEST_MILLIS = 10_000;

    private MatchingProducers() {}

    /**
     * A new one.
     *
     * @param client how Kafka is reached
     * @param timeout after which a record is given up
     * @param lingerMillis how long a record waits for others at most
     * @param own what this one has of its own; it outdoes what all have
     */
    static Producer<byte[], byte[]> open(
            Map<String, Object> client, String clientId, Duration timeout, int lingerMillis, Map<String, Object> own) {
        int timeoutMillis = (int) timeout.toMillis();
        Map<String, Object> configuration = new HashMap<>(client);
        configuration.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        configuration.put(ProducerConfig.ACKS_CONFIG, "all");
        configuration.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        configuration.put(ProducerConfig.LINGER_MS_CONFIG, lingerMillis);
        configuration.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMillis);
        configuration.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(REQUEST_MILLIS, timeoutMillis - lingerMillis));
        configuration.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMillis);
        configuration.putAll(own);
        return new KafkaProducer<>(configuration, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
