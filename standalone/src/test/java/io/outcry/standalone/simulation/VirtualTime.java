// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** A clock that stands still until the next event is due, and the events. Whole milliseconds; equal times keep the order of making. */
final class VirtualTime extends Clock {

    /** The first of January 2026, noon: a day order lives longer than a run. */
    private static final long START_MILLIS = 1_767_268_800_000L;

    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::atMillis).thenComparingLong(Due::number));
    private long nowMillis = START_MILLIS;
    private long made;

    /** Something that will happen. */
    final class Due {

        private final long atMillis;
        private final long number;
        private @Nullable Runnable action;

        private Due(long atMillis, Runnable action) {
            this.atMillis = atMillis;
            this.number = made++;
            this.action = action;
        }

        private long atMillis() {
            return atMillis;
        }

        private long number() {
            return number;
        }

        /** It will not happen after all; false: it has, or was cancelled before. */
        boolean cancel() {
            boolean pending = action != null;
            action = null;
            return pending;
        }

        boolean isPending() {
            return action != null;
        }
    }

    Due after(long delayMillis, Runnable action) {
        Due due = new Due(nowMillis + Math.max(0, delayMillis), action);
        queue.add(due);
        return due;
    }

    /** Lets the next event happen; false: there is none. */
    boolean next() {
        for (Due due = queue.poll(); due != null; due = queue.poll()) {
            Runnable action = due.action;
            if (action != null) {
                nowMillis = due.atMillis;
                due.action = null;
                action.run();
                return true;
            }
        }
        return false;
    }

    @Override
    public long millis() {
        return nowMillis;
    }

    long micros() {
        return nowMillis * 1_000;
    }

    /** As {@link System#nanoTime} would say. */
    long nanoTime() {
        return nowMillis * 1_000_000;
    }

    long elapsedMillis() {
        return nowMillis - START_MILLIS;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(nowMillis);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
