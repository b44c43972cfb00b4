// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.Rows;
import io.outcry.matching.domain.book.Touched;

/**
 * The orders that one command changed, as they are after it: the commanded order first, then each other one in the order of its first
 * change. They are read where they are kept, also those that have just ended.
 */
public final class OrderReports {

    private static final Side[] SIDES = Side.values();
    private static final OrderType[] TYPES = OrderType.values();
    private static final TimeInForce[] TIMES_IN_FORCE = TimeInForce.values();
    private static final SelfTradePrevention[] PREVENTIONS = SelfTradePrevention.values();
    private static final OrderStatus[] STATUSES = OrderStatus.values();

    private final BookRows rows;
    private final Rows clientRows;
    private final Accounts accounts;
    private final Touched touched;

    OrderReports(BookRows rows, Rows clientRows, Accounts accounts, Touched touched) {
        this.rows = rows;
        this.clientRows = clientRows;
        this.accounts = accounts;
        this.touched = touched;
    }

    public int size() {
        return touched.orders();
    }

    public long orderId(int index) {
        return get(index, OrderRow.ID);
    }

    public String account(int index) {
        return accounts.name(OrderRow.lower(get(index, OrderRow.LEVEL_ACCOUNT)));
    }

    /** Empty: none. */
    public String clientOrderId(int index) {
        int client = clientOrderIdHandle(index);
        return client == 0 ? "" : ClientIndex.text(clientRows, client);
    }

    /** The handle by which {@link #clientOrderIdWord} finds the order's client order id; 0 if it has none. */
    public int clientOrderIdHandle(int index) {
        return OrderRow.upper(getCold(index, OrderRow.CLIENT_HEAP));
    }

    /** One of the {@value ClientOrderId#WORDS} words of a client order id. */
    public long clientOrderIdWord(int handle, int word) {
        return ClientIndex.word(clientRows.cells(), handle, word);
    }

    public Side side(int index) {
        return SIDES[OrderRow.side(get(index, OrderRow.FLAGS))];
    }

    public OrderType type(int index) {
        return TYPES[OrderRow.type(get(index, OrderRow.FLAGS))];
    }

    public TimeInForce timeInForce(int index) {
        return TIMES_IN_FORCE[OrderRow.timeInForce(get(index, OrderRow.FLAGS))];
    }

    public SelfTradePrevention selfTradePrevention(int index) {
        return PREVENTIONS[OrderRow.prevention(get(index, OrderRow.FLAGS))];
    }

    public boolean postOnly(int index) {
        return OrderRow.isPostOnly(get(index, OrderRow.FLAGS));
    }

    /** Zero for an order without a limit. */
    public long price(int index) {
        return get(index, OrderRow.PRICE);
    }

    /** Zero for an order that does not wait. */
    public long stopPrice(int index) {
        return getCold(index, OrderRow.STOP);
    }

    /** Of a market order by quote quantity: what it executed. */
    public long quantity(int index) {
        return OrderRow.quantity(rows.hot(), rows.cold(), touched.order(index));
    }

    /** Zero for an order that goes by quantity. */
    public long quoteQuantity(int index) {
        return type(index) == OrderType.MARKET ? getCold(index, OrderRow.DISPLAY) : 0;
    }

    /** Zero for an order that shows all of itself. */
    public long displayQuantity(int index) {
        return type(index) == OrderType.MARKET ? 0 : getCold(index, OrderRow.DISPLAY);
    }

    /** When a GTD or DAY order ends, microseconds since the epoch; otherwise zero. */
    public long expireTimeUs(int index) {
        return getCold(index, OrderRow.EXPIRE);
    }

    public long executedQuantity(int index) {
        return getCold(index, OrderRow.EXECUTED);
    }

    /** What is still open; zero once the order has ended. */
    public long leavesQuantity(int index) {
        return status(index).isOpen() ? get(index, OrderRow.LEAVES) : 0;
    }

    /** Upper 64 bits of the sum of price times quantity over the order's fills. */
    public long cumulativeQuoteHigh(int index) {
        return getCold(index, OrderRow.QUOTE_HIGH);
    }

    /** Lower 64 bits of it, unsigned. */
    public long cumulativeQuoteLow(int index) {
        return getCold(index, OrderRow.QUOTE_LOW);
    }

    public OrderStatus status(int index) {
        return STATUSES[OrderRow.status(get(index, OrderRow.FLAGS))];
    }

    private long get(int index, int field) {
        return rows.hot()[touched.order(index) + field];
    }

    private long getCold(int index, int field) {
        int order = touched.order(index);
        return OrderRow.isUsed(rows.hot()[order + OrderRow.FLAGS]) ? rows.cold()[order + field] : 0;
    }

    /** Reports an order, unless the command did so already. */
    void touch(int order) {
        touched.touchOrder(order);
    }
}
