// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.VenueReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A venue that cannot hurt: whatever it does, every symbol gets a reply in time.
 *
 * <p>What its socket knows for certain is taken from there and costs nothing; the rest is asked for. Where asking fails, what the socket
 * said last is given with its true age, as long as it is open: whether that is too old is for the aggregator to say.
 */
public final class GuardedVenue implements AutoCloseable {

    private final VenueClient client;
    private final RestCalls calls;
    private final Optional<VenueFeed> feed;
    private final Breakers breakers;
    private final Duration patience;
    private final UnlistedSymbols unlisted;

    /** A venue's breakers, one for each transport; the second is empty for a venue without a socket. */
    record Breakers(CircuitBreaker rest, Optional<CircuitBreaker> socket) {}

    /** @param patience how long a caller waits for calls: a round, and the call that began at its end */
    GuardedVenue(
            VenueClient client, RestCalls calls, Optional<VenueFeed> feed, Breakers breakers, Duration patience, UnlistedSymbols unlisted) {
        this.client = client;
        this.calls = calls;
        this.feed = feed;
        this.breakers = breakers;
        this.patience = patience;
        this.unlisted = unlisted;
    }

    public String name() {
        return client.name();
    }

    /** CLOSED, OPEN or HALF_OPEN, for people; of the calls. */
    public String breakerState() {
        return breakers.rest().getState().name();
    }

    /** The same of the socket; "none" for a venue without. */
    public String socketBreakerState() {
        return breakers.socket().map(breaker -> breaker.getState().name()).orElse("none");
    }

    /**
     * What the venue says of each of the instruments.
     *
     * @return a reply for each symbol
     * @throws InterruptedException if the caller gave up; calls that are under way end by themselves, others may wait for them, too
     */
    public Map<String, VenueReply> ask(List<PricedInstrument> instruments) throws InterruptedException {
        return ask(instruments, Map.of());
    }

    /**
     * The same for those who want it newer than it has to be.
     *
     * @param notBefore by symbol, microseconds: what was pushed and last known to be true before that is not good enough, so a call is made
     */
    public Map<String, VenueReply> ask(List<PricedInstrument> instruments, Map<String, Long> notBefore) throws InterruptedException {
        Map<String, VenueReply> replies = new HashMap<>();
        List<PricedInstrument> listed = instruments.stream().filter(this::mayList).toList();
        instruments.forEach(instrument -> replies.put(instrument.symbol(), new VenueReply.NotListed()));
        List<PricedInstrument> toAsk = new ArrayList<>();
        Map<String, Quote> pushed = feed.map(socket -> socket.certain(listed)).orElse(Map.of());
        for (PricedInstrument instrument : listed) {
            String symbol = instrument.symbol();
            Quote quote = pushed.get(symbol);
            if (quote != null && quote.asOfMicros() >= notBefore.getOrDefault(symbol, Long.MIN_VALUE)) {
                replies.put(symbol, new VenueReply.Quoted(quote));
            } else {
                toAsk.add(instrument);
            }
        }
        if (toAsk.isEmpty() && !listed.isEmpty() && breakers.rest().getState() == CircuitBreaker.State.HALF_OPEN) {
            // Nobody needs the answer: without the call it would not be known that calls are answered again.
            calls.ask(listed.subList(0, 1));
        }
        List<CompletableFuture<VenueReply>> answers = calls.ask(toAsk);
        long until = System.nanoTime() + patience.toNanos();
        for (int i = 0; i < toAsk.size(); i++) {
            PricedInstrument instrument = toAsk.get(i);
            replies.put(instrument.symbol(), orPushed(instrument, await(answers.get(i), until), pushed.get(instrument.symbol())));
        }
        return replies;
    }

    private boolean mayList(PricedInstrument instrument) {
        return client.couldList(instrument) && !unlisted.contains(instrument.symbol()) && calls.listed().test(instrument);
    }

    private static VenueReply await(CompletableFuture<VenueReply> answer, long untilNanos) throws InterruptedException {
        try {
            return answer.get(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return new VenueReply.Unavailable("no time left to ask");
        } catch (ExecutionException e) {
            throw new IllegalStateException("asking failed in a way nobody foresaw", e.getCause());
        }
    }

    /** @param certain what the socket was certain of, and was not new enough for who asked; null for nothing */
    private VenueReply orPushed(PricedInstrument instrument, VenueReply reply, @Nullable Quote certain) {
        if (!(reply instanceof VenueReply.Unavailable)) {
            return reply;
        }
        Optional<Quote> last = certain == null ? feed.flatMap(socket -> socket.last(instrument)) : Optional.of(certain);
        return last.isPresent() ? new VenueReply.Quoted(last.get()) : reply;
    }

    @Override
    public void close() {
        feed.ifPresent(VenueFeed::close);
        client.close();
    }
}
