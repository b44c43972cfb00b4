// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * What an account's trades on one symbol come to, by average cost. All numbers are integers: the quantity at the symbol's quantity scale,
 * money at the sum of its price and quantity scales.
 *
 * <p>Nothing is lost to rounding: {@code realised - cost} is always exactly what was received less what was paid, fees apart. Where a
 * position is closed in part, its share of the cost is rounded down, and the rest stays with what is still open.
 *
 * @param quantity bought less sold; negative: short
 * @param cost what the open quantity was bought for; negative: what a short one was sold for
 * @param realised profit of what has been closed, before fees
 * @param fees paid on all trades; negative: rebates
 */
public record Holding(BigInteger quantity, BigInteger cost, BigInteger realised, BigInteger fees) {

    /** Before the first trade. */
    public static final Holding NONE = new Holding(BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO);

    /** Fraction digits of an average price beyond those of the symbol's prices. */
    private static final int AVERAGE_DIGITS = 4;

    /** The holding after a purchase of {@code bought} (negative: a sale) at {@code price}. */
    public Holding traded(long bought, long price, long fee) {
        BigInteger change = BigInteger.valueOf(bought);
        BigInteger paid = change.multiply(BigInteger.valueOf(price));
        BigInteger feesNow = fees.add(BigInteger.valueOf(fee));
        if (quantity.signum() * change.signum() >= 0) {
            return new Holding(quantity.add(change), cost.add(paid), realised, feesNow);
        }
        BigInteger closed = change.abs().min(quantity.abs());
        BigInteger releasedCost = share(closed);
        BigInteger received = BigInteger.valueOf(price).multiply(closed).multiply(BigInteger.valueOf(quantity.signum()));
        BigInteger profit = realised.add(received).subtract(releasedCost);
        BigInteger quantityNow = quantity.add(change);
        boolean turned = quantityNow.signum() == change.signum();
        BigInteger costNow = turned ? quantityNow.multiply(BigInteger.valueOf(price)) : cost.subtract(releasedCost);
        return new Holding(quantityNow, costNow, profit, feesNow);
    }

    /** The part of the cost that {@code closed} of the open quantity carries; all of it if all is closed. */
    private BigInteger share(BigInteger closed) {
        return cost.abs().multiply(closed).divide(quantity.abs()).multiply(BigInteger.valueOf(cost.signum()));
    }

    /** What one unit of the open quantity cost, with up to {@value #AVERAGE_DIGITS} digits more than a price, rounded half even; nothing while flat. */
    public Optional<BigDecimal> averagePrice(int priceScale) {
        if (quantity.signum() == 0) {
            return Optional.empty();
        }
        BigDecimal average = new BigDecimal(cost, priceScale)
                .divide(new BigDecimal(quantity), priceScale + AVERAGE_DIGITS, RoundingMode.HALF_EVEN);
        BigDecimal stripped = average.stripTrailingZeros();
        return Optional.of(stripped.scale() < priceScale ? stripped.setScale(priceScale) : stripped);
    }
}
