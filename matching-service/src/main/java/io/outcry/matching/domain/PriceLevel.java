// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Collection;
import java.util.LinkedHashMap;

/** The orders at one price of one side, first come first. Its total is known to fit into 63 bits. */
final class PriceLevel {

    private final long price;
    private final LinkedHashMap<Long, Order> queue = new LinkedHashMap<>();
    private long quantity;

    PriceLevel(long price) {
        this.price = price;
    }

    long price() {
        return price;
    }

    /** Sum of what its orders leave. */
    long quantity() {
        return quantity;
    }

    int orders() {
        return queue.size();
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    Order first() {
        return queue.firstEntry().getValue();
    }

    /** Its orders in the order of their priority. */
    Collection<Order> queue() {
        return queue.values();
    }

    void append(Order order) {
        queue.putLast(order.id(), order);
        quantity += order.leaves();
    }

    void remove(Order order) {
        queue.remove(order.id());
        quantity -= order.leaves();
    }

    /** Trades {@code traded} of its first order, which keeps its place while it leaves anything. */
    void fillFirst(long traded) {
        Order maker = first();
        maker.fill(price, traded);
        quantity -= traded;
        if (maker.leaves() == 0) {
            queue.pollFirstEntry();
        }
    }
}
