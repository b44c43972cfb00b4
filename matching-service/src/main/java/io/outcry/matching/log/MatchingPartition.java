// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.codec.CommandKind;
import io.outcry.matching.recovery.AppliedCommand;
import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.PartitionEngine;
import io.outcry.matching.recovery.PartitionState;
import io.outcry.matching.recovery.ReplayProgress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition in the hands of one consumer: its engine, its state and how far it is. The consumer's thread alone changes it; any thread
 * may look at the state and the progress.
 */
final class MatchingPartition {

    private static final Logger LOG = LoggerFactory.getLogger(MatchingPartition.class);

    private final int number;
    private final PendingTicks ticks;
    private final ToldProgress told;
    private final Unacknowledged unacknowledged;
    private final CommandTally tally = new CommandTally();
    private final MatchingMetrics metrics;
    private final byte[] @Nullable [] foreseen = new byte[PartitionEngine.FORESEEN][];
    private String keySymbol = "";
    private byte[] key = {};
    private @Nullable PartitionEngine engine;
    private @Nullable PartitionSnapshots snapshots;
    private long duplicates;
    private boolean heldBack;
    private volatile PartitionState state = PartitionState.LOADING;
    private volatile @Nullable ReplayProgress replay;
    private volatile ReplayProgress progress = new ReplayProgress(-1, -1, 0);
    private volatile @Nullable PartitionFailure failure;
    private volatile @Nullable String delay;
    private volatile @Nullable ChainPoint chain;

    /** @param limitBytes of outcomes that may be on their way to the log */
    MatchingPartition(int number, long limitBytes, MatchingMetrics metrics) {
        this.number = number;
        unacknowledged = new Unacknowledged(limitBytes);
        this.metrics = metrics;
        ticks = new PendingTicks(number);
        told = new ToldProgress(number);
    }

    int number() {
        return number;
    }

    PartitionState state() {
        return state;
    }

    /** Why it is FAILED; null otherwise. */
    @Nullable
    PartitionFailure failure() {
        return failure;
    }

    /** What has kept the recovery before this one from its end; null if there was none. */
    @Nullable
    String delay() {
        return delay;
    }

    /** Where it is on its way to the last published outcome. */
    ReplayProgress progress() {
        return progress;
    }

    /** The last value of the hash chain that is published with an outcome, here or before; null before the first. */
    @Nullable
    ChainPoint chain() {
        return chain;
    }

    /** Offset of the last command applied; -1 before the first. */
    long appliedOffset() {
        return progress.at();
    }

    /** The outcomes that are on their way to the log. */
    Unacknowledged unacknowledged() {
        return unacknowledged;
    }

    /** Whether it gets no more commands until its log has taken all of its outcomes. On the consumer's thread. */
    boolean isHeldBack() {
        return heldBack;
    }

    void holdBack(boolean held) {
        heldBack = held;
    }

    /** Offset of the first command whose outcome is not known to be on the log. */
    long nextOffset() {
        return unacknowledged.firstOffset(appliedOffset() + 1);
    }

    /** The engine, if its outcomes are being published; null otherwise. On the consumer's thread. */
    @Nullable
    PartitionEngine liveEngine() {
        return state == PartitionState.LIVE ? engine : null;
    }

    @Nullable
    PartitionSnapshots snapshots() {
        return snapshots;
    }

    /** It was to be recovered, which Kafka did not let happen, and will be after a pause. */
    void delayed(Throwable reason, Duration pause) {
        delay = reason.toString();
        LOG.atWarn()
                .addKeyValue("partition", number)
                .addKeyValue("reason", delay)
                .addKeyValue("pauseMillis", pause.toMillis())
                .log("a partition could not be loaded, it is loaded anew after a pause");
    }

    /**
     * The replay has begun, on the thread that recovers.
     *
     * @param begun how far it is
     */
    void replaying(ReplayProgress begun) {
        replay = begun;
    }

    /** Shows that the replay has begun, if it has. */
    void look() {
        ReplayProgress begun = replay;
        if (state == PartitionState.LOADING && begun != null) {
            progress = begun;
            enter(PartitionState.REPLAYING);
        }
    }

    /** Goes on from what was recovered: publishes the outcome of the next command. */
    void loaded(CaughtUp recovered, PartitionSnapshots itsSnapshots, long nowNanos) {
        look();
        PartitionEngine loaded = recovered.engine();
        itsSnapshots.begin(recovered, nowNanos);
        snapshots = itsSnapshots;
        engine = loaded;
        chain = recovered.chain();
        progress = new ReplayProgress(loaded.lastOffset(), Math.max(loaded.target(), loaded.lastOffset()), nowNanos);
        metrics.replayed(loaded.replayed());
        metrics.duplicates(loaded.duplicates());
        duplicates = loaded.duplicates();
        for (String refused : recovered.refused()) {
            metrics.snapshotRefused();
            LOG.atWarn().addKeyValue("partition", number).addKeyValue("reason", refused)
                    .log("a snapshot is not used, more of the log is replayed instead");
        }
        enter(PartitionState.LIVE);
    }

