// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** How far a price is from another, without division or loss. */
final class Bands {

    private static final long PARTS = 10_000;

    private Bands() {}

    /** Whether {@code |price - reference| <= reference * bps / 10,000}; a band of zero or without a reference holds every price. */
    static boolean holds(long price, long reference, int bps) {
        if (bps == 0 || reference == 0) {
            return true;
        }
        long distance = Math.abs(price - reference);
        long leftHigh = Math.multiplyHigh(distance, PARTS);
        long rightHigh = Math.multiplyHigh(reference, (long) bps);
        return leftHigh != rightHigh ? leftHigh < rightHigh : Long.compareUnsigned(distance * PARTS, reference * bps) <= 0;
    }

    /** The largest distance from a reference that {@link #holds}, 63 bits at most. */
    static long width(long reference, int bps) {
        long parts = reference / PARTS;
        long whole = parts * bps;
        long width = whole + reference % PARTS * bps / PARTS;
        boolean fits = Math.multiplyHigh(parts, (long) bps) == 0 && whole >= 0 && width >= 0;
        return fits ? width : Long.MAX_VALUE;
    }
}
