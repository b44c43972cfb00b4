// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.VenueReply;
import io.outcry.price.venue.VenueMetrics.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A venue that cannot hurt: whatever it does, every symbol gets a reply in time.
 *
 * <p>Outermost is the bulkhead, so that waiting for a place is neither slow nor failed in the eyes of the breaker; innermost is the time
 * limit, which cuts a call that hangs. A venue's "I do not list this" is an answer like any other. There is no retry: the next refresh is.
 */
public final class GuardedVenue implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedVenue.class);

    private final VenueClient client;
    private final Bulkhead bulkhead;
    private final CircuitBreaker breaker;
    private final TimeLimiter timeLimiter;
    private final ExecutorService executor;
    private final Duration roundTimeout;
    private final UnlistedSymbols unlisted;
    private final VenueMetrics metrics;

    /** @param executor starts a virtual thread for every task; the bulkhead bounds how many of them call */
    GuardedVenue(
            VenueClient client,
            Bulkhead bulkhead,
            CircuitBreaker breaker,
            TimeLimiter timeLimiter,
            ExecutorService executor,
            Duration roundTimeout,
            UnlistedSymbols unlisted,
            VenueMetrics metrics) {
        this.client = client;
        this.bulkhead = bulkhead;
        this.breaker = breaker;
        this.timeLimiter = timeLimiter;
        this.executor = executor;
        this.roundTimeout = roundTimeout;
        this.unlisted = unlisted;
        this.metrics = metrics;
    }

    public String name() {
        return client.name();
    }

    /** CLOSED, OPEN or HALF_OPEN, for people. */
    public String breakerState() {
        return breaker.getState().name();
    }

    /**
     * Asks for all of the instruments, in as few calls as the venue permits.
     *
     * @return a reply for each symbol
     * @throws InterruptedException if the caller gave up; all calls are cut
     */
    public Map<String, VenueReply> ask(List<PricedInstrument> instruments) throws InterruptedException {
        Map<String, VenueReply> replies = new HashMap<>();
        List<PricedInstrument> listed = new ArrayList<>(instruments.size());
        for (PricedInstrument instrument : instruments) {
            replies.put(instrument.symbol(), new VenueReply.Unavailable("no time left to ask"));
            if (unlisted.contains(instrument.symbol())) {
                replies.put(instrument.symbol(), new VenueReply.NotListed());
            } else {
                listed.add(instrument);
            }
        }
        List<Callable<Map<String, VenueReply>>> calls = new ArrayList<>();
        for (int from = 0; from < listed.size(); from += client.symbolsPerCall()) {
            var share = listed.subList(from, Math.min(from + client.symbolsPerCall(), listed.size()));
            calls.add(() -> askListed(share));
        }
        for (Future<Map<String, VenueReply>> call : executor.invokeAll(calls, roundTimeout.toMillis(), TimeUnit.MILLISECONDS)) {
            try {
                replies.putAll(call.get());
            } catch (CancellationException e) {
                LOG.atDebug().addKeyValue("venue", name()).log("a round ended before all of its calls");
            } catch (ExecutionException e) {
                throw new IllegalStateException("asking " + name() + " failed in a way nobody foresaw", e.getCause());
            }
        }
        return replies;
    }

    private Map<String, VenueReply> askListed(List<PricedInstrument> instruments) throws InterruptedException {
        return switch (call(instruments)) {
            case Outcome.Failed(String reason) -> forEach(instruments, new VenueReply.Unavailable(reason));
            case Outcome.Answered(VenueAnswer.Replies(var bySymbol)) -> bySymbol;
            case Outcome.Answered(VenueAnswer.RefusedAsUnlisted()) -> {
                if (instruments.size() == 1) {
                    unlisted.add(instruments.getFirst().symbol());
                    yield forEach(instruments, new VenueReply.NotListed());
                }
                // The venue does not say which symbol it is: the halves will.
                int half = instruments.size() / 2;
                Map<String, VenueReply> replies = new HashMap<>(askListed(instruments.subList(0, half)));
                replies.putAll(askListed(instruments.subList(half, instruments.size())));
                yield replies;
            }
        };
    }

    private sealed interface Outcome {
        record Answered(VenueAnswer answer) implements Outcome {}

        record Failed(String reason) implements Outcome {}
    }

    private Outcome call(List<PricedInstrument> instruments) throws InterruptedException {
        long startNanos = System.nanoTime();
        Result result = Result.FAILED;
        try {
            VenueAnswer answer = bulkhead.executeCallable(() -> breaker.executeCallable(() -> callInTime(instruments)));
            result = Result.OK;
            return new Outcome.Answered(answer);
        } catch (CallNotPermittedException e) {
            result = Result.BREAKER_OPEN;
            return new Outcome.Failed("breaker open");
        } catch (BulkheadFullException e) {
            result = Result.BULKHEAD_FULL;
            return new Outcome.Failed("too many calls at once");
        } catch (TimeoutException e) {
            result = Result.TIMEOUT;
            return new Outcome.Failed("no answer in time");
        } catch (InterruptedException | AcquirePermissionCancelledException e) {
            result = Result.UNASKED;
            throw new InterruptedException("gave up asking " + name());
        } catch (Exception e) {
            return new Outcome.Failed(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        } finally {
            metrics.poll(name(), result, System.nanoTime() - startNanos);
        }
    }

    private VenueAnswer callInTime(List<PricedInstrument> instruments) throws Exception {
        Future<VenueAnswer> call = executor.submit(() -> client.ask(instruments));
        try {
            return timeLimiter.executeFutureSupplier(() -> call);
        } finally {
            // Whoever stops waiting cuts the call, or a body that trickles would hold its thread.
            call.cancel(true);
        }
    }

    private static Map<String, VenueReply> forEach(List<PricedInstrument> instruments, VenueReply reply) {
        Map<String, VenueReply> replies = new HashMap<>();
        instruments.forEach(instrument -> replies.put(instrument.symbol(), reply));
        return replies;
    }

    @Override
    public void close() {
        client.close();
    }
}
