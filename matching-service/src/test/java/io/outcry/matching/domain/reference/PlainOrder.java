// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.OrderStatus;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.reference.ExpectedOutcome.OrderLine;
import java.math.BigInteger;

/** An order with its terms as asked for and what became of it. */
final class PlainOrder {

    final long id;
    final PlaceOrder terms;
    final long expireTimeUs;
    long price;
    long quantity;
    long executed;
    long prevented;
    BigInteger quote = BigInteger.ZERO;
    OrderStatus status = OrderStatus.NEW;

    /** What of it is shown while it rests. */
    long shown;

    PlainOrder(long id, PlaceOrder terms, long expireTimeUs) {
        this.id = id;
        this.terms = terms;
        this.expireTimeUs = expireTimeUs;
        price = terms.price();
        quantity = terms.quantity();
    }

    Side side() {
        return terms.side();
    }

    String account() {
        return terms.account();
    }

    long leaves() {
        return quantity - executed - prevented;
    }

    /** Whether it goes by what it may spend or must bring in. */
    boolean isByQuote() {
        return terms.type() == OrderType.MARKET && terms.quoteQuantity() > 0 && terms.quantity() == 0;
    }

    boolean isPriced() {
        return isPriced(terms.type());
    }

    static boolean isPriced(OrderType type) {
        return type == OrderType.LIMIT || type == OrderType.STOP_LOSS_LIMIT || type == OrderType.TAKE_PROFIT_LIMIT;
    }

    static boolean isStop(OrderType type) {
        return type != OrderType.LIMIT && type != OrderType.MARKET && type != OrderType.UNSPECIFIED;
    }

    static boolean canStay(TimeInForce timeInForce) {
        return timeInForce == TimeInForce.GTC || timeInForce == TimeInForce.GTD || timeInForce == TimeInForce.DAY;
    }

    boolean canStay() {
        return canStay(terms.timeInForce());
    }

    /** Whether side, type and time in force are all named, so that a report about it can be read. */
    boolean isNamed() {
        return side() != Side.UNSPECIFIED && terms.type() != OrderType.UNSPECIFIED && terms.timeInForce() != TimeInForce.UNSPECIFIED;
    }

    /** Whether it waits for trades at its stop price or above, and not at or below it. */
    boolean isRising() {
        return switch (terms.type()) {
            case STOP_LOSS, STOP_LOSS_LIMIT -> side() == Side.BUY;
            case TAKE_PROFIT, TAKE_PROFIT_LIMIT -> side() == Side.SELL;
            default -> throw new IllegalStateException("not a stop: " + terms);
        };
    }

    /** Whether it would trade with an order that rests at {@code opposite}. */
    boolean crosses(long opposite) {
        return crosses(price, opposite);
    }

    boolean crosses(long ownPrice, long opposite) {
        return !isPriced() || (side() == Side.BUY ? ownPrice >= opposite : ownPrice <= opposite);
    }

    /** The self-trade prevention it takes with: a budget cannot be decremented. */
    SelfTradePrevention preventionAsTaker() {
        boolean budget = isByQuote() && terms.selfTradePrevention() == SelfTradePrevention.DECREMENT;
        return budget ? SelfTradePrevention.EXPIRE_TAKER : terms.selfTradePrevention();
    }

    void execute(long atPrice, long traded) {
        executed += traded;
        quote = quote.add(ExactMath.product(atPrice, traded));
    }

    /** What an order that rests shows of its leaves. */
    void showNext() {
        shown = terms.displayQuantity() == 0 ? leaves() : Math.min(terms.displayQuantity(), leaves());
    }

    /** Whether so much is a thousand times what it shows, at most. */
    boolean fitsItsParts(long ordered) {
        var most = ExactMath.product(terms.displayQuantity(), 1_000);
        return terms.displayQuantity() == 0 || most.compareTo(BigInteger.valueOf(ordered)) >= 0;
    }

    /** How it stands while it is on the book. */
    void rest() {
        status = executed > 0 ? OrderStatus.PARTIALLY_FILLED : OrderStatus.NEW;
    }

    OrderLine line() {
        return new OrderLine(
                id, Names.isAccount(account()) ? account() : "",
                Names.isClientOrderId(terms.clientOrderId()) ? terms.clientOrderId() : "", terms.side(), terms.type(), terms.timeInForce(),
                terms.selfTradePrevention(), terms.postOnly(), price, terms.stopPrice(), isByQuote() ? executed : quantity,
                quoteQuantity(), displayQuantity(), expireTimeUs, executed, status.isOpen() ? leaves() : 0, quote, status);
    }

    /** Only a market order is told to have one. */
    private long quoteQuantity() {
        return terms.type() == OrderType.MARKET ? terms.quoteQuantity() : 0;
    }

    /** A market order is never told to have one. */
    private long displayQuantity() {
        return terms.type() == OrderType.MARKET ? 0 : terms.displayQuantity();
    }
}
