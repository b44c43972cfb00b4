// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.topic.ConsumerSettings;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Consumers without a group, for those who follow whole topics. */
public final class FeedConsumers {

    private static final int MAX_POLL_RECORDS = 5_000;
    private static final int MAX_FETCH_WAIT_MILLIS = 100;

    private FeedConsumers() {}

    /** @param configuration at least the bootstrap servers */
    public static Consumer<byte[], byte[]> open(Map<String, Object> configuration) {
        Map<String, Object> own = ConsumerSettings.groupless(configuration, "outcry-query-feed", "earliest");
        own.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
        own.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, MAX_FETCH_WAIT_MILLIS);
        return new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
