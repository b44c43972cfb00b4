// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.Command.PlaceOrder;

/** An order while it is being written: a limit order rests and the others take what they find, unless told otherwise. */
final class OrderTicket {

    private final String account;
    private final Side side;
    private final OrderType type;
    private String clientOrderId = "";
    private String symbol = TestEngine.SYMBOL;
    private TimeInForce timeInForce;
    private SelfTradePrevention prevention = SelfTradePrevention.NONE;
    private boolean postOnly;
    private long price;
    private long quantity;
    private long stopPrice;
    private long quoteQuantity;
    private long displayQuantity;
    private long expireTimeUs;

    private OrderTicket(String account, Side side, OrderType type) {
        this.account = account;
        this.side = side;
        this.type = type;
        timeInForce = type.isPriced() ? TimeInForce.GTC : TimeInForce.IOC;
    }

    /** An order of any type that gives nothing but its side. */
    static OrderTicket of(String account, Side side, OrderType type) {
        return new OrderTicket(account, side, type);
    }

    static OrderTicket limit(String account, Side side, long quantity, long price) {
        return of(account, side, OrderType.LIMIT).quantity(quantity).price(price);
    }

    static OrderTicket market(String account, Side side, long quantity) {
        return of(account, side, OrderType.MARKET).quantity(quantity);
    }

    static OrderTicket marketByQuote(String account, Side side, long quoteQuantity) {
        return of(account, side, OrderType.MARKET).quoteQuantity(quoteQuantity);
    }

    /** A stop of either kind that becomes a market order. */
    static OrderTicket stop(OrderType type, String account, Side side, long quantity, long stopPrice) {
        return of(account, side, type).quantity(quantity).stopPrice(stopPrice);
    }

    /** A stop of either kind that becomes a limit order. */
    static OrderTicket stopLimit(OrderType type, String account, Side side, long quantity, long stopPrice, long price) {
        return stop(type, account, side, quantity, stopPrice).price(price);
    }

    OrderTicket named(String id) {
        clientOrderId = id;
        return this;
    }

    OrderTicket on(String otherSymbol) {
        symbol = otherSymbol;
        return this;
    }

    OrderTicket in(TimeInForce time) {
        timeInForce = time;
        return this;
    }

    /** Good till that time. */
    OrderTicket until(long timeUs) {
        return in(TimeInForce.GTD).expiring(timeUs);
    }

    OrderTicket expiring(long timeUs) {
        expireTimeUs = timeUs;
        return this;
    }

    OrderTicket preventing(SelfTradePrevention mode) {
        prevention = mode;
        return this;
    }

    OrderTicket postOnly() {
        postOnly = true;
        return this;
    }

    OrderTicket showing(long quantityAtATime) {
        displayQuantity = quantityAtATime;
        return this;
    }

    OrderTicket price(long newPrice) {
        price = newPrice;
        return this;
    }

    OrderTicket quantity(long newQuantity) {
        quantity = newQuantity;
        return this;
    }

    OrderTicket stopPrice(long newStopPrice) {
        stopPrice = newStopPrice;
        return this;
    }

    OrderTicket quoteQuantity(long newQuoteQuantity) {
        quoteQuantity = newQuoteQuantity;
        return this;
    }

    PlaceOrder at(long timeUs) {
        return new PlaceOrder(
                timeUs, account, clientOrderId, symbol, side, type, timeInForce, prevention, postOnly, price, quantity, stopPrice,
                quoteQuantity, displayQuantity, expireTimeUs);
    }
}
