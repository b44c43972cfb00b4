// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * What a new order of a known symbol must fulfil, in order of precedence.
 *
 * <p>A market order has no price of its own, so the rules about price and notional do not apply to it: what it would pay is not known
 * before it trades, and a guess from the best opposite price would be another rule than the one that is published.
 */
final class PlacementRules {

    private PlacementRules() {}

    /**
     * The first rule that {@code order} breaks, or {@link RejectCode#NONE}.
     *
     * @param limit orders that the book of the symbol may hold
     */
    static RejectCode check(NewOrder order, Listing listing, long nowUs, int limit) {
        if (!OrderShape.isWellFormed(order, nowUs)) {
            return RejectCode.INVALID_COMMAND;
        }
        if (isHalted(order, listing)) {
            return RejectCode.HALTED;
        }
        Instrument rules = listing.instrument();
        if (!isMultiple(order.price, rules.tickSize()) || !isMultiple(order.stopPrice, rules.tickSize())) {
            return RejectCode.INVALID_TICK;
        }
        if (!isMultiple(order.quantity, rules.lotSize()) || !isMultiple(order.displayQuantity, rules.lotSize())) {
            return RejectCode.INVALID_LOT;
        }
        RejectCode size = checkSize(order, listing, rules);
        if (size != RejectCode.NONE) {
            return size;
        }
        if (order.timeInForce().rests() || order.type().isStop()) {
            if (!listing.hasRoom(limit)) {
                return RejectCode.BOOK_FULL;
            }
            if (!listing.hasRoomFor(order.account)) {
                return RejectCode.TOO_MANY_OPEN_ORDERS;
            }
        }
        return listing.state() == TradingState.TRADING ? checkBook(order, listing) : RejectCode.NONE;
    }

    /**
     * The first rule that an order breaks that has a number its symbol cannot hold. There always is one.
     *
     * @param priceScale digits of its prices
     * @param quantityScale digits of its quantities
     */
    static RejectCode checkUnfit(NewOrder order, Listing listing, long nowUs, int priceScale, int quantityScale) {
        Instrument rules = listing.instrument();
        if (!OrderShape.isWellFormed(order, nowUs)) {
            return RejectCode.INVALID_COMMAND;
        }
        if (isHalted(order, listing)) {
            return RejectCode.HALTED;
        }
        if (isOff(order.price, priceScale, rules.priceScale(), rules.tickSize())
                || isOff(order.stopPrice, priceScale, rules.priceScale(), rules.tickSize())) {
            return RejectCode.INVALID_TICK;
        }
        boolean offLot = isOff(order.quantity, quantityScale, rules.quantityScale(), rules.lotSize())
                || isOff(order.displayQuantity, quantityScale, rules.quantityScale(), rules.lotSize())
                || !Rescaling.isExact(order.quoteQuantity, priceScale + quantityScale, rules.priceScale() + rules.quantityScale());
        return offLot ? RejectCode.INVALID_LOT : RejectCode.QUANTITY_OUT_OF_RANGE;
    }

    /** Whether a number lies between the steps; of one that is too large nothing is said. */
    private static boolean isOff(long value, int scale, int target, long step) {
        return !Rescaling.isExact(value, scale, target)
                || Rescaling.fits(value, scale, target) && !isMultiple(Rescaling.of(value, scale, target), step);
    }

    private static boolean isHalted(NewOrder order, Listing listing) {
        return listing.state() != TradingState.TRADING && !isForAuction(order, listing);
    }

    private static boolean isForAuction(NewOrder order, Listing listing) {
        boolean collects = listing.state() == TradingState.AUCTION && listing.uncrossingPrice() == 0;
        return collects && (order.type().isStop() || order.type() == OrderType.LIMIT && order.timeInForce().rests() && !order.postOnly());
    }

    private static RejectCode checkSize(NewOrder order, Listing listing, Instrument rules) {
        if (order.quoteQuantity != 0) {
            return order.quoteQuantity < rules.minNotional() ? RejectCode.MIN_NOTIONAL : RejectCode.NONE;
        }
        if (order.quantity < rules.minQuantity()
                || order.quantity > rules.maxQuantity()
                || hasTooManyParts(order.quantity, order.displayQuantity)) {
            return RejectCode.QUANTITY_OUT_OF_RANGE;
        }
        if (!order.type().isPriced()) {
            return RejectCode.NONE;
        }
        if (!isNotional(order.price, order.quantity)
                || order.timeInForce().rests() && listing.open(order.side().ordinal()) + order.quantity < 0) {
            return RejectCode.QUANTITY_OUT_OF_RANGE;
        }
        if (order.price * order.quantity < rules.minNotional()) {
            return RejectCode.MIN_NOTIONAL;
        }
        return Bands.holds(order.price, listing.lastTradePrice(), rules.priceBandBps()) ? RejectCode.NONE : RejectCode.PRICE_BAND;
    }

    private static RejectCode checkBook(NewOrder order, Listing listing) {
        if (order.postOnly() && listing.book(order.side().opposite().ordinal()).reaches(order.price)) {
            return RejectCode.WOULD_TAKE;
        }
        if (order.type() == OrderType.MARKET && listing.book(order.side().opposite().ordinal()).isEmpty()) {
            return RejectCode.NO_LIQUIDITY;
        }
        return RejectCode.NONE;
    }

    /** Whether an order that shows so much at a time shows more parts than it may; zero: it shows all at once. */
    static boolean hasTooManyParts(long quantity, long display) {
        return display != 0 && (quantity - 1) / display >= EngineLimits.ICEBERG_PARTS;
    }

    /** Whether the product of two positive numbers fits into 63 bits. */
    static boolean isNotional(long price, long quantity) {
        return Math.multiplyHigh(price, quantity) == 0 && price * quantity >= 0;
    }

    static boolean isMultiple(long value, long step) {
        return step == 1 || value % step == 0;
    }
}
