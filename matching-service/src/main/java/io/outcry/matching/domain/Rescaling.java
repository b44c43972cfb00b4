// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** Numbers with some digits after the point as the same numbers with others: exactly, or not at all. */
final class Rescaling {

    private static final long[] POWERS = new long[Instrument.MAX_SCALE + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    private Rescaling() {}

    /** Whether it is a number of digits at all; the methods below ask for it. */
    static boolean isScale(int scale) {
        return scale >= 0 && scale <= Instrument.MAX_SCALE;
    }

    /** Whether no digit of {@code value} is lost. */
    static boolean isExact(long value, int scale, int target) {
        return scale <= target || value % POWERS[scale - target] == 0;
    }

    /** Whether the result has no more than 63 bits. */
    static boolean fits(long value, int scale, int target) {
        long limit = scale < target ? Long.MAX_VALUE / POWERS[target - scale] : Long.MAX_VALUE;
        return value <= limit && value >= -limit;
    }

    /** The number with {@code target} digits; it must be exact and fit. */
    static long of(long value, int scale, int target) {
        return scale <= target ? value * POWERS[target - scale] : value / POWERS[scale - target];
    }
}
