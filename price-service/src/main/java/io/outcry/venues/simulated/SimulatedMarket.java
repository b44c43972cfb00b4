// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The one market behind all venues: a random walk for each symbol, and on top of it each venue's own small error and spread. Everything
 * follows from the seed and the time since the start.
 */
final class SimulatedMarket {

    /** A step of the walk, in milliseconds. */
    static final long STEP_MILLIS = 250;

    private static final double MAX_VENUE_ERROR = 0.0002;
    private static final double LEAST_HALF_SPREAD = 0.0001;
    private static final double MORE_HALF_SPREAD = 0.0001;

    private final long seed;
    private final InstantSource clock;
    private final long startMillis;
    private final Map<String, SimulatedListing> listings = new LinkedHashMap<>();
    private final Map<String, RandomWalk> walks = new LinkedHashMap<>();

    SimulatedMarket(long seed, List<SimulatedListing> listings, InstantSource clock) {
        this.seed = seed;
        this.clock = clock;
        this.startMillis = clock.millis();
        for (SimulatedListing listing : listings) {
            this.listings.put(listing.symbol(), listing);
            walks.put(listing.symbol(), new RandomWalk(listing.startPrice().doubleValue(), mix(seed, listing.symbol().hashCode())));
        }
    }

    Collection<SimulatedListing> listings() {
        return listings.values();
    }

    /** What the venue shows for the listing now. */
    SimulatedTicker ticker(SimulatedVenue venue, SimulatedListing listing) {
        RandomWalk walk = walks.get(listing.symbol());
        if (walk == null) {
            throw new IllegalArgumentException("not in this market: " + listing);
        }
        Instant now = clock.instant();
        long step = Math.max(0, (now.toEpochMilli() - startMillis) / STEP_MILLIS);
        double price = walk.at(step);
        int scale = listing.startPrice().scale();
        BigDecimal tick = BigDecimal.ONE.movePointLeft(scale);
        long noise = mix(mix(seed, step), mix(venue.ordinal() + 1L, listing.symbol().hashCode()));
        double mid = price * (1 + MAX_VENUE_ERROR * fraction(noise));
        double half = mid * (LEAST_HALF_SPREAD + MORE_HALF_SPREAD * Math.abs(fraction(mix(noise, 1))));
        BigDecimal bid = new BigDecimal(mid - half).setScale(scale, RoundingMode.FLOOR).max(tick);
        BigDecimal ask = new BigDecimal(mid + half).setScale(scale, RoundingMode.CEILING).max(bid.add(tick));
        BigDecimal last = fraction(mix(noise, 2)) < 0 ? bid : ask;
        return new SimulatedTicker(
                bid,
                ask,
                last,
                new BigDecimal(walk.low()).setScale(scale, RoundingMode.FLOOR),
                new BigDecimal(walk.high()).setScale(scale, RoundingMode.CEILING),
                listing.startPrice(),
                new BigDecimal(0.5 + Math.abs(fraction(mix(noise, 3)))).setScale(8, RoundingMode.HALF_UP),
                step + 1,
                now);
    }

    /** -1 to 1. */
    private static double fraction(long bits) {
        return (bits >> 10) / (double) (1L << 53);
    }

    private static long mix(long a, long b) {
        long z = a * 0x9e3779b97f4a7c15L + b + 0x632be59bd9b4e019L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
