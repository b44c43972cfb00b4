// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.List;
import java.util.OptionalInt;

/** Where a symbol is in the view: orders where the registry says, or, for one it does not know, where a new instrument would be. */
public final class SymbolPartitions {

    private final SymbolRegistry registry;
    private final List<ViewPartition> orders;
    private final int pricePartitions;

    public SymbolPartitions(int orderPartitions, int pricePartitions, SymbolRegistry registry) {
        this.registry = registry;
        this.orders = ViewPartition.all(ViewLog.ORDERS, orderPartitions);
        this.pricePartitions = pricePartitions;
    }

    /**
     * The partition with the symbol's book, trades, orders and rules.
     *
     * @throws ApiException VIEW_UNAVAILABLE for a symbol that may be in a part of the registry that has not been read yet: if it is, what is
     *     said of it elsewhere, that it does not exist, is not so
     */
    public ViewPartition orders(String symbol) {
        // First: what is read between the two questions would be passed over.
        boolean isRead = registry.isRead();
        OptionalInt registered = registry.partition(symbol);
        if (registered.isEmpty() && !isRead) {
            throw ViewGuard.unavailable("the registry of instruments is still being read");
        }
        return orders(symbol, registered);
    }

    /** As {@link #orders}, as far as the registry has been read: {@link #isRead} says whether that is all of it. */
    public ViewPartition ordersAsFarAsRead(String symbol) {
        return orders(symbol, registry.partition(symbol));
    }

    private ViewPartition orders(String symbol, OptionalInt registered) {
        return orders.get(registered.orElseGet(() -> Partitioning.ofSymbol(symbol, orders.size())));
    }

    /** False while it is not known of some symbols whether, and where, they are registered. */
    public boolean isRead() {
        return registry.isRead();
    }

    /** The partition with the symbol's price. */
    public ViewPartition prices(String symbol) {
        return new ViewPartition(ViewLog.PRICES, Partitioning.ofSymbol(symbol, pricePartitions));
    }

    /** All partitions that hold orders. */
    public List<ViewPartition> allOrders() {
        return orders;
    }
}
