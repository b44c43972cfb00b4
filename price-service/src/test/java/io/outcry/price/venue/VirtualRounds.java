// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.Aggregation;
import io.outcry.price.domain.AggregationRules;
import io.outcry.price.domain.IndexRate;
import io.outcry.price.domain.JudgedReply;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.SymbolSources;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.SimulatedExchange;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Looks at one hot symbol, an interval apart on a virtual clock, at simulated venues without a network. */
final class VirtualRounds {

    private static final PricedInstrument BTC = new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT);
    private static final TierIntervals INTERVALS = new TierIntervals(5_000, 30_000, 300_000);
    private static final AggregationRules RULES = AggregationRules.of(INTERVALS, RefreshTier.HOT, 1, "outcry");
    private static final long TICK_MILLIS = 250;
    /** Per cent in each interval. */
    private static final double MOVE = 0.2;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Instant lastLook = now;
    private final InstantSource clock = () -> now;
    private final Map<SimulatedVenue, SimulatedExchange> exchanges = new EnumMap<>(SimulatedVenue.class);
    private final Map<SimulatedVenue, PushedSymbol> pushed = new EnumMap<>(SimulatedVenue.class);
    private final SymbolSources sources = new SymbolSources();
    private final List<JudgedReply> news = new ArrayList<>();
    private final List<SimulatedVenue> moving = new ArrayList<>();
    private double moved;

    /** What was made of one look. */
    record Look(Aggregation aggregation, Map<String, VenueReply> replies) {

        Transport transport(SimulatedVenue venue) {
            return replies.get(venue.key()) instanceof VenueReply.Quoted(Quote quote) ? quote.transport() : Transport.REST;
        }

        JudgedReply of(SimulatedVenue venue) {
            return aggregation.replies().stream().filter(reply -> reply.venue().equals(venue.key())).findFirst().orElseThrow();
        }
    }

    private Look last;

    private final boolean sockets;

    /** @param sockets whether venues push, as well as answer */
    VirtualRounds(boolean sockets) {
        this.sockets = sockets;
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            // The same seed and clock: three views of one market.
            exchanges.put(venue, SimulatedExchange.of(venue, 7, List.of(SimulatedListing.everywhere("BTC-USD", "60000.00")), clock));
        }
        // Away from the start, so that there is a past to replay.
        now = now.plusSeconds(600);
        lastLook = now;
        if (sockets) {
            exchanges.forEach((venue, exchange) -> pushed.put(venue, new PushedSymbol(BTC, VenueTrial.dialect(venue), exchange)));
        }
    }

    PushedSymbol pushed(SimulatedVenue venue) {
        return pushed.get(venue);
    }

    /** Time passes before something happens; the next look comes when it would have come anyway. */
    void passMillis(long millis) {
        passUntil(lastLook.plusMillis(millis));
    }

    void set(SimulatedVenue venue, InjectedFault fault, FaultSetting setting) {
        exchanges.get(venue).faults().set(fault, setting);
    }

    /** From now on the market moves at all venues but this one, which may follow, or not. */
    void othersMove(SimulatedVenue venue) {
        Arrays.stream(SimulatedVenue.values()).filter(other -> other != venue).forEach(moving::add);
    }

    void allWell() {
        moving.clear();
        exchanges.values().forEach(exchange -> exchange.faults().clearAll());
    }

    /** The next look, an interval after the last. */
    Look look() {
        lastLook = lastLook.plusMillis(INTERVALS.millis(RefreshTier.HOT));
        passUntil(lastLook);
        moved += moving.isEmpty() ? 0 : MOVE;
        moving.forEach(venue -> set(venue, InjectedFault.SPIKE, FaultSetting.usual(InjectedFault.SPIKE).withAmount(moved)));
        SortedMap<String, VenueReply> replies = new TreeMap<>();
        long micros = Micros.now(clock);
        exchanges.forEach((venue, exchange) -> replies.put(venue.key(), certain(venue, micros)
                .<VenueReply>map(VenueReply.Quoted::new).orElseGet(() -> ask(VenueTrial.dialect(venue), exchange))));
        Aggregation aggregation = sources.aggregate(
                BTC, replies, RULES, symbol -> new IndexRate("USDT-USD", 99_900, 100_100, 5, micros), micros);
        news.addAll(aggregation.news());
        last = new Look(aggregation, replies);
        return last;
    }

    private void passUntil(Instant then) {
        while (now.isBefore(then)) {
            Instant tick = now.plusMillis(TICK_MILLIS - now.toEpochMilli() % TICK_MILLIS);
            now = tick.isAfter(then) ? then : tick;
            if (now.equals(tick)) {
                pushed.values().forEach(socket -> socket.tick(Micros.now(clock)));
            }
        }
    }

    private Optional<Quote> certain(SimulatedVenue venue, long nowMicros) {
        return sockets ? pushed.get(venue).certain(nowMicros) : Optional.empty();
    }

    private VenueReply ask(VenueDialect dialect, SimulatedExchange exchange) {
        SimulatedExchange.Reply reply = exchange.get("192.0.2.1", dialect.call(List.of(BTC)).path(), "outcry");
        try {
            HttpAnswer answer = new HttpAnswer(reply.status(), VenueJson.read(reply.body(), "an answer"));
            return switch (dialect.read(answer, List.of(BTC), Micros.now(clock))) {
                case VenueAnswer.Replies(var bySymbol) -> bySymbol.get(BTC.symbol());
                case VenueAnswer.RefusedAsUnlisted() -> new VenueReply.NotListed();
            };
        } catch (VenueException e) {
            return new VenueReply.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    /** There is a price, and it lies between the lowest bid and the highest ask of the honest venues. */
    void assertUnharmed(SimulatedVenue atFault) {
        List<JudgedReply> honest =
                Arrays.stream(SimulatedVenue.values()).filter(venue -> venue != atFault).map(last::of).toList();
        assertThat(honest).as("honest venues count").allMatch(reply -> reply.verdict() == JudgedReply.Verdict.USED);
        assertThat(last.aggregation().price()).as("%s", last.aggregation().withheld()).isPresent();
        assertThat(last.aggregation().price().orElseThrow().price()).as("of %s", last.aggregation().replies()).isBetween(
                honest.stream().mapToLong(JudgedReply::bid).min().orElseThrow(),
                honest.stream().mapToLong(JudgedReply::ask).max().orElseThrow());
    }

    /** What was told of the venue so far. */
    List<io.outcry.price.domain.Fault> news(SimulatedVenue venue) {
        return news.stream().filter(reply -> reply.venue().equals(venue.key())).map(JudgedReply::fault).toList();
    }
}
