// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.freshness;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The limit: one producer, one consumer, nothing between them but the broker; set up as the services set theirs up. */
final class KafkaAlone implements AutoCloseable {

    private static final String TOPIC = "freshness.probe";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    /** About the size of a price update of three venues. */
    private static final int BYTES = 200;

    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;

    KafkaAlone(String bootstrapServers) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get(10, TimeUnit.SECONDS);
        }
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "enable.idempotence", true, "linger.ms", 0),
                new ByteArraySerializer(), new ByteArraySerializer());
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "enable.auto.commit", false),
                new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.assign(List.of(PARTITION));
        consumer.seekToEnd(List.of(PARTITION));
        consumer.position(PARTITION);
    }

    /** Sends records when they are due, and notes in nanoseconds from due to consumed. */
    void run(Schedule schedule, Histogram latencies) throws InterruptedException {
        Thread sender = Thread.ofPlatform().name("probe-sender").start(() -> {
            for (int i = 0; i < schedule.count(); i++) {
                schedule.await(i);
                byte[] value = ByteBuffer.allocate(BYTES).putInt(i).array();
                producer.send(new ProducerRecord<>(TOPIC, 0, null, value));
            }
        });
        int seen = 0;
        while (seen < schedule.count()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                int number = ByteBuffer.wrap(record.value()).getInt();
                latencies.recordValue(System.nanoTime() - schedule.dueNanos(number));
                seen++;
            }
            if (System.nanoTime() > schedule.endNanos() + TimeUnit.SECONDS.toNanos(10)) {
                throw new IllegalStateException("only " + seen + " of " + schedule.count() + " records came back");
            }
        }
        sender.join();
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
