// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Arrays;

/**
 * What trades have reached that could not set off all stops in their own command: spans of prices, the oldest first, each with the last command
 * whose orders it counts for. A stop that came later waits for later trades.
 */
final class ReachedPrices {

    /** Ways that a stop waits: for higher prices, or for lower ones. */
    static final int RISING = 0;

    static final int FALLING = 1;

    private static final int LOW = 0;
    private static final int HIGH = 1;
    private static final int OFFSET = 2;

    /** Longs of a span. */
    static final int LONGS = 3;

    /** From {@link #first} up to {@link #end}. */
    private long[] spans = {};

    private int first;
    private int end;

    /** How far the oldest span has been looked through, of each way. */
    private final long[] from = {0, Long.MAX_VALUE};

    boolean isEmpty() {
        return first == end;
    }

    /** Lowest price of the oldest span. */
    long low() {
        return spans[first + LOW];
    }

    /** Highest price of the oldest span. */
    long high() {
        return spans[first + HIGH];
    }

    /** Place in the log of the last command whose orders the oldest span counts for. */
    long offset() {
        return spans[first + OFFSET];
    }

    /**
     * The stops that come before this price on their way are all too new for the oldest span, and stay so: those that come are newer
     * still. It saves looking at them again and decides nothing, so it is no part of the engine's state.
     */
    long from(int way) {
        return from[way];
    }

    void lookFrom(int way, long price) {
        from[way] = price;
    }

    private void lookAnew() {
        from[RISING] = 0;
        from[FALLING] = Long.MAX_VALUE;
    }

    /** Adds the newest span, which takes in those before it that reach no farther. */
    void add(long low, long high, long offset) {
        while (end != first && spans[end - LONGS + LOW] >= low && spans[end - LONGS + HIGH] <= high) {
            end -= LONGS;
        }
        if (end == first) {
            lookAnew();
        }
        if (end == spans.length) {
            makeRoom();
        }
        spans[end + LOW] = low;
        spans[end + HIGH] = high;
        spans[end + OFFSET] = offset;
        end += LONGS;
    }

    /** Room for as many again, so that each one is moved seldom: with many stops that wait there may be tens of thousands. */
    private void makeRoom() {
        int length = end - first;
        spans = Arrays.copyOfRange(spans, first, first + Math.max(LONGS, 2 * length));
        first = 0;
        end = length;
    }

    /** Forgets the oldest span. */
    void removeFirst() {
        first += LONGS;
        lookAnew();
    }

    void clear() {
        if (!isEmpty()) {
            spans = new long[0];
            first = 0;
            end = 0;
        }
    }

    /** A copy of all spans, {@value #LONGS} longs each: low, high, offset. */
    long[] copySpans() {
        return Arrays.copyOfRange(spans, first, end);
    }
}
