// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.VenueReply;
import io.outcry.price.venue.Boarding.Passenger;
import io.outcry.price.venue.VenueMetrics.Result;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls to one venue: few, full, paid for, and none to a venue that does not answer.
 *
 * <p>A call waits for its budget first, then for a place in the bulkhead, then for the breaker's leave; innermost is the time limit, which
 * cuts a call that hangs. A venue's "I do not list this" is an answer like any other. "Come back later" closes the budget and opens the
 * breaker for exactly that time. There is no retry: the next refresh is.
 */
final class RestCalls {

    private static final Logger LOG = LoggerFactory.getLogger(RestCalls.class);
    private static final long LISTING_HOLDS_MICROS = 3_600_000_000L;
    private static final long LISTING_AGAIN_MICROS = 60_000_000;

    private final VenueClient client;
    private final Guards guards;
    private final ExecutorService executor;
    private final Duration roundTimeout;
    private final UnlistedSymbols unlisted;
    private final VenueMetrics metrics;
    private final InstantSource clock;
    private final Boarding boarding = new Boarding();
    private final ReentrantLock learning = new ReentrantLock();
    private volatile long listingDueMicros = Long.MIN_VALUE;
    private volatile Predicate<PricedInstrument> listed = instrument -> true;
    /** Guarded by {@link #learning}. */
    private boolean hasListing;
    private final AtomicInteger senders = new AtomicInteger();
    /** Of the senders those that are within a call. */
    private final AtomicInteger calling = new AtomicInteger();

    /** What stands between us and the venue; {@code senders} is the bulkhead's size. */
    record Guards(Bulkhead bulkhead, CircuitBreaker breaker, TimeLimiter timeLimiter, int senders) {}

    /** @param executor starts a virtual thread for every task; the bulkhead bounds how many of them call */
    RestCalls(
            VenueClient client,
            Guards guards,
            ExecutorService executor,
            Duration roundTimeout,
            UnlistedSymbols unlisted,
            VenueMetrics metrics,
            InstantSource clock) {
        this.client = client;
        this.guards = guards;
        this.executor = executor;
        this.roundTimeout = roundTimeout;
        this.unlisted = unlisted;
        this.metrics = metrics;
        this.clock = clock;
        client.bucket().ifPresent(bucket -> metrics.weight(client.name(), bucket));
    }

    /** Asks for all of them, or joins who asked already. Every reply comes, at the latest after a round and a call. */
    List<CompletableFuture<VenueReply>> ask(List<PricedInstrument> instruments) {
        long until = System.nanoTime() + roundTimeout.toNanos();
        List<CompletableFuture<VenueReply>> replies = new ArrayList<>(instruments.size());
        for (PricedInstrument instrument : instruments) {
            replies.add(boarding.board(instrument, until));
        }
        sendWhatWaits();
        return replies;
    }

    /** A sender for each call's worth that waits, besides those that are within a call: nobody waits for its end. */
    private void sendWhatWaits() {
        int wanted = Math.min(guards.senders(), calling.get() + Math.ceilDiv(boarding.size(), client.symbolsPerCall()));
        for (int now = senders.get(); now < wanted; now = senders.get()) {
            if (senders.compareAndSet(now, now + 1)) {
                executor.execute(this::send);
            }
        }
    }

    /** A quote came by itself: the call for it can be saved. */
    void cameByItself(PricedInstrument instrument, Quote quote) {
        boarding.fulfil(instrument.symbol(), new VenueReply.Quoted(quote));
    }

    /** What the venue's own list has, as it was last read; everything until it has been. */
    Predicate<PricedInstrument> listed() {
        return listed;
    }

