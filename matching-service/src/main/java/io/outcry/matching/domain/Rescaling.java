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
        int away = scale - target;
        return away <= 0 || (away < POWERS.length ? value % POWERS[away] : value) == 0;
    }

    /** Whether the result has no more than 63 bits. */
    static boolean fits(long value, int scale, int target) {
        int more = target - scale;
        long limit = more <= 0 ? Long.MAX_VALUE : more < POWERS.length ? Long.MAX_VALUE / POWERS[more] : 0;
        return value <= limit && value >= -limit;
    }

    /** Whether it is both. */
    static boolean holds(long value, int scale, int target) {
        return isExact(value, scale, target) && fits(value, scale, target);
    }

    /** Whether both are the same number. */
    static boolean isSame(long value, int scale, long other, int otherScale) {
        return scale == otherScale ? value == other : holds(value, scale, otherScale) && of(value, scale, otherScale) == other;
    }

    /** The number with {@code target} digits; it must be exact and fit. */
    static long of(long value, int scale, int target) {
        if (value == 0) {
            return 0;
        }
        return scale <= target ? value * POWERS[target - scale] : value / POWERS[scale - target];
    }
}
