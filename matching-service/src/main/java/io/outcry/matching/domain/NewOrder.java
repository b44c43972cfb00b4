// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.OrderRow;

/**
 * What a placement asks for. One object is filled again for every command, so that placing an order allocates nothing.
 *
 * <p>Prices and quantities are integers at the scales of the symbol; zero where the order does not name one.
 */
public final class NewOrder {

    private static final Side[] SIDES = Side.values();
    private static final OrderType[] TYPES = OrderType.values();
    private static final TimeInForce[] TIMES_IN_FORCE = TimeInForce.values();
    private static final SelfTradePrevention[] PREVENTIONS = SelfTradePrevention.values();
    private static final int RESTS = flags(OrderType.LIMIT, TimeInForce.GTC);
    private static final int TAKES = flags(OrderType.LIMIT, TimeInForce.IOC);

    /** What {@link #kind} was told, as an order's row keeps it. */
    private int flags = flags(OrderType.UNSPECIFIED, TimeInForce.UNSPECIFIED);

    /** Handle of the account, as {@link MatchingEngine#registerAccount} names it. */
    public int account;

    /** Handle of the symbol, as {@link MatchingEngine#symbol} names it; {@link MatchingEngine#UNKNOWN} for one that is not known. */
    public int symbol;

    /** The symbol in words, for the outcome of an order of an unknown one. */
    public String symbolName = "";

    public long price;
    public long quantity;
    public long stopPrice;

    /** What a market order may spend or bring in, at the sum of both scales. */
    public long quoteQuantity;

    /** How much of a resting order is shown at a time; zero: all of it. */
    public long displayQuantity;

    /** Microseconds since the epoch; with GTD only. */
    public long expireTimeUs;

    /** None: the placement is not deduplicated. */
    public final ClientOrderId clientOrderId = new ClientOrderId();

    private static int flags(OrderType type, TimeInForce timeInForce) {
        return (int) OrderRow.flags(
                0, 0, type.ordinal(), timeInForce.ordinal(), SelfTradePrevention.NONE.ordinal(), OrderStatus.NEW.ordinal(), false);
    }

    /** Which kind of order it is. */
    public void kind(Side side, OrderType type, TimeInForce timeInForce, SelfTradePrevention selfTradePrevention, boolean postOnly) {
        flags = (int) OrderRow.flags(
                0, side.ordinal(), type.ordinal(), timeInForce.ordinal(), selfTradePrevention.ordinal(), OrderStatus.NEW.ordinal(),
                postOnly);
    }

    /** Which kind of order it is, as one number. */
    public int kind() {
        return flags;
    }

    /** Takes over what {@link #kind()} said of another one. */
    public void kind(int said) {
        flags = said;
    }

    Side side() {
        return SIDES[OrderRow.side(flags)];
    }

    OrderType type() {
        return TYPES[OrderRow.type(flags)];
    }

    TimeInForce timeInForce() {
        return TIMES_IN_FORCE[OrderRow.timeInForce(flags)];
    }

    SelfTradePrevention selfTradePrevention() {
        return PREVENTIONS[OrderRow.prevention(flags)];
    }

    boolean postOnly() {
        return OrderRow.isPostOnly(flags);
    }

    /** The flags of a new order of its kind. */
    long flags() {
        return OrderRow.pair(symbol, flags);
    }

    /** Whether it is an order of the commonest kind: a limit order, GTC or IOC, and nothing more; its side may not be named. */
    boolean isPlain() {
        int kind = flags & ~OrderRow.SIDE_BITS;
        return (kind == RESTS || kind == TAKES)
                && (stopPrice | quoteQuantity | displayQuantity | expireTimeUs) == 0
                && clientOrderId.isNone();
    }

    /** Whether a plain order rests what it cannot trade. */
    boolean rests() {
        return (flags & ~OrderRow.SIDE_BITS) == RESTS;
    }

    /**
     * Brings its numbers from digits of their own after the point to those of a symbol.
     *
     * @return false, and nothing has changed, if one of them would lose a digit or leave 63 bits
     */
    boolean rescale(int priceScale, int quantityScale, Instrument symbol) {
        int toPrice = symbol.priceScale();
        int toQuantity = symbol.quantityScale();
        int quoteScale = priceScale + quantityScale;
        int toQuote = toPrice + toQuantity;
        boolean held = Rescaling.holds(price, priceScale, toPrice)
                && Rescaling.holds(stopPrice, priceScale, toPrice)
                && Rescaling.holds(quantity, quantityScale, toQuantity)
                && Rescaling.holds(displayQuantity, quantityScale, toQuantity)
                && Rescaling.holds(quoteQuantity, quoteScale, toQuote);
        if (held) {
            price = Rescaling.of(price, priceScale, toPrice);
            stopPrice = Rescaling.of(stopPrice, priceScale, toPrice);
            quantity = Rescaling.of(quantity, quantityScale, toQuantity);
            displayQuantity = Rescaling.of(displayQuantity, quantityScale, toQuantity);
            quoteQuantity = Rescaling.of(quoteQuantity, quoteScale, toQuote);
        }
        return held;
    }
}
