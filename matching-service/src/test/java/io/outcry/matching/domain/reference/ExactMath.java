// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import java.math.BigInteger;

/** Arithmetic without a largest number. */
final class ExactMath {

    private static final BigInteger BPS = BigInteger.valueOf(10_000);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private ExactMath() {}

    static BigInteger product(long left, long right) {
        return BigInteger.valueOf(left).multiply(BigInteger.valueOf(right));
    }

    static boolean fits(BigInteger number) {
        return number.compareTo(MAX) <= 0;
    }

    /** Hundredths of a percent of a notional, rounded up: towards the house. */
    static long fee(long price, long quantity, int bps) {
        BigInteger[] parts = product(price, quantity).multiply(BigInteger.valueOf(bps)).divideAndRemainder(BPS);
        return parts[0].longValueExact() + (parts[1].signum() > 0 ? 1 : 0);
    }

    /** Whether a price is further from a reference price than a band allows; zero for either: there is no band. */
    static boolean isOutside(long price, long reference, int bandBps) {
        return bandBps > 0 && reference > 0
                && BigInteger.valueOf(price - reference).abs().multiply(BPS).compareTo(product(reference, bandBps)) > 0;
    }
}
