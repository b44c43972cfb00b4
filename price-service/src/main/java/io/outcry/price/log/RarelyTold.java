// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When to tell of failures of something that is tried again and again: at once when another kind of failure comes, and else every ten minutes.
 * Safe for threads.
 */
public final class RarelyTold {

    static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final LongSupplier nanoTime;
    private @Nullable Class<?> kind;
    private long toldNanos;

    public RarelyTold() {
        this(System::nanoTime);
    }

    RarelyTold(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether to tell of this failure, which then counts as told. Its kind is its class: messages have times and counts in them. */
    public synchronized boolean isDue(Exception failure) {
        long now = nanoTime.getAsLong();
        if (Objects.equals(kind, failure.getClass()) && now - toldNanos < AGAIN_NANOS) {
            return false;
        }
        kind = failure.getClass();
        toldNanos = now;
        return true;
    }
}
