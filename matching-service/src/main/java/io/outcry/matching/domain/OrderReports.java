// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Arrays;

/**
 * The orders that one command changed, as they are after it: the commanded order first, then each resting order in the order of the
 * trades. Parallel arrays that grow to the largest outcome and are reused.
 */
public final class OrderReports {

    private int size;
    private long[] ids = new long[16];
    private long[] prices = new long[16];
    private long[] quantities = new long[16];
    private long[] executed = new long[16];
    private long[] quoteHighs = new long[16];
    private long[] quoteLows = new long[16];
    private String[] accounts = new String[16];
    private String[] clientOrderIds = new String[16];
    private Side[] sides = new Side[16];
    private OrderType[] types = new OrderType[16];
    private TimeInForce[] timesInForce = new TimeInForce[16];
    private OrderStatus[] statuses = new OrderStatus[16];

    OrderReports() {}

    public int size() {
        return size;
    }

    public long orderId(int index) {
        return ids[index];
    }

    public String account(int index) {
        return accounts[index];
    }

    /** Empty: none. */
    public String clientOrderId(int index) {
        return clientOrderIds[index];
    }

    public Side side(int index) {
        return sides[index];
    }

    public OrderType type(int index) {
        return types[index];
    }

    public TimeInForce timeInForce(int index) {
        return timesInForce[index];
    }

    public long price(int index) {
        return prices[index];
    }

    public long quantity(int index) {
        return quantities[index];
    }

    public long executedQuantity(int index) {
        return executed[index];
    }

    /** Upper 64 bits of the sum of price times quantity over the order's fills. */
    public long cumulativeQuoteHigh(int index) {
        return quoteHighs[index];
    }

    /** Lower 64 bits of it, unsigned. */
    public long cumulativeQuoteLow(int index) {
        return quoteLows[index];
    }

    public OrderStatus status(int index) {
        return statuses[index];
    }

    void add(Order order) {
        if (size == ids.length) {
            grow(size * 2);
        }
        set(size++, order);
    }

    void set(int index, Order order) {
        var terms = order.terms();
        ids[index] = order.id();
        accounts[index] = terms.account();
        clientOrderIds[index] = terms.clientOrderId();
        sides[index] = terms.side();
        types[index] = terms.type();
        timesInForce[index] = terms.timeInForce();
        prices[index] = terms.price();
        quantities[index] = terms.quantity();
        executed[index] = order.executed();
        quoteHighs[index] = order.quoteHigh();
        quoteLows[index] = order.quoteLow();
        statuses[index] = order.status();
    }

    void clear() {
        size = 0;
    }

    private void grow(int capacity) {
        ids = Arrays.copyOf(ids, capacity);
        prices = Arrays.copyOf(prices, capacity);
        quantities = Arrays.copyOf(quantities, capacity);
        executed = Arrays.copyOf(executed, capacity);
        quoteHighs = Arrays.copyOf(quoteHighs, capacity);
        quoteLows = Arrays.copyOf(quoteLows, capacity);
        accounts = Arrays.copyOf(accounts, capacity);
        clientOrderIds = Arrays.copyOf(clientOrderIds, capacity);
        sides = Arrays.copyOf(sides, capacity);
        types = Arrays.copyOf(types, capacity);
        timesInForce = Arrays.copyOf(timesInForce, capacity);
        statuses = Arrays.copyOf(statuses, capacity);
    }
}
