// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.time;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Notices that the machine's clock was set back. Kafka's clients count by that clock: a member of a group sends no heartbeat before it is
 * again where it was, so the group drops it, or waits for it in vain, and its partitions are nobody's. A consumer that is made anew knows
 * nothing of the time before.
 */
public final class SetBackClock {

    /**
     * What is less delays no {@linkplain io.outcry.contracts.topic.ConsumerSettings#HEARTBEAT_MILLIS heartbeat} as long as a
     * {@linkplain io.outcry.contracts.topic.ConsumerSettings#SESSION_TIMEOUT_MILLIS session} lasts.
     */
    static final long LEAST_MILLIS = 2_000;

    /** The two clocks are read within this time, or not compared. */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private long lastMillis;
    private long lastNanos;

    public SetBackClock() {
        this(InstantSource.system(), System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} says */
    public SetBackClock(InstantSource clock, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        lastMillis = clock.millis();
        lastNanos = nanoTime.getAsLong();
    }

    /**
     * To be asked a few times a second.
     *
     * @return by how many milliseconds it was set back since it was asked last, or made; 0 if by less than {@value #LEAST_MILLIS}
     */
    public synchronized long look() {
        long before = nanoTime.getAsLong();
        long now = clock.millis();
        if (nanoTime.getAsLong() - before > LONGEST_NANOS) {
            return 0;
        }
        long back = TimeUnit.NANOSECONDS.toMillis(before - lastNanos) - (now - lastMillis);
        lastMillis = now;
        lastNanos = before;
        return back < LEAST_MILLIS ? 0 : back;
    }
}
