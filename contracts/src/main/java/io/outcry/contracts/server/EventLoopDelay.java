// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.setting.Setting;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How far an event loop is behind, and when it refuses requests for that.
 *
 * <p>A loop handles what was ready when its turn began, one after the other. So a request that comes late in a long turn has been waiting since
 * the turn began, at least. When more comes than can be done, turns grow until everybody is answered too late; now the rest of a turn that is
 * longer than the limit is refused, which takes a fraction of the work.
 */
public final class EventLoopDelay {

    /** A turn of no more requests than this is long for another reason: something stood still, or is done for the first time. */
    private static final int FEW = 100;

    private static final String LIMIT = "outcry.http.max-event-loop-delay";
    private static final Problem BEHIND = Problem.of(
            ErrorCode.OVERLOADED, "the server is behind with its requests; nothing was done").withRetryAfter(Duration.ofSeconds(1));

    private final long limitNanos;
    private final LongSupplier nanoTime;
    private final Counter refused;
    private final FastThreadLocal<Turn> turns = new FastThreadLocal<>() {
        @Override
        protected Turn initialValue() {
            return new Turn();
        }
    };

    /** From its first request to the end of what was ready then. */
    private static final class Turn implements Runnable {

        private int requests;
        private long sinceNanos;

        @Override
        public void run() {
            requests = 0;
        }
    }

    /** @throws IllegalArgumentException if the limit is not between 10 ms and a minute */
    EventLoopDelay(Duration limit, MeterRegistry registry) {
        this(limit, registry, System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} says */
    EventLoopDelay(Duration limit, MeterRegistry registry, LongSupplier nanoTime) {
        Setting.between(LIMIT, limit, Duration.ofMillis(10), Duration.ofMinutes(1));
        limitNanos = TimeUnit.MILLISECONDS.toNanos(limit.toMillis());
        this.nanoTime = nanoTime;
        refused = Counter.builder("outcry.http.refused")
                .description("Requests refused because their event loop was behind by more than " + LIMIT)
                .register(registry);
    }

    /** Whether {@code loop}, whose thread this is, has been at its turn for longer than it may. To be asked at each request. */
    boolean isOver(EventExecutor loop) {
        Turn turn = turns.get();
        if (turn.requests++ == 0) {
            turn.sinceNanos = nanoTime.getAsLong();
            loop.execute(turn);
        }
        return turn.requests > FEW && nanoTime.getAsLong() - turn.sinceNanos > limitNanos;
    }

    /** What a request is answered that comes then. */
    FullHttpResponse refusal() {
        refused.increment();
        return NettyAnswers.of(BEHIND);
    }
}
