// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What a trade costs its two parties. */
final class Fees {

    private static final long PARTS = 10_000;

    private Fees() {}

    /**
     * {@code bps} ten-thousandths of a notional, rounded up: in the favour of the house, whether it takes or gives.
     *
     * @param notional from 0 to 63 bits
     * @param bps from -10,000 to 10,000
     */
    static long of(long notional, int bps) {
        if (bps == 0) {
            return 0;
        }
        long whole = notional / PARTS;
        long rest = (notional - whole * PARTS) * bps;
        return whole * bps + (rest > 0 ? (rest + PARTS - 1) / PARTS : rest / PARTS);
    }
}
