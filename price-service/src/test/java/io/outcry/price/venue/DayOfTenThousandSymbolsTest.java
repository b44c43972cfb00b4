// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.TierPlaces;
import io.outcry.price.domain.TierRanking;
import io.outcry.price.domain.TierSchedule;
import io.outcry.venues.simulated.SimulatedVenue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A day of ten thousand symbols on a virtual clock: the product's schedule, ranking, queue and budgets against the limits that the
 * simulated venues enforce. Readers come and go, so symbols change tiers all day, and some ask for a price out of turn.
 *
 * <p>Binance and Kraken are asked over REST only, as if their sockets were down all day. Coinbase, which has one symbol in a call, is on
 * its sockets, but for ten minutes in every hour: then it is asked, too, as far as its budget goes.
 */
@Execution(ExecutionMode.CONCURRENT)
class DayOfTenThousandSymbolsTest {

    private static final long SEED = Long.getLong("price.seed", 20_260_918L);
    private static final int SYMBOLS = 10_000;
    private static final long TICK = 100;
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long START = 1_800_000_000_000L;
    private static final long END = START + 24 * HOUR;
    private static final int PER_CALL = 100;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final TierIntervals intervals = new TierIntervals(5_000, 30_000, 300_000);
    private final TierPlaces places = new TierPlaces(20, 200);
    private final TierSchedule schedule = new TierSchedule(intervals, PER_CALL);
    private final TierRanking ranking = new TierRanking(symbol -> false);
    private final List<PricedInstrument> instruments = new ArrayList<>();
    private final Map<String, PricedInstrument> bySymbol = new HashMap<>();
    private final VirtualVenue binance = new VirtualVenue(new Binance(), SimulatedVenue.BINANCE, START, this::priced);
    private final VirtualVenue coinbase = new VirtualVenue(new Coinbase(), SimulatedVenue.COINBASE, START, (symbol, before) -> {});
    private final VirtualVenue kraken = new VirtualVenue(new Kraken(), SimulatedVenue.KRAKEN, START, this::krakenAnswered);
    private long now = START;

    private final List<String> asked = new ArrayList<>();
    private final Set<String> refreshed = new HashSet<>();
    /** The slowest tier that a symbol was in since its last price, and since Kraken last answered for it. */
    private final Map<String, RefreshTier> slowestTier = new HashMap<>();
    private final Map<String, RefreshTier> slowestAtKraken = new HashMap<>();
    private final Map<RefreshTier, Long> widestGap = new HashMap<>();
    private final Map<RefreshTier, Long> widestAtKraken = new HashMap<>();
    private long refreshes;
    private long moves;

    @Test
    void noVenueIsAskedTooOftenAndEverySymbolIsRefreshedInTime() {
        for (int i = 0; i < SYMBOLS; i++) {
            RefreshTier tier = i < 20 ? RefreshTier.HOT : i < 220 ? RefreshTier.MEDIUM : RefreshTier.COLD;
            PricedInstrument instrument = new PricedInstrument("SYM" + i + "-USD", "SYM" + i, "USD", 4, tier);
            instruments.add(instrument);
            bySymbol.put(instrument.symbol(), instrument);
        }
        for (; now < END; now += TICK) {
            if ((now - START) % 10_000 == 0) {
                readersCome();
            }
            if ((now - START) % (5 * MINUTE) == 0) {
                rank();
            }
            schedule.due(now, 4 * PER_CALL).forEach(asked::add);
            if (random.nextInt(50) == 0) {
                asked.add("SYM" + random.nextInt(SYMBOLS) + "-USD");
            }
            run();
        }
        report();

        assertThat(binance.refused() + coinbase.refused() + kraken.refused()).as("answers 429 and 418").isZero();
        assertThat(refreshed).as("symbols with a price").hasSize(SYMBOLS);
        for (RefreshTier tier : RefreshTier.values()) {
            assertThat(widestGap.get(tier)).as("%s: widest gap between two prices, with seed %d", tier, SEED)
                    .isLessThanOrEqualTo(intervals.millis(tier) * 11 / 10);
            assertThat(widestAtKraken.get(tier)).as("%s: widest gap between two answers of the slowest venue", tier)
                    .isLessThan(2 * intervals.millis(tier));
        }
        assertThat(moves).as("symbols that changed tiers").isGreaterThan(1_000);
    }

    private void run() {
        boolean coinbaseSocketsDown = (now - START) % HOUR < 10 * MINUTE;
        for (String symbol : asked) {
            PricedInstrument instrument = bySymbol.get(symbol);
            binance.ask(instrument, now);
            kraken.ask(instrument, now);
            if (coinbaseSocketsDown) {
                coinbase.ask(instrument, now);
            }
        }
        binance.run(now);
        kraken.run(now);
        coinbase.run(now);
        asked.clear();
    }

    /** The price does not wait for whoever is slow: the quickest venue and the sockets are enough to have it in time. */
    private void priced(String symbol, long before) {
        RefreshTier tier = ranking.tier(symbol, RefreshTier.COLD);
        RefreshTier slowest = slowestTier.put(symbol, tier);
        if (before != 0) {
            widestGap.merge(slowest == null ? tier : slowest, now - before, Math::max);
        }
        refreshed.add(symbol);
        schedule.refreshed(symbol, true, now);
        refreshes++;
    }

    private void krakenAnswered(String symbol, long before) {
        RefreshTier tier = ranking.tier(symbol, RefreshTier.COLD);
        RefreshTier slowest = slowestAtKraken.put(symbol, tier);
        if (before != 0) {
            widestAtKraken.merge(slowest == null ? tier : slowest, now - before, Math::max);
        }
    }

    /** A few dozen symbols at a time are read a lot; which, changes every quarter of an hour. */
    private void readersCome() {
        long quarter = (now - START) / (15 * MINUTE);
        SplittableRandom fashion = new SplittableRandom(SEED + quarter);
        for (int i = 0; i < 60; i++) {
            ranking.read("SYM" + fashion.nextInt(SYMBOLS) + "-USD", 1 + random.nextInt(40), now);
        }
    }

    private void rank() {
        Map<String, RefreshTier> before = ranking.tiers();
        ranking.rank(instruments, places, now).forEach((symbol, tier) -> {
            RefreshTier was = before.getOrDefault(symbol, tier);
            if (was != tier) {
                moves++;
                // A price that is on its way to another tier is judged by the slower of the two.
                slowestTier.merge(symbol, was, DayOfTenThousandSymbolsTest::slower);
                slowestTier.merge(symbol, tier, DayOfTenThousandSymbolsTest::slower);
                slowestAtKraken.merge(symbol, was, DayOfTenThousandSymbolsTest::slower);
                slowestAtKraken.merge(symbol, tier, DayOfTenThousandSymbolsTest::slower);
            }
            PricedInstrument instrument = bySymbol.get(symbol).in(tier);
            bySymbol.put(symbol, instrument);
            schedule.put(symbol, tier, now);
        });
    }

    private static RefreshTier slower(RefreshTier a, RefreshTier b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    private void report() {
        System.out.printf(
                "%,d prices, %,d changes of tier, widest gaps %s ms, between answers of kraken %s ms%n", refreshes, moves,
                widestGap, widestAtKraken);
        Map.of("binance", binance, "coinbase", coinbase, "kraken", kraken).forEach((name, venue) -> System.out.printf(
                "%s: %,d calls, %,d of weight, %,d refused%n", name, venue.calls(), venue.spent(), venue.refused()));
    }
}
