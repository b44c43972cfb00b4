// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * The top of one venue's book, not yet judged: it may be nonsense.
 *
 * @param bid best bid at the instrument's scale
 * @param ask best ask at the instrument's scale
 * @param asOfMicros when the venue made it, microseconds since the epoch; its arrival where the venue gives no time
 */
public record Quote(long bid, long ask, long asOfMicros) {

    /** Larger prices are refused, so that sums of a few of them stay within 63 bits. */
    public static final long MAX_PRICE = Long.MAX_VALUE / 4;

    /** Half-way between bid and ask, rounded down. */
    public long mid() {
        return bid + (ask - bid) / 2;
    }

    /** The venue's own uncertainty: half the spread, at least one unit of the scale. */
    public long uncertainty() {
        return Math.max((ask - bid) / 2, 1);
    }
}
