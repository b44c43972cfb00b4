// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** The prices that came over all streams: how many, how many they replaced, and how long each was under way. */
final class StreamArrivals {

    private static final Pattern AS_OF = Pattern.compile("\"asOf\":(\\d+),\"ageMs\":(\\d+)");
    private static final Pattern CONFLATED = Pattern.compile("\"conflated\":(\\d+)");
    private static final long LONGEST_MILLIS = 600_000;

    private final Histogram underWay = new ConcurrentHistogram(LONGEST_MILLIS, 3);
    private final LongAdder conflated = new LongAdder();

    /** @param readMillis when the message was read, by the same clock as the server's */
    void price(String message, long readMillis) {
        Matcher encoded = AS_OF.matcher(message);
        if (encoded.find()) {
            long encodedMillis = Long.parseLong(encoded.group(1)) + Long.parseLong(encoded.group(2));
            underWay.recordValue(Math.clamp(readMillis - encodedMillis, 0, LONGEST_MILLIS));
        }
        Matcher replaced = CONFLATED.matcher(message);
        if (replaced.find()) {
            conflated.add(Long.parseLong(replaced.group(1)));
        }
    }

    /** Whether prices came, and 99 of 100 of them in time. */
    boolean stayBelow(int p99Millis) {
        return underWay.getTotalCount() > 0 && underWay.getValueAtPercentile(99) < p99Millis;
    }

    /** One line for people. */
    String summary(int p99Millis) {
        return String.format(
                Locale.ROOT, "prices: %,d came, %,d were conflated; under way p50 %d ms, p95 %d ms, p99 %d ms (limit %d), max %d ms",
                underWay.getTotalCount(), conflated.sum(), underWay.getValueAtPercentile(50), underWay.getValueAtPercentile(95),
                underWay.getValueAtPercentile(99), p99Millis, underWay.getMaxValue());
    }
}
