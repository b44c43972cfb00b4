// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * What a placement asks for. One object is filled again for every command, so that placing an order allocates nothing.
 *
 * <p>Prices and quantities are integers at the scales of the symbol; zero where the order does not name one.
 */
public final class NewOrder {

    /** Handle of the account, as {@link MatchingEngine#account} names it. */
    public int account;

    /** Handle of the symbol, as {@link MatchingEngine#symbol} names it; {@link MatchingEngine#UNKNOWN} for one that is not known. */
    public int symbol;

    /** The symbol in words, for the outcome of an order of an unknown one. */
    public String symbolName = "";

    public Side side = Side.UNSPECIFIED;
    public OrderType type = OrderType.UNSPECIFIED;
    public TimeInForce timeInForce = TimeInForce.UNSPECIFIED;
    public SelfTradePrevention selfTradePrevention = SelfTradePrevention.NONE;
    public boolean postOnly;
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

    /** Forgets everything. */
    public void clear() {
        account = MatchingEngine.UNKNOWN;
        symbol = MatchingEngine.UNKNOWN;
        symbolName = "";
        side = Side.UNSPECIFIED;
        type = OrderType.UNSPECIFIED;
        timeInForce = TimeInForce.UNSPECIFIED;
        selfTradePrevention = SelfTradePrevention.NONE;
        postOnly = false;
        price = 0;
        quantity = 0;
        stopPrice = 0;
        quoteQuantity = 0;
        displayQuantity = 0;
        expireTimeUs = 0;
        clientOrderId.clear();
    }
}
