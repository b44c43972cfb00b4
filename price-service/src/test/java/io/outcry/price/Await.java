// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, and says which one never came. */
public final class Await {

    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited " + DEADLINE.toSeconds() + " s in vain: " + what);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
