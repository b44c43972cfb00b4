// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.outcry.matching.domain.Command;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.RejectCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What the pipeline counts. No meter has a tag by order, account or symbol. */
final class MatchingMetrics {

    private enum Type {
        PLACE, CANCEL, DEFINE_INSTRUMENT, SET_TRADING_STATE, TICK
    }

    private enum Result {
        APPLIED, REJECTED, REPEATED
    }

    private final MeterRegistry registry;
    private final Map<Type, Map<Result, Counter>> commands = new EnumMap<>(Type.class);
    private final Counter replayed;
    private final Timer acknowledged;
    private final DistributionSummary polled;

    MatchingMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (Type type : Type.values()) {
            Map<Result, Counter> results = new EnumMap<>(Result.class);
            for (Result result : Result.values()) {
                results.put(result, Counter.builder("outcry.matching.commands")
                        .description("Commands applied, by type and result; without replayed ones")
                        .tag("type", type.name())
                        .tag("result", result.name())
                        .register(registry));
            }
            commands.put(type, results);
        }
        replayed = Counter.builder("outcry.matching.replayed")
                .description("Commands applied again to rebuild the books")
                .register(registry);
        acknowledged = Timer.builder("outcry.matching.acknowledged")
                .description("From the poll until all of its outcomes are acknowledged")
                .publishPercentileHistogram()
                .register(registry);
        polled = DistributionSummary.builder("outcry.matching.polled")
                .description("Outcomes published for one poll")
                .register(registry);
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
                o -> o.partitions().mapToLong(MatchingPartition::replayRemaining).sum())
                .description("Offsets of the command log still to be replayed")
                .register(registry);
    }

    void applied(Command command, CommandOutcome outcome) {
        Type type = switch (command) {
            case Command.PlaceOrder _ -> Type.PLACE;
            case Command.CancelOrder _ -> Type.CANCEL;
            case Command.DefineInstrument _ -> Type.DEFINE_INSTRUMENT;
            case Command.SetTradingState _ -> Type.SET_TRADING_STATE;
            case Command.Tick _ -> Type.TICK;
        };
        Result result = outcome.repeatOfSequence() != 0
                ? Result.REPEATED
                : outcome.reject() == RejectCode.NONE ? Result.APPLIED : Result.REJECTED;
        Map<Result, Counter> results = commands.get(type);
        Counter counter = results == null ? null : results.get(result);
        if (counter != null) {
            counter.increment();
        }
    }

    void replayed() {
        replayed.increment();
    }

    void acknowledged(long nanos, int outcomes) {
        acknowledged.record(nanos, TimeUnit.NANOSECONDS);
        polled.record(outcomes);
    }
}