    /** Says which commands come next, {@value PartitionEngine#FORESEEN} at most, so that they need not wait for memory one by one. */
    void expect(List<ConsumerRecord<byte[], byte[]>> coming) {
        PartitionEngine running = engine;
        if (running == null) {
            return;
        }
        for (int i = 0; i < coming.size(); i++) {
            foreseen[i] = coming.get(i).value();
        }
        running.expect(foreseen, 0, coming.size());
    }

    /**
     * Applies one command.
     *
     * @return its outcome, or null if it was applied before
     * @throws RuntimeException if the command cannot be applied; the partition must then be failed
     */
    @Nullable
    ProducerRecord<byte[], byte[]> apply(ConsumerRecord<byte[], byte[]> record) {
        PartitionEngine running = engine;
        if (running == null) {
            throw new IllegalStateException("a command came while partition " + number + " was " + state);
        }
        AppliedCommand applied = running.apply(record.offset(), record.value());
        if (applied == null) {
            metrics.duplicates(running.duplicates() - duplicates);
            duplicates = running.duplicates();
            return null;
        }
        progress.applied(record.offset());
        if (applied.kind() == CommandKind.TICK) {
            ticks.applied(applied.outcome().symbol(), applied.outcome().isUnfinished());
        }
        return toPublish(applied, record);
    }

    private ProducerRecord<byte[], byte[]> toPublish(AppliedCommand applied, ConsumerRecord<byte[], byte[]> command) {
        ProducerRecord<byte[], byte[]> outcome =
                OutcomeRecord.of(command, key(applied.outcome().symbol()), applied.value(), applied.chain());
        tally.applied(applied.kind(), applied.outcome());
        if (applied.chain() != null) {
            chain = applied.chain();
        }
        return outcome;
    }

    /** The same array for outcomes of the same symbol that follow each other. */
    private byte[] key(String symbol) {
        if (!symbol.equals(keySymbol)) {
            keySymbol = symbol;
            key = symbol.getBytes(StandardCharsets.UTF_8);
        }
        return key;
    }

    /** Tells the meters what was applied since the last time. */
    void tell() {
        tally.tell(metrics);
    }

    /** Whether the group is to be told now how far this is; from then on it counts as told. */
    boolean tellProgress(long nowNanos, long intervalNanos) {
        return state == PartitionState.LIVE && told.isDue(nextOffset(), nowNanos, intervalNanos);
    }

    /** @param failure why the group could not be told how far this is; null if it was */
    void progressTold(@Nullable Exception failure) {
        if (state == PartitionState.LIVE) {
            told.answered(failure);
        }
    }

    /**
     * Symbols that need a tick now; each is named once until its tick is applied or given up.
     *
     * @param timeUs the wall clock, microseconds since the epoch
     */
    List<PendingTicks.Due> ticksDue(long timeUs, long nowNanos) {
        PartitionEngine live = liveEngine();
        return live == null ? List.of() : ticks.take(live.engine(), timeUs, nowNanos);
    }

    /** A tick is on the log; on any thread. */
    void tickWritten() {
        ticks.written();
    }

    /** A tick could not be written; on any thread. */
    void tickFailed(String symbol, Exception reason) {
        ticks.failed(symbol, reason);
    }

    /** A tick was not tried. */
    void tickGivenUp(String symbol) {
        ticks.settle(symbol);
    }

    /** Stops it for good, at the first reason only. */
    void fail(long offset, boolean recoverable, Throwable cause) {
        if (state == PartitionState.FAILED || state == PartitionState.LEFT) {
            return;
        }
        failure = new PartitionFailure(offset, recoverable, cause.toString());
        state = PartitionState.FAILED.after(state);
        engine = null;
        LOG.atError()
                .addKeyValue("partition", number)
                .addKeyValue("offset", offset)
                .addKeyValue("recoverable", recoverable)
                .setCause(cause)
                .log("matching of a partition has stopped");
    }

    /** Somebody else has it now: nothing more is applied or published here. */
    void leave() {
        if (state != PartitionState.LEFT) {
            state = PartitionState.LEFT.after(state);
            engine = null;
            LOG.atInfo().addKeyValue("partition", number).addKeyValue("state", state).log("a partition was given up by this instance");
        }
    }

    private void enter(PartitionState next) {
        state = next.after(state);
        LOG.atInfo()
                .addKeyValue("partition", number)
                .addKeyValue("state", next)
                .addKeyValue("offset", progress.at())
                .addKeyValue("target", progress.target())
                .addKeyValue("remaining", progress.remaining())
                .log("a partition has changed its state");
    }
}
