// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.trace.Tracing;
import io.outcry.matching.domain.book.CopySpace;
import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.PartitionState;
import io.outcry.matching.recovery.ReplayProgress;
import io.outcry.matching.snapshot.SnapshotSink;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/** The matching service's own parts, put together as its pipeline does, for a caller that has no thread but its own. */
public final class MatchingParts {

    private static final Duration WAIT = Duration.ofSeconds(30);

    private final PartitionOwnership ownership;
    private final OutcomePublisher publisher;
    private final TickWriter ticks;
    private final SnapshotTaker snapshots;
    private final CommandListener listener;

    /**
     * What they work with.
     *
     * @param loads begins to recover a partition
     * @param snapshotIds gives each snapshot another number
     * @param snapshotThread runs what writes snapshots
     * @param nanoTime as {@link System#nanoTime} says
     */
    public record Ports(
            int partitions, Loads loads, Producer<byte[], byte[]> outcomes, Producer<byte[], byte[]> ticks, SnapshotSink snapshots,
            SnapshotProperties snapshotProperties, LongSupplier snapshotIds, Executor snapshotThread, InstantSource clock,
            LongSupplier nanoTime) {}

    /** Begins to recover a partition; the second argument is told when the replay begins. */
    @FunctionalInterface
    public interface Loads {
        Future<CaughtUp> begin(int partition, java.util.function.Consumer<ReplayProgress> replaying);
    }

    /** What all processes of a trial may share, for it takes long to make. */
    public static final class Meters {

        private final MatchingMetrics metrics;

        public Meters(MeterRegistry registry) {
            metrics = new MatchingMetrics(registry);
        }
    }

    /** Where a partition is. */
    public record Place(int partition, PartitionState state, long appliedOffset, @Nullable PartitionFailure failure) {}

    public MatchingParts(Ports ports, Meters meters) {
        snapshots = new SnapshotTaker(
                ports.snapshotProperties(), ports.snapshots(), meters.metrics, ports.snapshotIds(), ports.snapshotThread(), () -> {},
                CopySpace::new);
        ownership = new PartitionOwnership(
                ports.partitions(), ports.loads()::begin,
                number -> new MatchingPartition(number, Unacknowledged.limitBytes(ports.partitions()), meters.metrics), snapshots::begin,
                ports.nanoTime());
        publisher = new OutcomePublisher(ports.outcomes(), null);
        ticks = new TickWriter(ports.ticks(), ports.clock(), meters.metrics);
        listener = new CommandListener(ownership, publisher, ticks, snapshots, WAIT, 1, meters.metrics, Tracing.off(), ports.nanoTime());
    }

    public ConsumerAwareRebalanceListener ownership() {
        return ownership;
    }

    /** What the container does after a poll. */
    public void polled(ConsumerRecords<byte[], byte[]> records, Consumer<byte[], byte[]> consumer) {
        if (records.isEmpty()) {
            listener.idle(consumer);
        } else {
            listener.onMessage(records, null, consumer);
        }
    }

    public List<Place> places() {
        return ownership.partitions()
                .map(partition -> new Place(partition.number(), partition.state(), partition.appliedOffset(), partition.failure()))
                .toList();
    }

    /** What the pipeline does before it starts anew. */
    public void close() {
        snapshots.close();
        publisher.close();
        ticks.close();
        ownership.clear();
    }
}
