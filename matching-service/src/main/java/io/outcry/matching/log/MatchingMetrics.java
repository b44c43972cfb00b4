// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.outcry.matching.codec.CommandKind;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.PartitionState;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What the pipeline counts: the commands it publishes the outcome of, not a replay. No meter has a tag by order, account or symbol. */
final class MatchingMetrics {

    /** As many as a gauge, which is a double, holds exactly. */
    private static final long CHAIN_BITS = (1L << 48) - 1;

    private final MeterRegistry registry;
    private final Map<CommandKind, Map<CommandTally.Result, Counter>> commands = new EnumMap<>(CommandKind.class);
    private final Counter stopsActivated;
    private final Counter halts;
    private final Counter expired;
    private final Counter ticksWritten;
    private final Counter ticksFailed;
    private final Counter replayed;
    private final Counter duplicates;
    private final Counter snapshotsWritten;
    private final Counter snapshotsFailed;
    private final Counter snapshotsRefused;
    private final Timer snapshotPause;
    private final Timer acknowledged;
    private final DistributionSummary polled;

    MatchingMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (CommandKind kind : CommandKind.values()) {
            Map<CommandTally.Result, Counter> results = new EnumMap<>(CommandTally.Result.class);
            for (CommandTally.Result result : CommandTally.Result.values()) {
                results.put(result, Counter.builder("outcry.matching.commands")
                        .description("Commands applied, by kind and result; without replayed ones")
                        .tag("kind", kind.tag())
                        .tag("result", result.name().toLowerCase(Locale.ROOT))
                        .register(registry));
            }
            commands.put(kind, results);
        }
        stopsActivated = counter("stops.activated", "Stops that a trade set off");
        halts = counter("halts", "Symbols that a trade beyond their volatility band halted");
        expired = counter("expired", "Orders that ended because their time was over");
        ticksWritten = counter("ticks.written", "Ticks that were written because a symbol was due");
        ticksFailed = counter("ticks.failed", "Ticks that could not be written, and will be again");
        replayed = counter("replayed", "Commands applied again to rebuild the books");
        duplicates = counter("duplicates", "Commands that came a second time and were dropped");
        snapshotsWritten = counter("snapshots.written", "Snapshots that are durable");
        snapshotsFailed = counter("snapshots.failed", "Snapshots that could not be written");
        snapshotsRefused = counter("snapshots.refused", "Snapshots that a recovery found damaged, unknown or ahead of the outcomes");
        snapshotPause = Timer.builder("outcry.matching.snapshots.pause")
                .description("How long matching stood still while the state was copied")
                .register(registry);
        acknowledged = Timer.builder("outcry.matching.acknowledged")
                .description("From the poll until the last outcome of a partition is acknowledged")
                .publishPercentileHistogram()
                .register(registry);
        polled = DistributionSummary.builder("outcry.matching.polled")
                .description("Commands that one poll brought")
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder("outcry.matching." + name).description(description).register(registry);
    }

    /** Shows the partitions: how many are in each state, and how much is left to replay. */
    void show(PartitionOwnership ownership) {
        for (PartitionState state : PartitionState.values()) {
            Gauge.builder("outcry.matching.partitions", ownership, o -> o.partitions().filter(p -> p.state() == state).count())
                    .description("Partitions owned, by state")
                    .tag("state", state.name())
                    .register(registry);
        }
        Gauge.builder("outcry.matching.replay.remaining", ownership,
                o -> o.partitions().mapToLong(p -> p.progress().remaining()).sum())
                .description("Offsets of the command log still to be replayed")
                .register(registry);
        Gauge.builder("outcry.matching.replay.seconds", ownership,
                o -> o.partitions().mapToDouble(p -> p.progress().secondsLeft(System.nanoTime())).max().orElse(0))
                .description("Estimated time until the last partition has replayed; -1 while it is not known")
                .register(registry);
    }

    /** Shows where one partition is and how far it has to replay, while this process owns it. */
    void show(PartitionOwnership ownership, int partition) {
        gauge("offset", "Offset of the last command applied", ownership, partition, MatchingPartition::appliedOffset);
        gauge("target", "Offset up to which it replays in silence", ownership, partition, p -> p.progress().target());
        gauge("chain", "Lowest 48 bits of the last published value of the hash chain over all outcomes: the same wherever its sequence is",
                ownership, partition, p -> chain(p.chain(), point -> point.hash() & CHAIN_BITS));
        gauge("chain.sequence", "Sequence of the outcome that carries the value of the hash chain", ownership, partition,
                p -> chain(p.chain(), ChainPoint::sequence));
    }

    private static double chain(@Nullable ChainPoint point, ToDoubleFunction<ChainPoint> value) {
        return point == null ? Double.NaN : value.applyAsDouble(point);
    }

    private void gauge(
            String name, String description, PartitionOwnership ownership, int partition, ToDoubleFunction<MatchingPartition> value) {
        Gauge.builder("outcry.matching." + name, ownership,
                o -> o.partitions().filter(p -> p.number() == partition).mapToDouble(value).findFirst().orElse(Double.NaN))
                .description(description)
                .tag("partition", String.valueOf(partition))
                .register(registry);
    }

    /** Commands of one kind that came to the same. */
    void applied(CommandKind kind, CommandTally.Result result, int count) {
        Map<CommandTally.Result, Counter> results = commands.get(kind);
        Counter counter = results == null ? null : results.get(result);
        if (counter != null) {
            counter.increment(count);
        }
    }

    /** What commands set off. */
    void setOff(int stops, int haltedSymbols, int expiredOrders) {
        stopsActivated.increment(stops);
        halts.increment(haltedSymbols);
        expired.increment(expiredOrders);
    }

    void tickWritten() {
        ticksWritten.increment();
    }

    void tickFailed() {
        ticksFailed.increment();
    }

    void replayed(long count) {
        replayed.increment(count);
    }

    void duplicates(long count) {
        duplicates.increment(count);
    }

    void snapshotPause(long nanos) {
        snapshotPause.record(nanos, TimeUnit.NANOSECONDS);
    }

    void snapshotWritten() {
        snapshotsWritten.increment();
    }

    void snapshotFailed() {
        snapshotsFailed.increment();
    }

    void snapshotRefused() {
        snapshotsRefused.increment();
    }

    /** Commands that one poll brought. */
    void polled(int commands) {
        polled.record(commands);
    }

    /** From the poll until the last outcome of one of its partitions was acknowledged; on the producer's thread. */
    void acknowledged(long nanos) {
        acknowledged.record(nanos, TimeUnit.NANOSECONDS);
    }
}
