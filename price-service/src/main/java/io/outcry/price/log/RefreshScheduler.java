// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.TierSchedule;
import io.outcry.price.refresh.IndexBoard;
import io.outcry.price.refresh.TierBoard;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a refresh command whenever a symbol of one of this instance's partitions is due. Runs on the monotonic clock, so that a jump of
 * the wall clock neither floods nor starves the venues.
 */
public final class RefreshScheduler {

    private static final Logger LOG = LoggerFactory.getLogger(RefreshScheduler.class);

    /** What one call to a venue that takes many symbols carries; the schedule makes its slots of it. */
    public static final int SYMBOLS_PER_CALL = 100;

    /** So many symbols at most in one tick; more than one slot of each tier. */
    private static final int SYMBOLS_PER_TICK = 4 * SYMBOLS_PER_CALL;

    /** Between two looks. */
    public static final Duration TICK = Duration.ofMillis(100);

    private static final long RANK_MILLIS = 10_000;
    /** Whether or not every index has a rate by then, the others are asked for. */
    private static final long INDICES_FIRST_MILLIS = 5_000;

    private final TierSchedule schedule;
    private final Object scheduleLock = new Object();
    private final InstrumentRegistry registry;
    private final int partitions;
    private final PriceLog log;
    private final InstantSource clock;
    private final TierBoard tiers;
    private final IndexBoard indices;
    private final Consumer<Set<String>> ownSymbols;
    private final RarelyTold refused = new RarelyTold();
    private final LongSupplier nanoTime;
    private final long startMillis;
    private long rankedMillis = Long.MIN_VALUE / 2;
    private long indicesAskedMillis = Long.MIN_VALUE / 2;
    private long seenVersion = -1;
    private Set<Integer> seenPartitions = Set.of();

    /**
     * @param intervals how often a symbol of a tier is due
     * @param partitions how many partitions the commands have
     * @param ownSymbols told which symbols are this instance's, at once when that changes and from time to time: a round that was under
     *     way when a symbol left knows nothing of it
     * @param nanoTime as {@link System#nanoTime} says
     */
    public RefreshScheduler(
            TierIntervals intervals,
            InstrumentRegistry registry,
            int partitions,
            PriceLog log,
            TierBoard tiers,
            IndexBoard indices,
            Consumer<Set<String>> ownSymbols,
            InstantSource clock,
            MeterRegistry meters,
            LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.startMillis = monotonicMillis();
        this.schedule = new TierSchedule(intervals, SYMBOLS_PER_CALL);
        this.tiers = tiers;
        this.indices = indices;
        this.ownSymbols = ownSymbols;
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
        for (RefreshTier tier : RefreshTier.values()) {
            Gauge.builder("outcry.price.tier.symbols", () -> symbols(tier))
                    .tag("tier", tier.name().toLowerCase(Locale.ROOT))
                    .description("symbols that this instance refreshes, by the tier they are in now")
                    .register(meters);
        }
    }

    private int symbols(RefreshTier tier) {
        synchronized (scheduleLock) {
            return schedule.size(tier);
        }
    }

    /**
     * One look at what is due; to be taken every {@link #TICK}. Commands that Kafka does not take now are due again soon.
     *
     * @param own the partitions of the commands that this instance reads now
     */
    public void look(Set<Integer> own) {
        try {
            tick(own);
        } catch (KafkaException e) {
            if (refused.isDue(e)) {
                LOG.atWarn().setCause(e).log("refresh commands cannot be written now");
            }
        }
    }

    /** Tells that a reader served the symbol's price so often. */
    public void read(String symbol, long count) {
        tiers.read(symbol, count, monotonicMillis());
    }

    /** Tells that a symbol's new price is durable, and whether every venue that lists it had its say. */
    public void refreshed(String symbol, boolean complete) {
        synchronized (scheduleLock) {
            schedule.refreshed(symbol, complete, monotonicMillis());
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
        long now = monotonicMillis();
        List<String> due;
        synchronized (scheduleLock) {
            long version = registry.version();
            boolean changed = version != seenVersion || !own.equals(seenPartitions);
            if (changed || now - rankedMillis >= RANK_MILLIS) {
                Set<String> symbols = reconcile(own, now);
                rankedMillis = now;
                seenVersion = version;
                seenPartitions = own;
                ownSymbols.accept(symbols);
            }
            // What is converted at an index needs its rate first, or it would miss those venues for a whole interval.
            boolean indicesFirst = !indices.isComplete() && now - startMillis < INDICES_FIRST_MILLIS;
            due = indicesFirst ? dueIndices(own, now) : schedule.due(now, SYMBOLS_PER_TICK);
        }
        due.forEach(symbol -> log.requestRefresh(symbol, Micros.now(clock)));
    }

    private List<String> dueIndices(Set<Integer> own, long now) {
        if (now - indicesAskedMillis < TierSchedule.FIRST_RETRY_MILLIS) {
            return List.of();
        }
        indicesAskedMillis = now;
        return indices.instruments().stream().map(PricedInstrument::symbol).filter(symbol -> isOwn(symbol, own)).toList();
    }

    private boolean isOwn(String symbol, Set<Integer> own) {
        return own.contains(Partitioning.ofSymbol(symbol, partitions));
    }

    private Set<String> reconcile(Set<Integer> own, long now) {
        List<PricedInstrument> instruments =
                registry.all().stream().filter(instrument -> isOwn(instrument.symbol(), own)).toList();
        Map<String, RefreshTier> ranked = tiers.rank(instruments, own.size(), partitions, now);
        ranked.forEach((symbol, tier) -> schedule.put(symbol, tier, now));
        schedule.retain(ranked.keySet());
        return ranked.keySet();
    }

    private long monotonicMillis() {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong());
    }
}
