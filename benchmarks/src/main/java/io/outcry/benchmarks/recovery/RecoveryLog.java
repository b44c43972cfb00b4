// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.recovery;

import io.outcry.benchmarks.jvm.Broker;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.recovery.AppliedCommand;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.OutcomeChain;
import io.outcry.matching.recovery.PartitionEngine;
import io.outcry.matching.recovery.PublishedTail;
import io.outcry.matching.recovery.Recovered;
import io.outcry.matching.snapshot.SnapshotSink;
import io.outcry.matching.snapshot.SnapshotWriter;
import io.outcry.matching.snapshot.WrittenSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes what a matching service would have written: commands, their outcomes with the hash chain, and a snapshot. */
final class RecoveryLog implements AutoCloseable {

    private static final int BATCH_BYTES = 128 * 1024;
    private static final int LINGER_MILLIS = 5;
    private static final int MOST_REQUEST_BYTES = 8 * 1024 * 1024;
    private static final int SNAPSHOTS_KEPT = 3;

    private final Producer<byte[], byte[]> producer;

    RecoveryLog(Broker broker) {
        Map<String, Object> settings = new HashMap<>(broker.connection());
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MOST_REQUEST_BYTES);
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Writes commands and their outcomes to a partition that is empty; returns the engine as it is then. */
    PartitionEngine write(int partition, long count, Supplier<byte[]> commands) {
        PartitionEngine engine = new PartitionEngine(new Recovered(
                new MatchingEngine(partition, EngineLimits.STANDARD), new OutcomeChain(0), 0, PublishedTail.EMPTY, null, List.of(),
                List.of()));
        for (long offset = 0; offset < count; offset++) {
            byte[] command = commands.get();
            AppliedCommand applied = engine.apply(offset, command);
            if (applied == null) {
                throw new IllegalStateException("the command at offset " + offset + " was applied before");
            }
            producer.send(new ProducerRecord<>(Topics.ORDER_COMMANDS, partition, null, command));
            var outcome = new ProducerRecord<byte[], byte[]>(Topics.ORDER_OUTCOMES, partition, null, applied.value());
            ChainPoint chain = applied.chain();
            if (chain != null) {
                outcome.headers().add(ChainPoint.HEADER, chain.header());
            }
            producer.send(outcome);
        }
        producer.flush();
        return engine;
    }

    /** Writes a snapshot of the engine. */
    WrittenSnapshot snapshot(int partition, PartitionEngine engine) {
        SnapshotSink sink = new SnapshotSink() {

            @Override
            public CompletableFuture<Long> append(int partition, byte[] record) {
                CompletableFuture<Long> appended = new CompletableFuture<>();
                producer.send(new ProducerRecord<>(Topics.BOOK_SNAPSHOTS, partition, null, record), (metadata, failure) -> {
                    if (failure == null) {
                        appended.complete(metadata.offset());
                    } else {
                        appended.completeExceptionally(failure);
                    }
                });
                return appended;
            }

            @Override
            public void deleteBefore(int partition, long offset) {
                throw new UnsupportedOperationException("the first snapshot is behind no other");
            }
        };
        return new SnapshotWriter(sink, partition, SNAPSHOTS_KEPT, () -> 1).write(engine.engine().freeze(), engine.point());
    }

    @Override
    public void close() {
        producer.close();
    }
}
