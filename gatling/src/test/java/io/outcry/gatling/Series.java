// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import io.outcry.gatling.run.Figures;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** One kind of request as it is measured: at what rate it was offered and answered, and how long answers took from when each was due. */
final class Series {

    private static final double TOLERANCE = 0.01;
    private static final long LONGEST_NANOS = 120_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long NONE = Long.MIN_VALUE;

    private final String name;
    private final double wantedPerSecond;
    private final int seconds;
    private final AtomicLong begin = new AtomicLong(NONE);
    private final AtomicLong lastSent = new AtomicLong(NONE);
    private final AtomicLong lastAnswer = new AtomicLong(NONE);
    private final LongAdder sent = new LongAdder();
    private final LongAdder right = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final Histogram fromDue = new ConcurrentHistogram(1_000, LONGEST_NANOS, 3);
    private final Histogram late = new ConcurrentHistogram(1_000, LONGEST_NANOS, 3);
    private final AtomicIntegerArray offeredInSecond;
    private final AtomicIntegerArray achievedInSecond;
    private final AtomicLongArray slowestInSecond;

    /**
     * @param wantedPerSecond the rate that is to be offered, 0 if none is
     * @param seconds length of the measured time
     */
    Series(String name, double wantedPerSecond, int seconds) {
        this.name = name;
        this.wantedPerSecond = wantedPerSecond;
        this.seconds = seconds;
        this.offeredInSecond = new AtomicIntegerArray(seconds);
        this.achievedInSecond = new AtomicIntegerArray(seconds);
        this.slowestInSecond = new AtomicLongArray(seconds);
    }

    String name() {
        return name;
    }

    /** The measured time begins; said more than once, the first counts. */
    void begin(long nanos) {
        begin.compareAndSet(NONE, nanos);
    }

    /** A request has just been sent. */
    void sent(long dueNanos, long nowNanos) {
        begin(dueNanos);
        sent.increment();
        lastSent.accumulateAndGet(nowNanos, Math::max);
        late.recordValue(Math.clamp(nowNanos - dueNanos, 0, LONGEST_NANOS));
        int second = second(dueNanos);
        if (second >= 0) {
            offeredInSecond.incrementAndGet(second);
        }
    }

    /** Its answer has just been read. */
    void answered(long dueNanos, long nowNanos, boolean asItShouldBe) {
        long nanos = Math.clamp(nowNanos - dueNanos, 0, LONGEST_NANOS);
        (asItShouldBe ? right : wrong).increment();
        lastAnswer.accumulateAndGet(nowNanos, Math::max);
        fromDue.recordValue(nanos);
        int due = second(dueNanos);
        if (due >= 0) {
            slowestInSecond.accumulateAndGet(due, nanos, Math::max);
        }
        int now = second(nowNanos);
        if (now >= 0 && asItShouldBe) {
            achievedInSecond.incrementAndGet(now);
        }
    }

    /** Whether requests were both sent and answered at the wanted rate, within 1 %. */
    boolean reachedRate() {
        return isNear(offeredPerSecond()) && isNear(achievedPerSecond());
    }

    double wantedPerSecond() {
        return wantedPerSecond;
    }

    double offeredPerSecond() {
        return perSecond(sent.sum(), lastSent.get());
    }

    double achievedPerSecond() {
        return perSecond(right.sum(), lastAnswer.get());
    }

    /** Requests that were not answered, or wrongly. */
    long errors() {
        return Math.max(0, sent.sum() - right.sum());
    }

    long rightAnswers() {
        return right.sum();
    }

    long answers() {
        return right.sum() + wrong.sum();
    }

    /** A percentile of the time from due to answer, in milliseconds. */
    double millis(double percentile) {
        return millis(fromDue, percentile);
    }

    Figures figures() {
        return new Figures(
                name, wantedPerSecond, offeredPerSecond(), achievedPerSecond(), answers(), errors(), millis(50), millis(95), millis(99),
                millis(100), millis(late, 99),
                IntStream.range(0, seconds).map(offeredInSecond::get).boxed().toList(),
                IntStream.range(0, seconds).map(achievedInSecond::get).boxed().toList(),
                IntStream.range(0, seconds).mapToObj(second -> slowestInSecond.get(second) / 1e6).toList());
    }

    /** One line for people. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "%-14s wanted %,.0f/s, offered %,.1f/s, right answers %,.1f/s, errors %,d; from due: p50 %.1f ms, p95 %.1f, p99 %.1f, max %.1f; "
                        + "sent late by: p99 %.1f ms, max %.1f",
                name, wantedPerSecond, offeredPerSecond(), achievedPerSecond(), errors(), millis(50), millis(95), millis(99), millis(100),
                millis(late, 99), millis(late, 100));
    }

    private boolean isNear(double perSecond) {
        return Math.abs(perSecond - wantedPerSecond) <= TOLERANCE * wantedPerSecond;
    }

    /** Over the agreed time, or longer if the last one came later. */
    private double perSecond(long count, long lastNanos) {
        return count == 0 ? 0 : count / Math.max(seconds, (lastNanos - begin.get()) / 1e9);
    }

    /** In which second of the measured time a moment is, -1 if it is outside. */
    private int second(long nanos) {
        long second = Math.floorDiv(nanos - begin.get(), SECOND);
        return second < seconds ? (int) Math.max(second, -1) : -1;
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
