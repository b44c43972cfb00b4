// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.Command.PlaceOrder;

/**
 * What a new order of a known symbol must fulfil, in order of precedence.
 *
 * <p>A market order has no price of its own, so the rules about price and notional do not apply to it: what it would pay is not known
 * before it trades, and a guess from the best opposite price would be another rule than the one that is published.
 */
final class PlacementRules {

    /** Longest client order id in characters. */
    static final int MAX_CLIENT_ORDER_ID_LENGTH = 36;

    /** Longest account name in characters. */
    static final int MAX_ACCOUNT_LENGTH = 64;

    private static final long BPS_PER_UNIT = 10_000;

    private PlacementRules() {}

    /** The first rule that {@code order} breaks, or {@link RejectCode#NONE}. */
    static RejectCode check(PlaceOrder order, Listing listing) {
        Instrument rules = listing.instrument();
        boolean limit = order.type() == OrderType.LIMIT;
        if (!isWellFormed(order)) {
            return RejectCode.INVALID_COMMAND;
        }
        if (listing.state() != TradingState.TRADING) {
            return RejectCode.HALTED;
        }
        if (limit && order.price() % rules.tickSize() != 0) {
            return RejectCode.INVALID_TICK;
        }
        if (order.quantity() % rules.lotSize() != 0) {
            return RejectCode.INVALID_LOT;
        }
        if (!isInRange(order, listing)) {
            return RejectCode.QUANTITY_OUT_OF_RANGE;
        }
        if (limit && order.price() * order.quantity() < rules.minNotional()) {
            return RejectCode.MIN_NOTIONAL;
        }
        if (limit && !isInBand(order.price(), listing.lastTradePrice(), rules.priceBandBps())) {
            return RejectCode.PRICE_BAND;
        }
        if (!limit && listing.book().isEmpty(order.side().opposite())) {
            return RejectCode.NO_LIQUIDITY;
        }
        return RejectCode.NONE;
    }

    private static boolean isWellFormed(PlaceOrder order) {
        boolean priced = switch (order.type()) {
            case LIMIT -> order.price() > 0;
            case MARKET -> order.price() == 0 && order.timeInForce() != TimeInForce.GTC;
            case UNSPECIFIED -> false;
        };
        return priced
                && order.isNamed()
                && order.quantity() > 0
                && !order.account().isEmpty()
                && order.account().length() <= MAX_ACCOUNT_LENGTH
                && order.clientOrderId().length() <= MAX_CLIENT_ORDER_ID_LENGTH;
    }

    /** Bounds of the symbol; and of 63 bits for the notional of a priced order and for the level it may rest on. */
    private static boolean isInRange(PlaceOrder order, Listing listing) {
        long quantity = order.quantity();
        if (quantity < listing.instrument().minQuantity() || quantity > listing.instrument().maxQuantity()) {
            return false;
        }
        if (order.type() != OrderType.LIMIT) {
            return true;
        }
        boolean notionalFits = Math.multiplyHigh(order.price(), quantity) == 0 && order.price() * quantity >= 0;
        long resting = listing.book().quantityAt(order.side(), order.price());
        return notionalFits && (order.timeInForce() != TimeInForce.GTC || quantity <= Long.MAX_VALUE - resting);
    }

    /** |price - last| / last is at most {@code bandBps} hundredths of a percent: compared in 128 bits, without division. */
    static boolean isInBand(long price, long last, int bandBps) {
        if (bandBps == 0 || last == 0) {
            return true;
        }
        long distance = Math.abs(price - last);
        long leftHigh = Math.multiplyHigh(distance, BPS_PER_UNIT);
        long rightHigh = Math.multiplyHigh(last, (long) bandBps);
        return leftHigh != rightHigh
                ? leftHigh < rightHigh
                : Long.compareUnsigned(distance * BPS_PER_UNIT, last * bandBps) <= 0;
    }
}
