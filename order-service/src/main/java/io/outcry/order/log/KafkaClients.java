// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import io.outcry.contracts.topic.ConsumerSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the Kafka clients of this service: the settings that its promises rest on are fixed here, addresses and security are given. */
public final class KafkaClients {

    private static final long NEVER = -1;
    private static final int CONNECT_MILLIS = 1_000;
    private static final int RECONNECT_MILLIS = 50;
    private static final int RECONNECT_MAX_MILLIS = 250;
    private static final Duration METADATA_IDLE = Duration.ofDays(365);

    private KafkaClients() {}

    /**
     * @param connection bootstrap servers and security
     * @param deliveryTimeout after this a record counts as not acknowledged; two requests fit into it
     * @param maxBlock how long a send may wait for metadata or memory
     */
    public static Producer<byte[], byte[]> producer(Map<String, Object> connection, Duration deliveryTimeout, Duration maxBlock) {
        Map<String, Object> settings = settings(connection);
        settings.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "order-service-writer");
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // With more, a batch that a young leader refuses is overtaken by the next; a broker that knows nothing of this producer accepts
        // that one as the first, and the refused batch is out of sequence until its delivery timeout.
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        settings.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, maxBlock.toMillis());
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Math.toIntExact(deliveryTimeout.toMillis()));
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(deliveryTimeout.toMillis() * 2 / 5));
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, METADATA_IDLE.toMillis());
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A consumer that belongs to no group and commits nothing. */
    public static Consumer<byte[], byte[]> consumer(Map<String, Object> connection, String clientId, String resetTo) {
        Map<String, Object> settings = ConsumerSettings.groupless(settings(connection), clientId, resetTo);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static Map<String, Object> settings(Map<String, Object> connection) {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.put(CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG, NEVER);
        settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG, RECONNECT_MILLIS);
        settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_MAX_MILLIS);
        settings.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, CONNECT_MILLIS);
        settings.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, CONNECT_MILLIS);
        return settings;
    }
}
