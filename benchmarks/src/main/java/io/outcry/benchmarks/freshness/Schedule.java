// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.freshness;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** When events are due: a rate, and for each a random moment within its turn, so that nothing can fall into step with them. */
final class Schedule {

    private final long[] due;

    /**
     * @param perSecond events a second
     * @param count how many
     */
    Schedule(long seed, int perSecond, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        long turn = TimeUnit.SECONDS.toNanos(1) / perSecond;
        long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
        due = new long[count];
        for (int i = 0; i < count; i++) {
            due[i] = start + i * turn + random.nextLong(turn / 2);
        }
    }

    int count() {
        return due.length;
    }

    /** By {@link System#nanoTime}. */
    long dueNanos(int number) {
        return due[number];
    }

    /** Returns when an event is due, with that moment. */
    long await(int number) {
        LockSupport.parkNanos(due[number] - System.nanoTime());
        while (System.nanoTime() < due[number]) {
            Thread.onSpinWait();
        }
        return due[number];
    }

    long endNanos() {
        return due[due.length - 1];
    }
}
