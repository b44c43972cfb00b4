// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import io.netty.util.concurrent.FastThreadLocal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many signatures an event loop may find wrong. While it verifies one it could answer tens of requests, and anybody can send wrong
 * ones: more than a few in a second are somebody's purpose.
 *
 * <p>A rate is kept as the moment until which a loop has used it up (GCRA).
 */
final class WrongSignatures {

    /** In a second, and at once after a pause. */
    static final int MOST = 20;

    private static final long NANOS_EACH = TimeUnit.SECONDS.toNanos(1) / MOST;
    private static final long NANOS_AHEAD = NANOS_EACH * MOST;

    private final LongSupplier nanoTime;
    private final FastThreadLocal<Used> used = new FastThreadLocal<>() {
        @Override
        protected Used initialValue() {
            return new Used(nanoTime.getAsLong());
        }
    };

    private static final class Used {

        private long untilNanos;

        private Used(long untilNanos) {
            this.untilNanos = untilNanos;
        }
    }

    /** @param nanoTime as {@link System#nanoTime} says */
    WrongSignatures(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether this thread has had its share, and verifies no signature now. */
    boolean areTooMany() {
        return used.get().untilNanos + NANOS_EACH - nanoTime.getAsLong() > NANOS_AHEAD;
    }

    /** This thread has found that a token was not signed by any of so many keys. */
    void found(int keys) {
        Used share = used.get();
        long now = nanoTime.getAsLong();
        share.untilNanos = (share.untilNanos - now < 0 ? now : share.untilNanos) + NANOS_EACH * keys;
    }

    /** When another signature may be verified, at the latest, if nothing comes meanwhile. */
    Duration retryAfter() {
        return Duration.ofNanos(Math.max(NANOS_EACH, used.get().untilNanos + NANOS_EACH - NANOS_AHEAD - nanoTime.getAsLong()));
    }
}
