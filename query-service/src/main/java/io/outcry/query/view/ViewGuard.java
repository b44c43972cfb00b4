// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.TracedSpan;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/**
 * Stands before every read of Redis: a limit on how many are under way, a breaker, and a limit on how long one takes. What it refuses or
 * gives up is VIEW_UNAVAILABLE, with a time after which to ask again.
 *
 * <p>One Redis has one breaker. In a cluster each partition has its own, for it is in one slot, whoever has that: a node that is away is no
 * reason to refuse what is on the others.
 */
public final class ViewGuard implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ViewGuard.class);
    private static final String NAME = "outcry.query.redis";
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration OPEN = Duration.ofSeconds(1);
    private static final Duration HALF_OPEN_LIMIT = Duration.ofSeconds(2);
    private static final String REFUSED = "the read model did not answer lately";

    /** What a Redis that is there says while it answers nobody, or its cluster not all. */
    private static final List<String> AWAY = List.of("LOADING ", "BUSY ", "MASTERDOWN ", "CLUSTERDOWN ");
    private static final int WINDOW = 50;
    private static final int MINIMUM_CALLS = 10;
    private static final int TRIAL_CALLS = 3;
    private static final float FAILURE_PERCENT = 50;

    private final Duration timeout;
    private final CircuitBreakerRegistry breakers;
    private final BulkheadRegistry bulkheads;
    private final ReadPlaces places;

    /** Null where each partition has its own. */
    private final @Nullable ViewBreaker whole;

    private final Map<ViewPartition, ViewBreaker> own = new HashMap<>();

    /** Before one Redis, see {@link #ViewGuard(Duration, int, List)}. */
    public ViewGuard(Duration timeout, int maxConcurrent) {
        this(timeout, maxConcurrent, List.of());
    }

    /**
     * @param timeout longest a read may take; one that takes four fifths of it counts as slow
     * @param maxConcurrent reads under way at the same time
     * @param apart all partitions, if each may fail alone; none if they fail together
     */
    public ViewGuard(Duration timeout, int maxConcurrent, List<ViewPartition> apart) {
        this.timeout = timeout;
        Duration slow = timeout.multipliedBy(4).dividedBy(5);
        this.breakers = CircuitBreakerRegistry.of(CircuitBreakerConfig.custom()
                .slidingWindow(WINDOW, MINIMUM_CALLS, CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(FAILURE_PERCENT)
                .slowCallRateThreshold(FAILURE_PERCENT)
                .slowCallDurationThreshold(slow)
                .waitDurationInOpenState(OPEN)
                .automaticTransitionFromOpenToHalfOpenEnabled(true)
                .permittedNumberOfCallsInHalfOpenState(TRIAL_CALLS)
                .maxWaitDurationInHalfOpenState(HALF_OPEN_LIMIT)
                .build());
        this.whole = apart.isEmpty() ? new ViewBreaker(breakers.circuitBreaker(NAME), slow) : null;
        apart.forEach(partition -> own.put(partition, new ViewBreaker(breakers.circuitBreaker(NAME + "." + partition), slow)));
        this.bulkheads = BulkheadRegistry.of(BulkheadConfig.custom()
                .maxConcurrentCalls(maxConcurrent)
                .maxWaitDuration(Duration.ZERO)
                .build());
        this.places = new ReadPlaces(bulkheads.bulkhead(NAME), apart);
    }

    /** The breaker before {@code partition}. */
    ViewBreaker breaker(ViewPartition partition) {
        ViewBreaker breaker = whole == null ? own.get(partition) : whole;
        if (breaker == null) {
            throw new IllegalArgumentException("no partition " + partition);
        }
        return breaker;
    }

    /** Ends the breakers' own timers. */
    @Override
    public void close() {
        breakers.getAllCircuitBreakers().forEach(CircuitBreaker::transitionToDisabledState);
    }

    /** Runs one read of {@code partition}; whatever goes wrong becomes VIEW_UNAVAILABLE. One whose request has no time left is not sent. */
    public <T> Mono<T> run(ViewPartition partition, Supplier<CompletionStage<T>> read) {
        return Mono.deferContextual(context -> {
            Duration left = RequestDeadline.remaining(context, timeout);
            if (left.isZero()) {
                return Mono.error(late());
            }
            if (!places.enter(partition)) {
                return Mono.error(unavailable("too many reads are under way"));
            }
            Mono<T> answer = breaker(partition).run(read, left);
            TracedSpan request = TracedRequests.of(context);
            return (request == null ? answer : TracedRequests.span(request.begin("read redis", SpanKind.CLIENT), answer))
                    .doFinally(_ -> places.leave(partition));
        });
    }

    /** Longest time that a read may take. */
    Duration timeout() {
        return timeout;
    }

    /** The places of the reads that are under way: one that shares its question with others takes its own here. */
    ReadPlaces places() {
        return places;
    }

    /** True while reads of {@code partition} are refused because Redis failed. */
    public boolean isOpen(ViewPartition partition) {
        return breaker(partition).isOpen();
    }

    /** Holds the breakers, for their metrics. */
    public CircuitBreakerRegistry breakers() {
        return breakers;
    }

    /** Holds the bulkhead, for its metrics. */
    public BulkheadRegistry bulkheads() {
        return bulkheads;
    }

    /** The answer of a view that cannot be read now. */
    public static ApiException unavailable(String why) {
        return new ApiException(Problem.of(ErrorCode.VIEW_UNAVAILABLE, why).withRetryAfter(RETRY_AFTER));
    }

    /** The answer of a view that is not asked, for it failed lately. */
    public static ApiException refused() {
        return unavailable(REFUSED);
    }

    /** The answer of a view that was not there in time. */
    static ApiException late() {
        return unavailable("the read model did not answer in time");
    }

    /** What a reader is told of a failure. */
    static ApiException translate(Throwable thrown) {
        Throwable unwrapped = Exceptions.unwrap(thrown);
        Throwable failure = unwrapped instanceof CompletionException && unwrapped.getCause() != null ? unwrapped.getCause() : unwrapped;
        if (failure instanceof TimeoutException || failure instanceof RedisCommandTimeoutException) {
            return late();
        }
        if (!(failure instanceof RedisConnectionException) && !isRejection(failure) && !isAway(failure)) {
            LOG.atError().setCause(failure).log("Redis refused a read");
        }
        return unavailable("the read model cannot be reached");
    }

    /** Lettuce rejects commands while it is disconnected with plain exceptions of this type; a script's fault is a subtype. */
    private static boolean isRejection(Throwable failure) {
        return failure.getClass() == RedisException.class || failure instanceof IOException;
    }

    /** That is told once, by whoever watches Redis, and not with each read. */
    private static boolean isAway(Throwable failure) {
        return failure instanceof RedisCommandExecutionException
                && AWAY.stream().anyMatch(String.valueOf(failure.getMessage())::startsWith);
    }
}
