// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import io.gatling.javaapi.core.Session;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Watches one kind of traffic: at what rate it was offered and answered, and how long answers took from when each request
 * was due.
 *
 * <p>Request number n is due n / rate seconds after the first one started, in the order in which they start.
 * Gatling counts from the moment of sending, which hides the time that a busy generator lets a request wait.
 */
final class OpenLoad {

    private static final String DUE = "due";
    private static final double TOLERANCE = 0.01;
    private static final long LONGEST_NANOS = 120_000_000_000L;

    private final String name;
    private final int ratePerSecond;
    private final int seconds;
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong lastStart = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong lastAnswer = new AtomicLong(Long.MIN_VALUE);
    private final Histogram fromDue = new ConcurrentHistogram(LONGEST_NANOS, 3);
    private final Histogram late = new ConcurrentHistogram(LONGEST_NANOS, 3);
    private volatile long firstStart;

    OpenLoad(String name, int ratePerSecond, int seconds) {
        this.name = name;
        this.ratePerSecond = ratePerSecond;
        this.seconds = seconds;
    }

    /** To be called when a request starts; notes in the session when it was due. */
    Session start(Session session) {
        long now = System.nanoTime();
        synchronized (this) {
            if (started.get() == 0) {
                firstStart = now;
            }
        }
        long number = started.getAndIncrement();
        long due = firstStart + number * 1_000_000_000L / ratePerSecond;
        lastStart.accumulateAndGet(now, Math::max);
        late.recordValue(Math.clamp(now - due, 0, LONGEST_NANOS));
        return session.set(DUE, Math.min(due, now));
    }

    /** To be called when its answer has been read. */
    Session end(Session session) {
        long now = System.nanoTime();
        answered.incrementAndGet();
        lastAnswer.accumulateAndGet(now, Math::max);
        fromDue.recordValue(Math.min(now - session.getLong(DUE), LONGEST_NANOS));
        return session;
    }

    /** Whether requests were both sent and answered at the agreed rate, within 1 %. */
    boolean reachedRate() {
        return isNear(offeredPerSecond()) && isNear(achievedPerSecond());
    }

    /** Whether the 99th percentile of the time from due to answer is below the limit. */
    boolean staysBelow(int p99Millis) {
        return fromDue.getValueAtPercentile(99) < p99Millis * 1_000_000L;
    }

    /** The 99th percentile of the time from due to answer, in milliseconds. */
    double p99Millis() {
        return millis(fromDue, 99);
    }

    /** One line for people. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "%-7s wanted %,d/s, offered %,.1f/s, answered %,.1f/s; from due to answer: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms, "
                        + "max %.1f ms; sent late by: p99 %.1f ms, max %.1f ms",
                name, ratePerSecond, offeredPerSecond(), achievedPerSecond(), millis(fromDue, 50), millis(fromDue, 95),
                millis(fromDue, 99), millis(fromDue, 100), millis(late, 99), millis(late, 100));
    }

    private boolean isNear(double perSecond) {
        return Math.abs(perSecond - ratePerSecond) <= TOLERANCE * ratePerSecond;
    }

    private double offeredPerSecond() {
        return perSecond(started.get(), lastStart.get());
    }

    private double achievedPerSecond() {
        return perSecond(answered.get(), lastAnswer.get());
    }

    /** Over the agreed time, or longer if the last one came later. */
    private double perSecond(long count, long lastNanos) {
        return count == 0 ? 0 : count / Math.max(seconds, (lastNanos - firstStart) / 1e9);
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
