// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.PlaceScaledOrder;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.RejectCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** A new order whose numbers have digits of their own after the point. */
final class ScaledTerms {

    private final PlaceOrder order;
    private final Scales own;

    ScaledTerms(PlaceScaledOrder scaled) {
        order = scaled.order();
        own = new Scales(scaled.priceScale(), scaled.quantityScale());
    }

    /** Whether what it says of its digits can be. */
    boolean hasScales() {
        return isScale(own.price()) && isScale(own.quantity());
    }

    private static boolean isScale(int scale) {
        return scale >= 0 && scale <= Instrument.MAX_SCALE;
    }

    boolean areScalesOf(RememberedPlacements.Entry entry) {
        return own.equals(entry.scales());
    }

    /** The scales that a refusal has. */
    Scales told() {
        return hasScales() ? own : Scales.NONE;
    }

    /** The same order with the digits of a symbol; null if it has none there. */
    @Nullable
    PlaceOrder at(Instrument rules) {
        Scales symbol = new Scales(rules);
        BigDecimal price = brought(order.price(), own.price(), symbol.price());
        BigDecimal stopPrice = brought(order.stopPrice(), own.price(), symbol.price());
        BigDecimal quantity = brought(order.quantity(), own.quantity(), symbol.quantity());
        BigDecimal display = brought(order.displayQuantity(), own.quantity(), symbol.quantity());
        BigDecimal quote = brought(order.quoteQuantity(), own.quote(), symbol.quote());
        if (!isHeld(price) || !isHeld(stopPrice) || !isHeld(quantity) || !isHeld(display) || !isHeld(quote)) {
            return null;
        }
        return new PlaceOrder(
                order.timeUs(), order.account(), order.clientOrderId(), order.symbol(), order.side(), order.type(), order.timeInForce(),
                order.selfTradePrevention(), order.postOnly(), price.longValueExact(), quantity.longValueExact(),
                stopPrice.longValueExact(), quote.longValueExact(), display.longValueExact(), order.expireTimeUs());
    }

    /** A number in units of another scale, with a fraction if it is too fine for it. */
    private static BigDecimal brought(long value, int scale, int target) {
        return BigDecimal.valueOf(value, scale).scaleByPowerOfTen(target);
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    private static boolean fits(BigDecimal number) {
        return ExactMath.fits(number.setScale(0, RoundingMode.UP).toBigInteger().abs());
    }

    private static boolean isHeld(BigDecimal number) {
        return isWhole(number) && fits(number);
    }

    /** The first rule that is broken by an order that its symbol cannot hold. */
    RejectCode check(@Nullable PlainBook book, EngineLimits limits, PlainOrder placed, long nowUs) {
        if (!hasScales()) {
            return RejectCode.INVALID_COMMAND;
        }
        if (book == null) {
            return RejectCode.UNKNOWN_SYMBOL;
        }
        Scales symbol = new Scales(book.rules);
        PlacementCheck check = new PlacementCheck(book, limits, placed);
        if (!check.isWellFormed(nowUs)) {
            return RejectCode.INVALID_COMMAND;
        }
        if (!check.isTaken()) {
            return RejectCode.HALTED;
        }
        if (isOff(order.price(), own.price(), symbol.price(), book.rules.tickSize())
                || isOff(order.stopPrice(), own.price(), symbol.price(), book.rules.tickSize())) {
            return RejectCode.INVALID_TICK;
        }
        boolean offLot = isOff(order.quantity(), own.quantity(), symbol.quantity(), book.rules.lotSize())
                || isOff(order.displayQuantity(), own.quantity(), symbol.quantity(), book.rules.lotSize())
                || isOff(order.quoteQuantity(), own.quote(), symbol.quote(), 1);
        return offLot ? RejectCode.INVALID_LOT : RejectCode.QUANTITY_OUT_OF_RANGE;
    }

    /** Of a number that is too large nobody asks where it lies. */
    private static boolean isOff(long value, int scale, int target, long step) {
        BigDecimal number = brought(value, scale, target);
        return !isWhole(number) || fits(number) && number.toBigInteger().mod(BigInteger.valueOf(step)).signum() != 0;
    }
}
