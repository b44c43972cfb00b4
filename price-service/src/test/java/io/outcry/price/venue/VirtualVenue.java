// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.VenueReply;
import io.outcry.price.venue.Boarding.Passenger;
import io.outcry.venues.simulated.RateLimit;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.VenueRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ObjLongConsumer;

/**
 * One venue's REST lane on a virtual clock: the product's own queue, budget and prices of calls, in front of the limit that the simulated
 * venue enforces. Every call is answered at once.
 */
final class VirtualVenue {

    private static final long ROUND_MILLIS = 4_000;
    private static final VenueReply ANSWER = new VenueReply.Unusable("only its arrival matters here");

    private final RestClientOfNobody client;
    private final RateLimit limit;
    private final ObjLongConsumer<String> whenAnswered;
    private final Boarding boarding = new Boarding();
    private final Map<String, Long> answeredMillis = new HashMap<>();
    private long nextTryMillis;
    private long calls;
    private long refused;
    private long spent;

    /** A dialect and its budget, without the HTTP. */
    private record RestClientOfNobody(VenueDialect dialect, TokenBucket bucket) {}

    /** @param whenAnswered told each symbol that is answered, and when it was the last time, 0 for never */
    VirtualVenue(VenueDialect dialect, SimulatedVenue venue, long nowMillis, ObjLongConsumer<String> whenAnswered) {
        this.whenAnswered = whenAnswered;
        this.client = new RestClientOfNobody(dialect, new TokenBucket(dialect.budget(), 1_000 * nowMillis));
        this.limit = VenueRules.rest(venue);
    }

    void ask(PricedInstrument instrument, long nowMillis) {
        CompletableFuture<VenueReply> reply = boarding.board(instrument, 1_000_000 * (nowMillis + ROUND_MILLIS));
        if (reply.isDone()) {
            throw new AssertionError("more symbols wait than ever may");
        }
    }

    /** Makes the calls that can be paid for now. */
    void run(long nowMillis) {
        if (nowMillis < nextTryMillis) {
            return;
        }
        List<PricedInstrument> next = boarding.next(client.dialect().symbolsPerCall());
        while (!next.isEmpty()) {
            long waitMicros = client.bucket().take(client.dialect().call(next).weight(), 1_000 * nowMillis);
            if (waitMicros > 0) {
                nextTryMillis = nowMillis + Math.ceilDiv(waitMicros, 1_000);
                return;
            }
            List<Passenger> passengers = boarding.take(client.dialect().symbolsPerCall(), 1_000_000 * nowMillis);
            if (!passengers.isEmpty()) {
                call(passengers, nowMillis);
            }
            next = boarding.next(client.dialect().symbolsPerCall());
        }
    }

    private void call(List<Passenger> passengers, long nowMillis) {
        int weight = client.dialect().call(passengers.stream().map(Passenger::instrument).toList()).weight();
        RateLimit.Decision decision = limit.admit(weight, nowMillis);
        calls++;
        spent += weight;
        refused += decision.served() ? 0 : 1;
        Map<String, VenueReply> replies = new HashMap<>();
        for (Passenger passenger : passengers) {
            replies.put(passenger.instrument().symbol(), ANSWER);
            String symbol = passenger.instrument().symbol();
            whenAnswered.accept(symbol, answeredMillis(symbol));
            answeredMillis.put(symbol, nowMillis);
        }
        boarding.arrived(passengers, replies);
    }

    /** When the venue last answered for the symbol; 0 for never. */
    long answeredMillis(String symbol) {
        return answeredMillis.getOrDefault(symbol, 0L);
    }

    long calls() {
        return calls;
    }

    /** Calls that the venue answered with 429 or 418. */
    long refused() {
        return refused;
    }

    long spent() {
        return spent;
    }
}