    private void send() {
        try {
            learnListing();
            while (pay()) {
                List<Passenger> passengers = boarding.take(client.symbolsPerCall(), System.nanoTime());
                Map<String, VenueReply> replies = Map.of();
                calling.incrementAndGet();
                try {
                    if (!passengers.isEmpty()) {
                        replies = askListed(passengers.stream().map(Passenger::instrument).toList());
                    }
                } finally {
                    calling.decrementAndGet();
                    boarding.arrived(passengers, replies);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            boarding.turnAway(new VenueReply.Unavailable("the service stops"));
        } catch (RuntimeException e) {
            // A dialect that cannot say what it asks, or what that costs: who waits would be tried for again at once, and without end.
            LOG.atError().addKeyValue("venue", client.name()).setCause(e)
                    .log("a call to a venue could not be made up, its symbols go without it");
            boarding.turnAway(new VenueReply.Unavailable("no call could be made"));
        } finally {
            senders.decrementAndGet();
            // Whoever boarded after the last look would otherwise wait for the next to come along.
            if (!executor.isShutdown()) {
                sendWhatWaits();
            }
        }
    }

    /**
     * Once an hour, if it can be paid at once; a venue that fails to tell is asked again a minute later, and so is one that has told for
     * the first time. The other senders wait: a list of calls refused for what is not traded would cost far more.
     */
    private void learnListing() throws InterruptedException {
        if (client.listingWeight() == 0 || !isListingDue(Micros.now(clock))) {
            return;
        }
        learning.lockInterruptibly();
        try {
            long now = Micros.now(clock);
            boolean open = guards.breaker().getState() == CircuitBreaker.State.CLOSED;
            if (!isListingDue(now) || !open || client.bucket().isPresent()
                    && client.bucket().get().take(client.listingWeight(), now) > 0) {
                return;
            }
            Outcome<Optional<Predicate<PricedInstrument>>> outcome = guarded(client::listing);
            if (outcome instanceof Outcome.Done<Optional<Predicate<PricedInstrument>>>(var listing) && listing.isPresent()) {
                listed = listing.get();
                boarding.dropUnlisted(listed);
                // The first one has none before it that would tell that something is missing.
                listingDueMicros = now + (hasListing ? LISTING_HOLDS_MICROS : LISTING_AGAIN_MICROS);
                hasListing = true;
            } else {
                listingDueMicros = now + LISTING_AGAIN_MICROS;
            }
        } finally {
            learning.unlock();
        }
    }

    /** It is farther ahead than it was ever set if the clock was set back: what a venue begins to trade would not be seen for so long. */
    private boolean isListingDue(long nowMicros) {
        return nowMicros >= listingDueMicros || listingDueMicros - nowMicros > LISTING_HOLDS_MICROS;
    }

    /** Waits until the next call is paid for; false if there is none to make, or none that can be paid in time. */
    private boolean pay() throws InterruptedException {
        List<PricedInstrument> next = boarding.next(client.symbolsPerCall());
        while (!next.isEmpty()) {
            long waitMicros = takeBudget(next);
            if (waitMicros == 0) {
                return true;
            }
            if (waitMicros > TimeUnit.NANOSECONDS.toMicros(roundTimeout.toNanos())) {
                metrics.poll(client.name(), Result.OVER_BUDGET, 0);
                boarding.turnAway(new VenueReply.Unavailable("not to be asked for " + Math.ceilDiv(waitMicros, 1_000_000L) + " s more"));
                return false;
            }
            TimeUnit.MICROSECONDS.sleep(waitMicros);
            next = boarding.next(client.symbolsPerCall());
        }
        return false;
    }

    /** Free while the breaker is open: it will refuse the call anyway, and that at once. */
    private long takeBudget(List<PricedInstrument> instruments) {
        if (client.bucket().isEmpty() || guards.breaker().getState() == CircuitBreaker.State.OPEN) {
            return 0;
        }
        return client.bucket().get().take(client.weight(instruments), Micros.now(clock));
    }

    private Map<String, VenueReply> askListed(List<PricedInstrument> instruments) throws InterruptedException {
        return switch (guarded(() -> client.ask(instruments))) {
            case Outcome.Failed<VenueAnswer>(String reason) -> forEach(instruments, new VenueReply.Unavailable(reason));
            case Outcome.Done<VenueAnswer>(VenueAnswer.Replies(var bySymbol)) -> bySymbol;
            case Outcome.Done<VenueAnswer>(VenueAnswer.RefusedAsUnlisted()) -> {
                if (instruments.size() == 1) {
                    unlisted.add(instruments.getFirst().symbol());
                    yield forEach(instruments, new VenueReply.NotListed());
                }
                // The venue does not say which symbol it is: the halves will.
                int half = instruments.size() / 2;
                Map<String, VenueReply> replies = new HashMap<>(askPaid(instruments.subList(0, half)));
                replies.putAll(askPaid(instruments.subList(half, instruments.size())));
                yield replies;
            }
        };
    }

    private Map<String, VenueReply> askPaid(List<PricedInstrument> instruments) throws InterruptedException {
        long waitMicros = takeBudget(instruments);
        while (waitMicros > 0) {
            if (waitMicros > TimeUnit.NANOSECONDS.toMicros(roundTimeout.toNanos())) {
                return forEach(instruments, new VenueReply.Unavailable("over budget"));
            }
            TimeUnit.MICROSECONDS.sleep(waitMicros);
            waitMicros = takeBudget(instruments);
        }
        return askListed(instruments);
    }

    private sealed interface Outcome<T> {
        record Done<T>(T answer) implements Outcome<T> {}

        record Failed<T>(String reason) implements Outcome<T> {}
    }

    private <T> Outcome<T> guarded(Callable<T> call) throws InterruptedException {
        long startNanos = System.nanoTime();
        Result result = Result.FAILED;
        try {
            T answer = guards.bulkhead().executeCallable(() -> guards.breaker().executeCallable(() -> callInTime(call)));
            result = Result.OK;
            return new Outcome.Done<>(answer);
        } catch (CallNotPermittedException e) {
            result = Result.BREAKER_OPEN;
            return new Outcome.Failed<>("breaker open");
        } catch (BulkheadFullException e) {
            result = Result.BULKHEAD_FULL;
            return new Outcome.Failed<>("too many calls at once");
        } catch (TimeoutException | HttpTimeoutException e) {
            // The limit here or the client's own for the head of an answer: whichever was looked at first.
            result = Result.TIMEOUT;
            return new Outcome.Failed<>("no answer in time");
        } catch (ThrottledException e) {
            result = Result.THROTTLED;
            leaveAloneFor(e.retryAfter());
            return new Outcome.Failed<>(e.getMessage() + ", to come back in " + e.retryAfter().toSeconds() + " s");
        } catch (InterruptedException | AcquirePermissionCancelledException e) {
            result = Result.UNASKED;
            throw new InterruptedException("gave up asking " + client.name());
        } catch (VenueException e) {
            result = Result.MALFORMED;
            return new Outcome.Failed<>(String.valueOf(e.getMessage()));
        } catch (Exception e) {
            return new Outcome.Failed<>(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        } finally {
            metrics.poll(client.name(), result, System.nanoTime() - startNanos);
        }
    }

    private void leaveAloneFor(Duration time) {
        client.bucket().ifPresent(bucket -> bucket.closeFor(TimeUnit.NANOSECONDS.toMicros(time.toNanos()), Micros.now(clock)));
        guards.breaker().transitionToOpenStateFor(time);
    }

    private <T> T callInTime(Callable<T> call) throws Exception {
        Future<T> running = executor.submit(call);
        try {
            return guards.timeLimiter().executeFutureSupplier(() -> running);
        } finally {
            // Whoever stops waiting cuts the call, or a body that trickles would hold its thread.
            running.cancel(true);
        }
    }

    private static Map<String, VenueReply> forEach(List<PricedInstrument> instruments, VenueReply reply) {
        Map<String, VenueReply> replies = new HashMap<>();
        instruments.forEach(instrument -> replies.put(instrument.symbol(), reply));
        return replies;
    }
}
