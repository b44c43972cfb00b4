// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** What all clients have seen since the start of the measurement. */
final class ClientTally {

    private static final long LONGEST_MILLIS = 600_000;

    private final LongAdder messages = new LongAdder();
    private final LongAdder conflated = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final Histogram latency = new ConcurrentHistogram(1, LONGEST_MILLIS, 3);
    private volatile long startNanos = System.nanoTime();
    private volatile boolean measuring;

    void start() {
        messages.reset();
        conflated.reset();
        lost.reset();
        latency.reset();
        startNanos = System.nanoTime();
        measuring = true;
    }

    /** @param missing sequences between this message and the one before that nothing accounts for */
    void seen(long latencyMillis, long newlyConflated, long missing) {
        if (measuring) {
            messages.increment();
            latency.recordValue(Math.clamp(latencyMillis, 0, LONGEST_MILLIS));
            if (newlyConflated > 0) {
                conflated.add(newlyConflated);
            }
            if (missing != 0) {
                lost.add(Math.abs(missing));
            }
        }
    }

    /** Nanoseconds, messages, conflated, lost, and p50, p99, p99.9 and the longest latency in milliseconds. */
    String line() {
        return "seen " + (System.nanoTime() - startNanos) + ' ' + messages.sum() + ' ' + conflated.sum() + ' ' + lost.sum() + ' '
                + latency.getValueAtPercentile(50) + ' ' + latency.getValueAtPercentile(99) + ' ' + latency.getValueAtPercentile(99.9)
                + ' ' + latency.getMaxValue();
    }
}
