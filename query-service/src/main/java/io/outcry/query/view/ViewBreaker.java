// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.lettuce.core.RedisException;
import io.outcry.contracts.http.ApiException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
 * The breaker before what fails together: one Redis, or one partition of a cluster.
 *
 * <p>Every permission that it gave is reported back, also when the caller went away; else a half-open breaker would wait for it for ever.
 */
final class ViewBreaker {

    private static final Logger LOG = LoggerFactory.getLogger(ViewBreaker.class);

    private final CircuitBreaker breaker;
    private final Duration slow;

    /** Says how the trial of a half-open breaker ended: true if Redis is back. */
    private final AtomicReference<Sinks.One<Boolean>> trial = new AtomicReference<>(Sinks.one());

    /** @param slow from when on a read is slow */
    ViewBreaker(CircuitBreaker breaker, Duration slow) {
        this.breaker = breaker;
        this.slow = slow;
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
    private void log(CircuitBreaker.StateTransition change) {
        boolean news = change.getToState() == CircuitBreaker.State.CLOSED || change == CircuitBreaker.StateTransition.CLOSED_TO_OPEN;
        LOG.atLevel(news ? Level.WARN : Level.DEBUG)
                .addKeyValue("name", breaker.getName())
                .addKeyValue("from", change.getFromState())
                .addKeyValue("to", change.getToState())
                .log("the circuit breaker of Redis has changed its state");
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

    /** Runs one read within {@code limit}; whatever goes wrong becomes VIEW_UNAVAILABLE. */
    <T> Mono<T> run(Supplier<CompletionStage<T>> read, Duration limit) {
        return breaker.tryAcquirePermission() ? timed(read, limit) : afterTrial(read, limit);
    }

    /** While a few reads try whether Redis is back, others wait for what comes of it: they were refused for nothing if it is. */
    private <T> Mono<T> afterTrial(Supplier<CompletionStage<T>> read, Duration limit) {
        if (breaker.getState() == CircuitBreaker.State.OPEN) {
            return Mono.error(ViewGuard.refused());
        }
        long end = System.nanoTime() + limit.toNanos();
        return trial.get().asMono().timeout(limit, Mono.just(false)).flatMap(passed -> {
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            return passed && !left.isZero() && breaker.tryAcquirePermission() ? timed(read, left) : Mono.error(ViewGuard.refused());
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
            return ViewGuard.translate(failure);
        }
    }

    /** True while Redis answers; false also while single reads try it. */
    boolean isTrusted() {
        return breaker.getState() == CircuitBreaker.State.CLOSED;
    }

    /** True while reads are refused because Redis failed. */
    boolean isOpen() {
        return breaker.getState() == CircuitBreaker.State.OPEN;
    }
}
