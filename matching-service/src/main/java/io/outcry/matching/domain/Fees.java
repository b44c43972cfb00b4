// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What a trade costs its two parties. */
final class Fees {

    private static final long PARTS = 10_000;

    /** The largest notional whose product with as many ten-thousandths as there can be has 63 bits, also when it is rounded up. */
    private static final long MOST_AT_ONCE = Long.MAX_VALUE / PARTS - 1;

    private Fees() {}

    /**
     * {@code bps} ten-thousandths of a notional, rounded up: in the favour of the house, whether it takes or gives.
     *
     * @param notional from 0 to 63 bits
     * @param bps from -10,000 to 10,000
     */
    static long of(long notional, int bps) {
        if (notional <= MOST_AT_ONCE) {
            return parts(notional * bps);
        }
        long whole = notional / PARTS;
        return whole * bps + parts((notional - whole * PARTS) * bps);
    }

    /** What so many ten-thousandths are, rounded up. */
    private static long parts(long count) {
        return (count + (count > 0 ? PARTS - 1 : 0)) / PARTS;
    }
}
