// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.time.Micros;
import io.outcry.price.Await;
import io.outcry.price.domain.Aggregation;
import io.outcry.price.domain.AggregationRules;
import io.outcry.price.domain.IndexRate;
import io.outcry.price.domain.JudgedReply;
import io.outcry.price.domain.JudgedReply.Verdict;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.SymbolSources;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.VenueReply;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** The three simulated venues, our guards around their clients, and one hot symbol. */
final class VenueTrial implements AutoCloseable {

    static final PricedInstrument BTC = new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT);

    /** Between two looks, as if the hot tier were refreshed twice a second. */
    static final Duration INTERVAL = Duration.ofMillis(500);

    /** What a fault may take to be noticed: two intervals of the hot tier as it is, since the proofs of a hot symbol are made for that. */
    private static final Duration TWO_HOT_INTERVALS = Duration.ofSeconds(10);

    private static final VenueLimits LIMITS = new VenueLimits(
            Duration.ofMillis(1_000), Duration.ofMillis(800), Duration.ofSeconds(1), 4, Duration.ofMillis(2_500));

    private static final AggregationRules RULES =
            AggregationRules.of(new TierIntervals(2_000, 30_000, 300_000), RefreshTier.HOT, 1, "outcry");

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final SimulatedVenues simulated = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(1, List.of(
            SimulatedListing.everywhere("BTC-USD", "60000.00"), SimulatedListing.everywhere("ETH-USD", "3000.00"))));
    private final SymbolSources sources = new SymbolSources();
    private final Venues venues;
    private final Map<SimulatedVenue, GuardedVenue> guarded = new EnumMap<>(SimulatedVenue.class);

    VenueTrial(boolean sockets) {
        List<VenueClient> clients = new ArrayList<>();
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            clients.add(new RestClient(
                    dialect(venue),
                    URI.create(simulated.baseUrl(venue)),
                    sockets ? Optional.of(URI.create(simulated.socketUrl(venue))) : Optional.empty(),
                    LIMITS.callTimeout(),
                    1,
                    InstantSource.system()));
        }
        venues = new Venues(clients, LIMITS, meters, InstantSource.system());
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            guarded.put(venue, venues.all().get(venue.ordinal()));
        }
    }

    static VenueDialect dialect(SimulatedVenue venue) {
        return switch (venue) {
            case BINANCE -> new Binance();
            case COINBASE -> new Coinbase();
            case KRAKEN -> new Kraken();
        };
    }

    GuardedVenue guarded(SimulatedVenue venue) {
        return guarded.get(venue);
    }

    VenueReply ask(SimulatedVenue venue) {
        try {
            return guarded.get(venue).ask(List.of(BTC)).get("BTC-USD");
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Asks until a reply is as wanted, an interval apart, and says how many intervals that took. */
    int intervalsUntil(SimulatedVenue venue, String what, Predicate<VenueReply> wanted) {
        return intervalsUntil(venue, what, wanted, reply -> true);
    }

    /** The same, counting the intervals that brought an answer: on a busy machine one may not come in time, whatever the fault. */
    int answersUntil(SimulatedVenue venue, String what, Predicate<VenueReply> wanted) {
        return intervalsUntil(venue, what, wanted, reply -> !(reply instanceof VenueReply.Unavailable));
    }

    private int intervalsUntil(SimulatedVenue venue, String what, Predicate<VenueReply> wanted, Predicate<VenueReply> counted) {
        int[] intervals = {0};
        long[] next = {System.nanoTime()};
        Await.until(venue + ": " + what, () -> {
            if (System.nanoTime() < next[0]) {
                return false;
            }
            next[0] = System.nanoTime() + INTERVAL.toNanos();
            VenueReply reply = ask(venue);
            if (counted.test(reply)) {
                intervals[0]++;
            }
            return wanted.test(reply);
        });
        return intervals[0];
    }

    /**
     * Waits for the sign of a fault that was set just now; fails where it comes later than two intervals of the hot tier. A machine that
     * stands still takes nobody's time: between two looks passes what a call and a pause may take, and no more.
     */
    static void awaitNoticed(String what, BooleanSupplier sign) {
        long[] lastAndPassed = {System.nanoTime(), 0};
        Await.until(what, () -> {
            boolean noticed = sign.getAsBoolean();
            long now = System.nanoTime();
            lastAndPassed[1] += Math.min(now - lastAndPassed[0], LIMITS.callTimeout().plus(INTERVAL).toNanos());
            lastAndPassed[0] = now;
            return noticed;
        });
        assertThat(Duration.ofNanos(lastAndPassed[1])).as(what).isLessThanOrEqualTo(TWO_HOT_INTERVALS);
    }

    void pauseAnInterval() {
        long until = System.nanoTime() + INTERVAL.toNanos();
        Await.until("an interval is over", () -> System.nanoTime() > until);
    }

    void awaitHealthy() {
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            intervalsUntil(venue, "a good quote", this::isGood);
        }
    }

    void set(SimulatedVenue venue, InjectedFault fault, InjectedFault.Scope scope) {
        simulated.faults(venue).set(fault, FaultSetting.usual(fault).on(scope));
    }

    /** A quote that an aggregator would count: sane, of now, and near where the market is. */
    boolean isGood(VenueReply reply) {
        return reply instanceof VenueReply.Quoted(Quote quote)
                && quote.bid() > 0
                && quote.ask() >= quote.bid()
                && Math.abs(quote.asOfMicros() - Micros.now(InstantSource.system())) < 2_000_000
                && Math.abs(quote.mid() - 600_000_000) < 60_000_000;
    }

    /** Asks all venues and lets the aggregator judge. */
    Aggregation aggregate() {
        SortedMap<String, VenueReply> replies = new TreeMap<>();
        Map<SimulatedVenue, Future<VenueReply>> asked = new EnumMap<>(SimulatedVenue.class);
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            asked.put(venue, venues.executor().submit(() -> ask(venue)));
        }
        asked.forEach((venue, reply) -> {
            try {
                replies.put(venue.key(), reply.get());
            } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError("asking " + venue, e);
            }
        });
        long now = Micros.now(InstantSource.system());
        // What a USDT is worth in the simulated market, give or take what it moves in a minute.
        return sources.aggregate(BTC, replies, RULES, symbol -> new IndexRate("USDT-USD", 99_900, 100_100, 5, now), now);
    }

    /** What the aggregator makes of the venue now. */
    JudgedReply judged(SimulatedVenue venue) {
        return judged(aggregate(), venue);
    }

    /** Waits until the aggregator makes that of the venue; an answer that is late on a busy machine is not judged by what is in it. */
    void awaitJudged(SimulatedVenue venue, Predicate<JudgedReply> wanted) {
        Await.until(venue + " is judged as expected", () -> wanted.test(judged(venue)));
    }

    private static JudgedReply judged(Aggregation aggregation, SimulatedVenue venue) {
        return aggregation.replies().stream().filter(reply -> reply.venue().equals(venue.key())).findFirst().orElseThrow();
    }

    /**
     * The honest venues count and there is a price between the lowest honest bid and the highest honest ask. On a busy machine an honest
     * venue may be too slow now and then; a price that is out of the range is wrong whenever it is seen.
     */
    void assertPriceUnharmed(SimulatedVenue atFault) {
        Await.until("a price to which all honest venues speak", () -> {
            Aggregation aggregation = aggregate();
            List<JudgedReply> honest = Arrays.stream(SimulatedVenue.values())
                    .filter(venue -> venue != atFault)
                    .map(venue -> judged(aggregation, venue))
                    .toList();
            if (aggregation.price().isEmpty() || honest.stream().anyMatch(reply -> reply.verdict() != Verdict.USED)) {
                return false;
            }
            assertThat(aggregation.price().get().price()).as("of %s", aggregation.replies()).isBetween(
                    honest.stream().mapToLong(JudgedReply::bid).min().orElseThrow(),
                    honest.stream().mapToLong(JudgedReply::ask).max().orElseThrow());
            return true;
        });
    }

    double polls(SimulatedVenue venue, String result) {
        return meters.counter("outcry.price.polls", "venue", venue.key(), "result", result).count();
    }

    double messages(SimulatedVenue venue, String fate) {
        return meters.counter("outcry.price.feed.messages", "venue", venue.key(), "fate", fate).count();
    }

    @Override
    public void close() {
        venues.close();
        simulated.close();
    }
}
