// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Measures how long the machine itself keeps a thread waiting that wants to run every millisecond. */
final class StallMeter {

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong worstNanos = new AtomicLong();
    private final Thread thread = Thread.ofPlatform().daemon().name("stall-meter").start(this::measure);

    private void measure() {
        while (!over.get()) {
            long start = System.nanoTime();
            LockSupport.parkNanos(STEP_NANOS);
            worstNanos.accumulateAndGet(System.nanoTime() - start - STEP_NANOS, Math::max);
        }
    }

    /** Ends the measurement; the longest wait, in milliseconds. */
    long stop() {
        over.set(true);
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return TimeUnit.NANOSECONDS.toMillis(worstNanos.get());
    }
}
