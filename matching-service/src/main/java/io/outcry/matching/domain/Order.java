// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.Command.PlaceOrder;

/** An order as it was placed, and what became of it. Executed value is a sum of price times quantity in 128 bits. */
final class Order {

    private final long id;
    private final PlaceOrder terms;
    private long executed;
    private long quoteHigh;
    private long quoteLow;
    private OrderStatus status = OrderStatus.NEW;

    Order(long id, PlaceOrder terms) {
        this.id = id;
        this.terms = terms;
    }

    long id() {
        return id;
    }

    PlaceOrder terms() {
        return terms;
    }

    Side side() {
        return terms.side();
    }

    long price() {
        return terms.price();
    }

    /** What has not traded yet. */
    long leaves() {
        return terms.quantity() - executed;
    }

    long executed() {
        return executed;
    }

    long quoteHigh() {
        return quoteHigh;
    }

    long quoteLow() {
        return quoteLow;
    }

    OrderStatus status() {
        return status;
    }

    /** Ends the order, or rejects it. */
    void close(OrderStatus end) {
        status = end;
    }

    /** Trades {@code quantity}, at most what it leaves, at {@code price}. The product is known to fit into 63 bits. */
    void fill(long price, long quantity) {
        long notional = price * quantity;
        quoteLow += notional;
        if (Long.compareUnsigned(quoteLow, notional) < 0) {
            quoteHigh++;
        }
        executed += quantity;
        status = leaves() == 0 ? OrderStatus.FILLED : OrderStatus.PARTIALLY_FILLED;
    }

    /** The order as it stands now, untouched by what comes. */
    Order copy() {
        Order copy = new Order(id, terms);
        copy.executed = executed;
        copy.quoteHigh = quoteHigh;
        copy.quoteLow = quoteLow;
        copy.status = status;
        return copy;
    }
}
