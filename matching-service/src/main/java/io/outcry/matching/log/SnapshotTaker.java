// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.domain.FrozenEngine;
import io.outcry.matching.domain.book.CopySpace;
import io.outcry.matching.recovery.PartitionEngine;
import io.outcry.matching.snapshot.SnapshotSchedule;
import io.outcry.matching.snapshot.SnapshotSink;
import io.outcry.matching.snapshot.SnapshotTurns;
import io.outcry.matching.snapshot.SnapshotWriter;
import io.outcry.matching.snapshot.WrittenSnapshot;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the snapshots of this process's partitions: the state is copied on the consumer's thread between two polls, when every outcome so
 * far is acknowledged, and written down on a thread of its own. One at a time, so that one copy, into the same arrays each
 * time, is all the memory they need; of several that are due, the partition whose last one is the oldest comes first.
 *
 * <p>A snapshot that cannot be written is a warning: recovery then takes longer, and nothing else.
 */
final class SnapshotTaker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotTaker.class);
    private static final int HASH_BYTES_SHOWN = 8;

    private final SnapshotProperties properties;
    private final SnapshotSink sink;
    private final MatchingMetrics metrics;
    private final LongSupplier ids;
    private final SnapshotTurns turns = new SnapshotTurns();
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Supplier<CopySpace> spaces;
    private final Executor thread;
    private final Runnable end;
    private CopySpace space;

    SnapshotTaker(SnapshotProperties properties, SnapshotSink sink, MatchingMetrics metrics) {
        this(properties, sink, metrics, new SecureRandom()::nextLong, Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("outcry-matching-snapshots").factory()));
    }

    private SnapshotTaker(
            SnapshotProperties properties, SnapshotSink sink, MatchingMetrics metrics, LongSupplier ids, ExecutorService thread) {
        this(properties, sink, metrics, ids, thread, thread::shutdownNow, CopySpace::new);
    }

    /**
     * @param ids gives each snapshot another number
     * @param thread writes the snapshots
     * @param end drops what is being written
     * @param spaces the first one, and another one each time that there is no room for a copy
     */
    SnapshotTaker(
            SnapshotProperties properties,
            SnapshotSink sink,
            MatchingMetrics metrics,
            LongSupplier ids,
            Executor thread,
            Runnable end,
            Supplier<CopySpace> spaces) {
        this.ids = ids;
        this.thread = thread;
        this.end = end;
        this.properties = properties;
        this.sink = sink;
        this.metrics = metrics;
        this.spaces = spaces;
        space = spaces.get();
    }

    /** What the snapshots of a partition that is being recovered go on from. */
    PartitionSnapshots begin(int partition) {
        return new PartitionSnapshots(
                new SnapshotWriter(sink, partition, properties.keep(), ids),
                new SnapshotSchedule(properties.commands(), properties.apart().toNanos(), properties.every().toNanos()));
    }

    /**
     * Takes the partition's snapshot if it is due. On the thread of its consumer.
     *
     * @param nowNanos as {@link System#nanoTime} says
     * @param acknowledged waits until all outcomes so far are acknowledged; false: they are not yet, or never will be
     */
    void look(MatchingPartition partition, long nowNanos, Predicate<MatchingPartition> acknowledged) {
        PartitionEngine engine = partition.liveEngine();
        PartitionSnapshots snapshots = partition.snapshots();
        if (engine == null || snapshots == null) {
            return;
        }
        SnapshotSchedule.Due due = snapshots.due(engine, nowNanos);
        if (due == SnapshotSchedule.Due.NOTHING
                || !turns.isNext(partition.number(), snapshots.takenNanos(), nowNanos)
                || busy.get()
                || !acknowledged.test(partition)
                // Another consumer's thread may have come first.
                || !busy.compareAndSet(false, true)) {
            return;
        }
        turns.taken(partition.number());
        SnapshotPoint point = engine.point();
        snapshots.taken(point, nowNanos);
        if (due == SnapshotSchedule.Due.POSITION) {
            thread.execute(() -> write(partition.number(), () -> snapshots.advance(point)));
            return;
        }
        long started = System.nanoTime();
        FrozenEngine state = copy(partition.number(), engine);
        if (state == null) {
            busy.set(false);
            return;
        }
        long pauseNanos = System.nanoTime() - started;
        metrics.snapshotPause(pauseNanos);
        thread.execute(() -> write(partition.number(), () -> {
            WrittenSnapshot written = snapshots.write(state, point);
            tell(partition.number(), written, pauseNanos, System.nanoTime() - started);
        }));
    }

    /** The state; null if the heap has room for the books, but not for a copy of them: matching goes on without. */
    private @Nullable FrozenEngine copy(int partition, PartitionEngine engine) {
        try {
            return engine.engine().freeze(space);
        } catch (OutOfMemoryError e) {
            space = spaces.get();
            failed(partition, e);
            return null;
        }
    }

    private void write(int partition, Runnable work) {
        try {
            work.run();
            metrics.snapshotWritten();
        } catch (RuntimeException | OutOfMemoryError e) {
            failed(partition, e);
        } finally {
            busy.set(false);
        }
    }

    private void failed(int partition, Throwable reason) {
        metrics.snapshotFailed();
        LOG.atWarn()
                .addKeyValue("partition", partition)
                .addKeyValue("reason", reason.toString())
                .log("a snapshot could not be written, the ones before it stay");
    }

    private static void tell(int partition, WrittenSnapshot written, long pauseNanos, long nanos) {
        LOG.atInfo()
                .addKeyValue("partition", partition)
                .addKeyValue("nextOffset", written.point().nextOffset())
                .addKeyValue("sequence", written.point().sequence())
                .addKeyValue("bytes", written.bytes())
                .addKeyValue("pauseMicros", pauseNanos / 1_000)
                .addKeyValue("millis", nanos / 1_000_000)
                .addKeyValue("stateHash", HexFormat.of().formatHex(written.stateHash(), 0, HASH_BYTES_SHOWN))
                .log("a snapshot was written");
    }

    /** Drops what is being written: without its end it does not count. */
    @Override
    public void close() {
        end.run();
    }
}
