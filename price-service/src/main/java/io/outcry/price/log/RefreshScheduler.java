// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.TierSchedule;
import io.outcry.price.venue.Micros;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a refresh command whenever a symbol of one of this instance's partitions is due. Runs on the monotonic clock, so that a jump of
 * the wall clock neither floods nor starves the venues.
 */
public final class RefreshScheduler {

    private static final Logger LOG = LoggerFactory.getLogger(RefreshScheduler.class);

    /** So many symbols at most in one tick: a start with thousands of symbols takes its time. */
    private static final int SYMBOLS_PER_TICK = 50;

    private static final Duration TICK = Duration.ofMillis(100);

    private final TierSchedule schedule;
    private final Object scheduleLock = new Object();
    private final InstrumentRegistry registry;
    private final int partitions;
    private final PriceLog log;
    private final InstantSource clock;
    private long seenVersion = -1;
    private Set<Integer> seenPartitions = Set.of();

    /**
     * @param intervals how often a symbol of a tier is due
     * @param partitions how many partitions the commands have
     */
    public RefreshScheduler(
            TierIntervals intervals,
            InstrumentRegistry registry,
            int partitions,
            PriceLog log,
            InstantSource clock,
            MeterRegistry meters) {
        this.schedule = new TierSchedule(intervals);
        this.registry = registry;
        this.partitions = partitions;
        this.log = log;
        this.clock = clock;
        Gauge.builder("outcry.price.symbols", this, RefreshScheduler::scheduledSymbols)
                .description("symbols that this instance refreshes")
                .register(meters);
        Gauge.builder("outcry.price.symbols.unpriced", this, RefreshScheduler::unpricedSymbols)
                .description("of these, symbols without a price since this instance took them over")
                .register(meters);
    }

    /**
     * Schedules until {@code goOn} says no.
     *
     * @param ownPartitions the partitions of the commands that this instance reads, asked in every tick
     */
    public void run(BooleanSupplier goOn, Supplier<Set<Integer>> ownPartitions) throws InterruptedException {
        while (goOn.getAsBoolean()) {
            try {
                tick(ownPartitions.get());
            } catch (KafkaException e) {
                LOG.atWarn().setCause(e).log("refresh commands cannot be written now");
            }
            Thread.sleep(TICK);
        }
    }

    /** Tells that a symbol's new price is durable. */
    public void refreshed(String symbol) {
        synchronized (scheduleLock) {
            schedule.refreshed(symbol, monotonicMillis());
        }
    }

    public int scheduledSymbols() {
        synchronized (scheduleLock) {
            return schedule.size();
        }
    }

    public long unpricedSymbols() {
        synchronized (scheduleLock) {
            return schedule.neverRefreshed();
        }
    }

    private void tick(Set<Integer> own) {
        long version = registry.version();
        List<String> due;
        synchronized (scheduleLock) {
            if (version != seenVersion || !own.equals(seenPartitions)) {
                reconcile(own);
                seenVersion = version;
                seenPartitions = own;
            }
            due = schedule.due(monotonicMillis(), SYMBOLS_PER_TICK);
        }
        due.forEach(symbol -> log.requestRefresh(symbol, Micros.now(clock)));
    }

    private void reconcile(Set<Integer> own) {
        Set<String> symbols = new HashSet<>();
        for (PricedInstrument instrument : registry.all()) {
            if (own.contains(Partitioning.ofSymbol(instrument.symbol(), partitions))) {
                symbols.add(instrument.symbol());
                schedule.put(instrument.symbol(), instrument.tier(), monotonicMillis());
            }
        }
        schedule.retain(symbols);
    }

    private static long monotonicMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
