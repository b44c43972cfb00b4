// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * What an account's trades on one symbol come to, by average cost. The quantity is counted in the smallest one that the symbol's scale allows,
 * money in the smallest amount at the sum of its price and quantity scales, of which parts are kept to {@value #PARTS} digits.
 *
 * <p>Nothing is lost to rounding: {@code realised - cost} is always exactly what was received less what was paid, fees apart. Where a
 * position is closed in part, its share of the cost is rounded at the last of these digits, and the rest stays with what is still open.
 *
 * @param quantity bought less sold; negative: short
 * @param cost what the open quantity was bought for; negative: what a short one was sold for
 * @param realised profit of what has been closed, before fees
 * @param fees paid on all trades; negative: rebates
 */
public record Holding(BigInteger quantity, BigDecimal cost, BigDecimal realised, BigInteger fees) {

    /** Before the first trade. */
    public static final Holding NONE = new Holding(BigInteger.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, BigInteger.ZERO);

    private static final int PARTS = 12;
    /** Fraction digits that are shown of an average price and of a profit beyond those that prices and money have. */
    private static final int SHOWN_PARTS = 4;

    /** The holding after a purchase of {@code bought} (negative: a sale) at {@code price}. */
    public Holding traded(long bought, long price, long fee) {
        BigInteger change = BigInteger.valueOf(bought);
        BigInteger feesNow = fees.add(BigInteger.valueOf(fee));
        if (quantity.signum() * change.signum() >= 0) {
            return new Holding(quantity.add(change), cost.add(money(change, price)), realised, feesNow);
        }
        BigInteger closed = change.abs().min(quantity.abs());
        BigDecimal releasedCost = share(closed);
        BigDecimal received = money(quantity.signum() < 0 ? closed.negate() : closed, price);
        BigDecimal profit = realised.add(received).subtract(releasedCost);
        BigInteger quantityNow = quantity.add(change);
        boolean turned = quantityNow.signum() == change.signum();
        return new Holding(quantityNow, turned ? money(quantityNow, price) : cost.subtract(releasedCost), profit, feesNow);
    }

    private static BigDecimal money(BigInteger quantity, long price) {
        return new BigDecimal(quantity.multiply(BigInteger.valueOf(price)));
    }

    /** The part of the cost that {@code closed} of the open quantity carries; all of it if all is closed. */
    private BigDecimal share(BigInteger closed) {
        return closed.equals(quantity.abs())
                ? cost
                : cost.multiply(new BigDecimal(closed)).divide(new BigDecimal(quantity.abs()), PARTS, RoundingMode.HALF_EVEN);
    }

    /** What one unit of the open quantity cost, with up to {@value #SHOWN_PARTS} digits more than a price, rounded half even; nothing while flat. */
    public Optional<BigDecimal> averagePrice(int priceScale) {
        if (quantity.signum() == 0) {
            return Optional.empty();
        }
        BigDecimal average = cost.movePointLeft(priceScale)
                .divide(new BigDecimal(quantity), priceScale + SHOWN_PARTS, RoundingMode.HALF_EVEN);
        return Optional.of(shown(average, priceScale));
    }

    /** What was realised, with up to {@value #SHOWN_PARTS} digits more than money at these scales, rounded half even. */
    public BigDecimal realisedProfit(int priceScale, int quantityScale) {
        int moneyScale = priceScale + quantityScale;
        return shown(realised.movePointLeft(moneyScale).setScale(moneyScale + SHOWN_PARTS, RoundingMode.HALF_EVEN), priceScale);
    }

    /** What was paid, exact. */
    public BigDecimal feesPaid(int priceScale, int quantityScale) {
        return shown(new BigDecimal(fees, priceScale + quantityScale), priceScale);
    }

    /** With no more digits than it needs, but those of a price. */
    private static BigDecimal shown(BigDecimal amount, int priceScale) {
        BigDecimal stripped = amount.stripTrailingZeros();
        return stripped.scale() < priceScale ? stripped.setScale(priceScale) : stripped;
    }
}
