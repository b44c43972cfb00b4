// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.TracedStep;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;

/**
 * Stands before every read of Redis: a limit on how many are under way, a breaker, and a limit on how long one takes. What it refuses or
 * gives up is VIEW_UNAVAILABLE, with a time after which to ask again.
 *
 * <p>Every permission that the breaker gave is reported back, also when the caller went away; else a half-open breaker would wait for it for
 * ever.
 */
public final class ViewGuard implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ViewGuard.class);
    private static final String NAME = "outcry.query.redis";
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration OPEN = Duration.ofSeconds(1);
    private static final Duration HALF_OPEN_LIMIT = Duration.ofSeconds(2);
    private static final String REFUSED = "the read model did not answer lately";
    private static final int WINDOW = 50;
    private static final int MINIMUM_CALLS = 10;
    private static final int TRIAL_CALLS = 3;
    private static final float FAILURE_PERCENT = 50;

    private final Duration timeout;
    private final Duration slow;
    private final CircuitBreakerRegistry breakers;
    private final BulkheadRegistry bulkheads;
    private final CircuitBreaker breaker;
    private final Bulkhead bulkhead;

    /** Says how the trial of a half-open breaker ended: true if Redis is back. */
    private final AtomicReference<Sinks.One<Boolean>> trial = new AtomicReference<>(Sinks.one());

    /**
     * @param timeout longest a read may take; one that takes four fifths of it counts as slow
     * @param maxConcurrent reads under way at the same time
     */
    public ViewGuard(Duration timeout, int maxConcurrent) {
        this.timeout = timeout;
        this.slow = timeout.multipliedBy(4).dividedBy(5);
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
        this.breaker = breakers.circuitBreaker(NAME);
        this.bulkheads = BulkheadRegistry.of(BulkheadConfig.custom()
                .maxConcurrentCalls(maxConcurrent)
                .maxWaitDuration(Duration.ZERO)
                .build());
        this.bulkhead = bulkheads.bulkhead(NAME);
        breaker.getEventPublisher().onStateTransition(event -> changed(event.getStateTransition()));
    }

    private void changed(CircuitBreaker.StateTransition change) {
        log(change);
        if (change.getToState() == CircuitBreaker.State.HALF_OPEN) {
            trial.set(Sinks.one());
        } else {
            trial.get().tryEmitValue(change.getToState() == CircuitBreaker.State.CLOSED);
        }
    }

    /** An operator acts on the first opening and on the closing, not on each trial in between. */
    private static void log(CircuitBreaker.StateTransition change) {
        boolean news = change.getToState() == CircuitBreaker.State.CLOSED || change == CircuitBreaker.StateTransition.CLOSED_TO_OPEN;
        LOG.atLevel(news ? Level.WARN : Level.DEBUG)
                .addKeyValue("from", change.getFromState())
                .addKeyValue("to", change.getToState())
                .log("breaker before Redis changed");
    }

    /**
     * Runs a read that is not somebody's request, such as a regular look at the positions. It is never refused, but the breaker learns from
     * it: so it opens before anybody asks, and closes though nobody does.
     */
    <T> CompletionStage<T> probe(Supplier<CompletionStage<T>> read) {
        boolean counted = breaker.tryAcquirePermission();
        long start = System.nanoTime();
        CompletionStage<T> answer;
        try {
            answer = read.get();
        } catch (RedisException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.whenComplete((_, failure) -> {
            if (counted && failure == null) {
                breaker.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
            } else if (failure == null) {
                answered(System.nanoTime() - start);
            } else if (counted) {
                breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, failure);
            }
        });
    }

    /** Redis answers although the breaker is open: requests may try it at once, not only when the breaker's own time is over. */
    private void answered(long nanos) {
        if (nanos < slow.toNanos() && breaker.getState() == CircuitBreaker.State.OPEN) {
            breaker.transitionToHalfOpenState();
        }
    }

    /** Ends the breaker's own timers. */
    @Override
    public void close() {
        breaker.transitionToDisabledState();
    }

    /** Runs one read of Redis; whatever goes wrong becomes VIEW_UNAVAILABLE. One whose request has no time left is not sent. */
    public <T> Mono<T> run(Supplier<CompletionStage<T>> read) {
        return Mono.deferContextual(context -> {
            Duration left = RequestDeadline.remaining(context, timeout);
            if (left.isZero()) {
                return Mono.error(late());
            }
            if (!bulkhead.tryAcquirePermission()) {
                return Mono.error(unavailable("too many reads are under way"));
            }
            Mono<T> answer = breaker.tryAcquirePermission() ? timed(read, left) : afterTrial(read, left);
            TracedStep request = TracedRequests.of(context);
            return (request == null ? answer : TracedRequests.step(request.begin("read redis", SpanKind.CLIENT), answer))
                    .doFinally(_ -> bulkhead.onComplete());
        });
    }

    /** While a few reads try whether Redis is back, others wait for what comes of it: they were refused for nothing if it is. */
    private <T> Mono<T> afterTrial(Supplier<CompletionStage<T>> read, Duration limit) {
        if (breaker.getState() == CircuitBreaker.State.OPEN) {
            return Mono.error(refused());
        }
        long end = System.nanoTime() + limit.toNanos();
        return trial.get().asMono().timeout(limit, Mono.just(false)).flatMap(passed -> {
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            return passed && !left.isZero() && breaker.tryAcquirePermission() ? timed(read, left) : Mono.error(refused());
        });
    }

    /** @param limit what the request has left; a read that was given less than the full time says nothing about Redis by being late */
    private <T> Mono<T> timed(Supplier<CompletionStage<T>> read, Duration limit) {
        long start = System.nanoTime();
        return Mono.fromCompletionStage(() -> read.get().handle(Reply::new))
                .timeout(limit)
                .map(Reply::orThrow)
                .doOnError(failure -> {
                    if (failure instanceof TimeoutException && limit.compareTo(slow) < 0) {
                        breaker.releasePermission();
                    } else {
                        breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, failure);
                    }
                })
                .doOnSuccess(_ -> breaker.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS))
                .doFinally(end -> {
                    if (end == SignalType.CANCEL) {
                        breaker.releasePermission();
                    }
                })
                .onErrorMap(ViewGuard::translate);
    }

    /** How a read ended. As a value, so that a failure after the time limit, when nobody listens any more, is not reported as lost. */
    private record Reply<T>(@Nullable T value, @Nullable Throwable failure) {
        T orThrow() {
            if (value == null) {
                throw Exceptions.propagate(failure == null ? new RedisException("no answer") : failure);
            }
            return value;
        }
    }

    /** Longest time that a read may take. */
    Duration timeout() {
        return timeout;
    }

    /** Takes the place of one read that shares its question with others; false if there is none. Each is given back by {@link #leave}. */
    boolean enter() {
        return bulkhead.tryAcquirePermission();
    }

    /** Gives back a place that {@link #enter} took. */
    void leave() {
        bulkhead.onComplete();
    }

    /** The permission for one question to Redis; nothing unless Redis is trusted. Whoever has it says how the question ended, once. */
    @Nullable
    Permit permit() {
        return isTrusted() && breaker.tryAcquirePermission() ? new Permit() : null;
    }

    /** A question to Redis that is under way, for whoever keeps its time himself. */
    final class Permit {
        private final long start = System.nanoTime();

        private Permit() {}

        void answered() {
            breaker.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        }

        /** @return what those are told who waited for it */
        ApiException failed(Throwable failure) {
            breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, failure);
            return translate(failure);
        }
    }

    /** True while Redis answers; false also while single reads try it. */
    boolean isTrusted() {
        return breaker.getState() == CircuitBreaker.State.CLOSED;
    }

    /** True while reads are refused because Redis failed. */
    public boolean isOpen() {
        CircuitBreaker.State state = breaker.getState();
        return state == CircuitBreaker.State.OPEN || state == CircuitBreaker.State.FORCED_OPEN;
    }

    /** Holds the breaker, for its metrics. */
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

    private static ApiException translate(Throwable thrown) {
        Throwable unwrapped = Exceptions.unwrap(thrown);
        Throwable failure = unwrapped instanceof CompletionException && unwrapped.getCause() != null ? unwrapped.getCause() : unwrapped;
        if (failure instanceof TimeoutException || failure instanceof RedisCommandTimeoutException) {
            return late();
        }
        if (!(failure instanceof RedisConnectionException) && !isRejection(failure)) {
            LOG.atError().setCause(failure).log("Redis refused a read");
        }
        return unavailable("the read model cannot be reached");
    }

    /** Lettuce rejects commands while it is disconnected with plain exceptions of this type; a script's fault is a subtype. */
    private static boolean isRejection(Throwable failure) {
        return failure.getClass() == RedisException.class || failure instanceof IOException;
    }
}
