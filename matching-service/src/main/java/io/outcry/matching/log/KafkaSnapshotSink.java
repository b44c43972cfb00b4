// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.snapshot.SnapshotSink;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/**
 * Writes {@code book.snapshots.v1} with a producer of its own, so that a large snapshot never stands before an outcome, and slowly: at full
 * speed it would take a core for a second, for which orders wait where there are few. From one thread.
 */
final class KafkaSnapshotSink implements SnapshotSink, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaSnapshotSink.class);

    /** A few chunks: the writer waits for their acknowledgement anyway. */
    private static final long BUFFER_BYTES = 16L * 1024 * 1024;

    private final Producer<byte[], byte[]> producer;
    private final Admin admin;
    private final ByteRate rate;
    private final Duration timeout;

    /**
     * @param rate bytes a second that are written at most
     * @param timeout after which a record is given up, and with it its snapshot
     */
    KafkaSnapshotSink(Map<String, Object> producerClient, Map<String, Object> adminClient, DataSize rate, Duration timeout) {
        this(
                MatchingProducers.open(producerClient, "outcry-matching-snapshots", timeout, 0, Map.of(
                        ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES,
                        ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicLayout.MAX_RECORD_BYTES)),
                admin(adminClient, timeout), rate, timeout);
    }

    KafkaSnapshotSink(Producer<byte[], byte[]> producer, Admin admin, DataSize rate, Duration timeout) {
        this.producer = producer;
        this.admin = admin;
        this.rate = new ByteRate(rate.toBytes(), System.nanoTime());
        this.timeout = timeout;
    }

    private static Admin admin(Map<String, Object> adminClient, Duration timeout) {
        int timeoutMillis = (int) timeout.toMillis();
        Map<String, Object> forAdmin = new HashMap<>(adminClient);
        forAdmin.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMillis);
        forAdmin.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(10_000, timeoutMillis));
        return Admin.create(forAdmin);
    }

    @Override
    public CompletableFuture<Long> append(int partition, byte[] record) {
        rest(record.length);
        CompletableFuture<Long> appended = new CompletableFuture<>();
        producer.send(new ProducerRecord<>(Topics.BOOK_SNAPSHOTS, partition, null, record), (metadata, failure) -> {
            if (failure == null) {
                appended.complete(metadata.offset());
            } else {
                appended.completeExceptionally(failure);
            }
        });
        // Where the producer's thread has ended with an error, nobody else ends it: the writer would wait for ever.
        return appended.orTimeout(timeout.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
    }

    private void rest(int bytes) {
        try {
            TimeUnit.NANOSECONDS.sleep(rate.nanosBefore(bytes, System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("no more snapshots are written");
        }
    }

    @Override
    public void deleteBefore(int partition, long offset) {
        TopicPartition snapshots = new TopicPartition(Topics.BOOK_SNAPSHOTS, partition);
        admin.deleteRecords(Map.of(snapshots, RecordsToDelete.beforeOffset(offset))).all().whenComplete((_, failure) -> {
            if (failure != null) {
                LOG.atWarn()
                        .addKeyValue("partition", partition)
                        .addKeyValue("reason", failure.toString())
                        .log("old snapshots could not be deleted, the next snapshot deletes them too");
            }
        });
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        admin.close(Duration.ZERO);
    }
}
