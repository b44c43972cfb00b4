// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All venues of this instance, each behind its own guard. */
public final class Venues implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Venues.class);
    private static final int FAILURES_IN_A_ROW = 3;
    private static final Duration UNLISTED_BELIEVED_FOR = Duration.ofMinutes(10);
    /**
     * How long the one try may be made after a breaker has been open. Longer than any gap between two calls, or few calls to a venue that is well
     * would be refused most of the time; and not without end, or a try that is lost would be the last.
     */
    private static final Duration MAX_WAIT_IN_HALF_OPEN = Duration.ofMinutes(30);

    private final ExecutorService executor = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("venue-", 0).factory());
    private final List<GuardedVenue> guarded = new ArrayList<>();

    /** Takes over the clients: {@link #close} closes them. Nobody hears what they push by themselves. */
    public Venues(List<VenueClient> clients, VenueLimits limits, MeterRegistry meters, InstantSource clock) {
        this(clients, limits, meters, clock, (venue, instrument, quote) -> {});
    }

    /**
     * Takes over the clients: {@link #close} closes them.
     *
     * @param listener hears every new quote that comes over a socket
     */
    public Venues(
            List<VenueClient> clients, VenueLimits limits, MeterRegistry meters, InstantSource clock, PushListener listener) {
        CircuitBreakerRegistry breakers = CircuitBreakerRegistry.of(breakerConfig(limits));
        VenueMetrics metrics = new VenueMetrics(meters);
        clients.forEach(client -> guarded.add(guard(client, limits, breakers, metrics, clock, listener)));
        TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(breakers).bindTo(meters);
    }

    private GuardedVenue guard(
            VenueClient client,
            VenueLimits limits,
            CircuitBreakerRegistry breakers,
            VenueMetrics metrics,
            InstantSource clock,
            PushListener listener) {
        String name = client.name();
        UnlistedSymbols unlisted = new UnlistedSymbols(clock, UNLISTED_BELIEVED_FOR);
        CircuitBreaker rest = breakers.circuitBreaker("venue-" + name);
        watch(rest, name, "rest");
        RestCalls.Guards guards = new RestCalls.Guards(
                Bulkhead.of("venue-" + name, bulkheadConfig(limits)),
                rest,
                TimeLimiter.of(TimeLimiterConfig.custom().timeoutDuration(limits.callTimeout()).cancelRunningFuture(true).build()),
                limits.concurrentCalls());
        RestCalls calls = new RestCalls(client, guards, executor, limits.roundTimeout(), unlisted, metrics, clock);
        Optional<CircuitBreaker> socket = client.feed().map(address -> breakers.circuitBreaker("venue-" + name + "-socket"));
        socket.ifPresent(breaker -> watch(breaker, name, "socket"));
        Optional<VenueFeed> feed = client.feed().map(address -> new VenueFeed(
                name, address.dialect(), address.url(), limits.callTimeout(), socket.orElseThrow(), executor, unlisted, calls::listed,
                metrics, clock,
                (venue, instrument, quote) -> {
                    calls.cameByItself(instrument, quote);
                    listener.pushed(venue, instrument, quote);
                }));
        return new GuardedVenue(
                client, calls, feed, new GuardedVenue.Breakers(rest, socket), limits.roundTimeout().plus(limits.callTimeout()), unlisted);
    }

    public List<GuardedVenue> all() {
        return List.copyOf(guarded);
    }

    /** Where tasks that wait for venues run: each on a virtual thread of its own. */
    public ExecutorService executor() {
        return executor;
    }

    /**
     * Opens on three failures in a row, too: after a good stretch the failure rate alone would take five polls of a dead venue. Logs when
     * a venue is out and when it is back, not the tries in between.
     */
    private static void watch(CircuitBreaker breaker, String venue, String transport) {
        AtomicInteger failuresInARow = new AtomicInteger();
        breaker.getEventPublisher()
                .onSuccess(event -> failuresInARow.set(0))
                .onError(event -> {
                    if (failuresInARow.incrementAndGet() >= FAILURES_IN_A_ROW && breaker.getState() == CircuitBreaker.State.CLOSED) {
                        breaker.transitionToOpenState();
                    }
                })
                .onStateTransition(event -> {
                    failuresInARow.set(0);
                    if (event.getStateTransition().getFromState() == CircuitBreaker.State.CLOSED) {
                        LOG.atWarn().addKeyValue("venue", venue).addKeyValue("transport", transport)
                                .log("a venue is out: its breaker opened");
                    } else if (event.getStateTransition().getToState() == CircuitBreaker.State.CLOSED) {
                        LOG.atInfo().addKeyValue("venue", venue).addKeyValue("transport", transport)
                                .log("a venue is back: its breaker closed");
                    }
                });
    }

    /** Opens when of at least three calls in the last ten half have failed or were slow; one good call or connection closes it again. */
    static CircuitBreakerConfig breakerConfig(VenueLimits limits) {
        return CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(10)
                .minimumNumberOfCalls(3)
                .failureRateThreshold(50)
                .slowCallRateThreshold(50)
                .slowCallDurationThreshold(limits.slowCall())
                .waitDurationInOpenState(limits.breakerOpenFor())
                .automaticTransitionFromOpenToHalfOpenEnabled(true)
                .permittedNumberOfCallsInHalfOpenState(1)
                .maxWaitDurationInHalfOpenState(MAX_WAIT_IN_HALF_OPEN)
                .ignoreExceptions(InterruptedException.class, CancellationException.class)
                .build();
    }

    private static BulkheadConfig bulkheadConfig(VenueLimits limits) {
        return BulkheadConfig.custom().maxConcurrentCalls(limits.concurrentCalls()).maxWaitDuration(limits.roundTimeout()).build();
    }

    @Override
    public void close() {
        guarded.forEach(GuardedVenue::close);
        executor.shutdownNow();
    }
}
