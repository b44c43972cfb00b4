// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Arrays;

/**
 * What trades have reached that could not set off all stops in their own command: spans of prices, the oldest first, each with the last command
 * whose orders it counts for. A stop that came later waits for later trades.
 */
final class ReachedPrices {

    private static final int LOW = 0;
    private static final int HIGH = 1;
    private static final int OFFSET = 2;

    /** Longs of a span. */
    static final int LONGS = 3;

    private long[] spans = {};

    boolean isEmpty() {
        return spans.length == 0;
    }

    /** Lowest price of the oldest span. */
    long low() {
        return spans[LOW];
    }

    /** Highest price of the oldest span. */
    long high() {
        return spans[HIGH];
    }

    /** Place in the log of the last command whose orders the oldest span counts for. */
    long offset() {
        return spans[OFFSET];
    }

    /** Adds the newest span, which takes in those before it that reach no farther. */
    void add(long low, long high, long offset) {
        int length = spans.length;
        while (length != 0 && spans[length - LONGS + LOW] >= low && spans[length - LONGS + HIGH] <= high) {
            length -= LONGS;
        }
        spans = Arrays.copyOf(spans, length + LONGS);
        spans[length + LOW] = low;
        spans[length + HIGH] = high;
        spans[length + OFFSET] = offset;
    }

    /** Forgets the oldest span. */
    void removeFirst() {
        spans = Arrays.copyOfRange(spans, LONGS, spans.length);
    }

    void clear() {
        if (!isEmpty()) {
            spans = new long[0];
        }
    }

    /** All spans, {@value #LONGS} longs each: low, high, offset. Not to be changed. */
    long[] spans() {
        return spans;
    }
}
