// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.Rows;

/** An order as a command has left it. */
public final class OrderReport {

    private static final Side[] SIDES = Side.values();
    private static final OrderType[] TYPES = OrderType.values();
    private static final TimeInForce[] TIMES_IN_FORCE = TimeInForce.values();
    private static final SelfTradePrevention[] PREVENTIONS = SelfTradePrevention.values();
    private static final OrderStatus[] STATUSES = OrderStatus.values();

    /** More than any {@link #kind()}. */
    public static final int KINDS = OrderRow.KINDS;

    private final BookRows rows;
    private final Rows clientRows;
    private final Accounts accounts;
    private int order;

    /** Where its second row is; the first one, which is nobody's and all zeros, if it uses none. */
    private int coldRow;

    private long flags;

    OrderReport(BookRows rows, Rows clientRows, Accounts accounts) {
        this.rows = rows;
        this.clientRows = clientRows;
        this.accounts = accounts;
    }

    /** Is about this order from now on. */
    void read(int newOrder) {
        order = newOrder;
        flags = rows.hot()[newOrder + OrderRow.FLAGS];
        coldRow = OrderRow.isUsed(flags) ? newOrder : 0;
    }

    public long orderId() {
        return rows.hot()[order + OrderRow.ID];
    }

    public String account() {
        return accounts.name(accountNumber());
    }

    /** Equal for equal accounts of an engine, from 0 on; negative for one that cannot be. */
    public int accountNumber() {
        return OrderRow.lower(rows.hot()[order + OrderRow.LEVEL_ACCOUNT]);
    }

    /** Empty: none. */
    public String clientOrderId() {
        int client = clientOrderIdHandle();
        return client == 0 ? "" : ClientRow.text(clientRows, client);
    }

    /** The handle by which {@link #clientOrderIdWord} finds the client order id; 0 if there is none. */
    public int clientOrderIdHandle() {
        return OrderRow.upper(rows.cold()[coldRow + OrderRow.CLIENT_HEAP]);
    }

    /** One of the {@value ClientOrderId#WORDS} words of a client order id. */
    public long clientOrderIdWord(int handle, int word) {
        return ClientRow.word(clientRows.cells(), handle, word);
    }

    /** Side, type and time in force as one number, below {@link #KINDS}. */
    public int kind() {
        return OrderRow.kind(flags);
    }

    /** What {@link #kind()} says of such an order. */
    public static int kind(Side side, OrderType type, TimeInForce timeInForce) {
        return OrderRow.kind(OrderRow.flags(0, side.ordinal(), type.ordinal(), timeInForce.ordinal(), 0, 0, false));
    }

    public Side side() {
        return SIDES[OrderRow.side(flags)];
    }

    public OrderType type() {
        return TYPES[OrderRow.type(flags)];
    }

    public TimeInForce timeInForce() {
        return TIMES_IN_FORCE[OrderRow.timeInForce(flags)];
    }

    public SelfTradePrevention selfTradePrevention() {
        return PREVENTIONS[OrderRow.prevention(flags)];
    }

    public boolean postOnly() {
        return OrderRow.isPostOnly(flags);
    }

    /** Zero for an order without a limit. */
    public long price() {
        return rows.hot()[order + OrderRow.PRICE];
    }

    /** Whether it names a stop price, a quote quantity, a part to show, an end, or that it is post-only: few do. */
    public boolean namesMore() {
        long[] cold = rows.cold();
        return (cold[coldRow + OrderRow.STOP] | cold[coldRow + OrderRow.DISPLAY] | cold[coldRow + OrderRow.EXPIRE]) != 0
                || OrderRow.isPostOnly(flags);
    }

    /** Zero for an order that does not wait. */
    public long stopPrice() {
        return rows.cold()[coldRow + OrderRow.STOP];
    }

    /** Of a market order by quote quantity: what it executed. */
    public long quantity() {
        return OrderRow.isUsed(flags) ? rows.cold()[coldRow + OrderRow.QUANTITY] : rows.hot()[order + OrderRow.LEAVES];
    }

    /** Zero for an order that goes by quantity. */
    public long quoteQuantity() {
        return type() == OrderType.MARKET ? rows.cold()[coldRow + OrderRow.DISPLAY] : 0;
    }

    /** Zero for an order that shows all of itself. */
    public long displayQuantity() {
        return type() == OrderType.MARKET ? 0 : rows.cold()[coldRow + OrderRow.DISPLAY];
    }

    /** When a GTD or DAY order ends, microseconds since the epoch; otherwise zero. */
    public long expireTimeUs() {
        return rows.cold()[coldRow + OrderRow.EXPIRE];
    }

    public long executedQuantity() {
        return rows.cold()[coldRow + OrderRow.EXECUTED];
    }

    /** What is still open; zero once the order has ended. */
    public long leavesQuantity() {
        return status().isOpen() ? rows.hot()[order + OrderRow.LEAVES] : 0;
    }

    /** Upper 64 bits of the sum of price times quantity over the order's fills. */
    public long cumulativeQuoteHigh() {
        return rows.cold()[coldRow + OrderRow.QUOTE_HIGH];
    }

    /** Lower 64 bits of it, unsigned. */
    public long cumulativeQuoteLow() {
        return rows.cold()[coldRow + OrderRow.QUOTE_LOW];
    }

    public OrderStatus status() {
        return STATUSES[OrderRow.status(flags)];
    }
}
