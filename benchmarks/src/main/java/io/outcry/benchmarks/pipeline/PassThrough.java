// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The limit: Kafka's consumer and producer in a bare loop, each record in answered by one record out of the size that its mark asks for,
 * with the same key and mark; written with {@code acks=all} by an idempotent producer, offsets committed after the acknowledgement. Both
 * clients are set as the matching service sets its own, down to the one request under way; but it is one loop, takes fewer records at a time,
 * and nothing waits for company: two loops, larger polls and waiting have not made it quicker (docs/tuning.md, Commands to outcomes).
 *
 * <p>It makes nothing: what it writes are arrays that it keeps.
 */
final class PassThrough {

    private static final int BATCH_BYTES = 512 * 1024;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long COMMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Map<String, Object> connection;
    private final Map<Integer, byte[]> payloads = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> progress = new HashMap<>();
    private @Nullable Future<RecordMetadata> last;

    PassThrough(Map<String, Object> connection) {
        this.connection = connection;
    }

    /** Runs until the process is ended. */
    void run() throws Exception {
        try (var consumer = new KafkaConsumer<>(consumerSettings(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
                var producer = new KafkaProducer<>(producerSettings(), new ByteArraySerializer(), new ByteArraySerializer())) {
            consumer.subscribe(List.of(Topics.ORDER_COMMANDS));
            long committed = System.nanoTime();
            while (true) {
                pass(consumer.poll(POLL), producer);
                long now = System.nanoTime();
                if (now - committed > COMMIT_NANOS && last != null) {
                    producer.flush();
                    last.get();
                    consumer.commitAsync(Map.copyOf(progress), null);
                    committed = now;
                }
            }
        }
    }

    private void pass(ConsumerRecords<byte[], byte[]> records, KafkaProducer<byte[], byte[]> producer) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            ReplyMark mark = ReplyMark.of(record);
            var answer = new ProducerRecord<>(Topics.ORDER_OUTCOMES, record.partition(), record.key(), payload(mark.outcomeBytes()));
            answer.headers().add(record.headers().lastHeader(ReplyHeader.NAME));
            last = producer.send(answer);
        }
        progress.putAll(records.nextOffsets());
    }

    private byte[] payload(int bytes) {
        return payloads.computeIfAbsent(bytes, byte[]::new);
    }

    private Map<String, Object> consumerSettings() {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, "pass-through");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 250);
        return settings;
    }

    private Map<String, Object> producerSettings() {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicLayout.MAX_RECORD_BYTES);
        return settings;
    }
}
