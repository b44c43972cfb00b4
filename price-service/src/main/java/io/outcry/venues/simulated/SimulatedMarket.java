// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The one market behind all venues: a price process for each symbol, and on top of it each venue's own small error and spread. Everything
 * follows from the seed and the time since the start.
 *
 * <p>The first twenty listings trade four times a second, the next two hundred every two seconds, the rest every fifteen. Between two
 * trades nothing of a symbol changes.
 */
final class SimulatedMarket {

    private static final double MAX_VENUE_ERROR = 0.0002;
    private static final double LEAST_HALF_SPREAD = 0.0001;
    private static final double MORE_HALF_SPREAD = 0.0001;
    /** Always in the market: what a USDT is worth decides what Binance, where dollars are USDT, shows for everything in dollars. */
    private static final SimulatedListing TETHER = new SimulatedListing(
            "USDT-USD", new BigDecimal("1.00000"), Set.of(SimulatedVenue.COINBASE, SimulatedVenue.KRAKEN));

    private static final long HOUR_MILLIS = 3_600_000;
    private static final int HOURS = 24;

    private final long seed;
    private final InstantSource clock;
    private final long startMillis;
    private final Map<String, SimulatedListing> listings = new LinkedHashMap<>();
    private final Map<String, Traded> traded = new HashMap<>();
    private final PriceProcess tether;

    /** How a symbol trades; {@code phaseMillis} keeps symbols from moving all at once. */
    private record Traded(PriceProcess process, long everyMillis, long phaseMillis, long hash) {}

    SimulatedMarket(long seed, List<SimulatedListing> listings, InstantSource clock) {
        this.seed = seed;
        this.clock = clock;
        this.startMillis = clock.millis();
        List<SimulatedListing> all = new ArrayList<>(listings);
        if (listings.stream().noneMatch(listing -> listing.symbol().equals(TETHER.symbol()))) {
            all.add(TETHER);
        }
        for (SimulatedListing listing : all) {
            long hash = Noise.mix(seed, listing.symbol().hashCode());
            long every = tradesEveryMillis(traded.size());
            this.listings.put(listing.symbol(), listing);
            traded.put(listing.symbol(), new Traded(
                    new PriceProcess(listing.startPrice().doubleValue(), hash), every, Math.floorMod(hash, every), hash));
        }
        this.tether = find(TETHER).process();
    }

    private static long tradesEveryMillis(int rank) {
        return rank < 20 ? PriceProcess.STEP_MILLIS : rank < 220 ? 2_000 : 15_000;
    }

    Collection<SimulatedListing> listings() {
        return listings.values();
    }

    long nowMillis() {
        return clock.millis();
    }

    /** The number of the last trade at a time; cheap, for those who only want to know whether anything changed. */
    long tradeId(SimulatedListing listing, long atMillis) {
        Traded symbol = find(listing);
        // From 2^20 on, so that the past before the start has numbers, too.
        return (1L << 20) + Math.floorDiv(atMillis - startMillis + symbol.phaseMillis(), symbol.everyMillis());
    }

    /** What the venue showed for the listing at a time. */
    SimulatedTicker ticker(SimulatedVenue venue, SimulatedListing listing, long atMillis) {
        Traded symbol = find(listing);
        long tradeId = tradeId(listing, atMillis);
        long tradedAt = (tradeId - (1L << 20)) * symbol.everyMillis() - symbol.phaseMillis();
        double price = price(venue, listing, symbol, tradedAt);
        int scale = listing.startPrice().scale();
        long noise = Noise.mix(Noise.mix(seed, tradeId), Noise.mix(venue.ordinal() + 1L, symbol.hash()));
        double mid = price * (1 + MAX_VENUE_ERROR * Noise.fraction(noise));
        double half = mid * (LEAST_HALF_SPREAD + MORE_HALF_SPREAD * Math.abs(Noise.fraction(Noise.mix(noise, 1))));
        long bid = Math.max(1, (long) Math.floor((mid - half) * ticksPerUnit(scale)));
        long ask = Math.max(bid + 1, (long) Math.ceil((mid + half) * ticksPerUnit(scale)));
        long last = Noise.fraction(Noise.mix(noise, 2)) < 0 ? bid : ask;
        long quantity = 50_000_000 + (long) (100_000_000 * Math.abs(Noise.fraction(Noise.mix(noise, 3))));
        return new SimulatedTicker(
                BigDecimal.valueOf(bid, scale),
                BigDecimal.valueOf(ask, scale),
                BigDecimal.valueOf(last, scale),
                BigDecimal.valueOf(quantity, 8),
                tradeId,
                Instant.ofEpochMilli(startMillis + tradedAt));
    }

    private double price(SimulatedVenue venue, SimulatedListing listing, Traded symbol, long atMillis) {
        // Held to its dollar: a hundredth of how far another symbol wanders.
        double tetherNow = 1 + (tether.at(atMillis) - 1) / 100;
        if (listing.symbol().equals(TETHER.symbol())) {
            return tetherNow;
        }
        double price = symbol.process().at(atMillis);
        return venue == SimulatedVenue.BINANCE && listing.quote().equals("USD") ? price / tetherNow : price;
    }

    /** The day before the ticker, wide enough to hold it. */
    DayRange day(SimulatedListing listing, SimulatedTicker ticker) {
        PriceProcess process = find(listing).process();
        int scale = listing.startPrice().scale();
        long end = ticker.time().toEpochMilli() - startMillis;
        BigDecimal open = BigDecimal.ZERO;
        BigDecimal low = ticker.last();
        BigDecimal high = ticker.last();
        for (int hour = 1; hour <= HOURS; hour++) {
            double then = process.at(end - hour * HOUR_MILLIS);
            open = BigDecimal.valueOf(Math.max(1, Math.round(then * ticksPerUnit(scale))), scale);
            low = low.min(open);
            high = high.max(open);
        }
        return new DayRange(open, low, high);
    }

    private Traded find(SimulatedListing listing) {
        Traded symbol = traded.get(listing.symbol());
        if (symbol == null) {
            throw new IllegalArgumentException("not in this market: " + listing);
        }
        return symbol;
    }

    private static double ticksPerUnit(int scale) {
        double ticks = 1;
        for (int i = 0; i < scale; i++) {
            ticks *= 10;
        }
        return ticks;
    }
}
