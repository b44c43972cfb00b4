// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.contracts.topic.Partitioning;
import io.outcry.query.feed.SymbolRegistry;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.List;
import java.util.OptionalInt;

/** Where a symbol is in the view: orders where the registry says, or, for one it does not know, where a new instrument would be. */
final class SymbolPartitions {

    private final ViewPositions positions;
    private final SymbolRegistry registry;
    private final List<ViewPartition> orders;

    SymbolPartitions(ViewPositions positions, SymbolRegistry registry) {
        this.positions = positions;
        this.registry = registry;
        this.orders = ViewPartition.all(ViewLog.ORDERS, positions.count(ViewLog.ORDERS));
    }

    /** The partition with the symbol's book, trades, orders and rules. */
    ViewPartition orders(String symbol) {
        OptionalInt registered = registry.partition(symbol);
        return registered.isPresent() ? new ViewPartition(ViewLog.ORDERS, registered.getAsInt()) : of(ViewLog.ORDERS, symbol);
    }

    /** The partition with the symbol's price. */
    ViewPartition prices(String symbol) {
        return of(ViewLog.PRICES, symbol);
    }

    /** All partitions that hold orders. */
    List<ViewPartition> allOrders() {
        return orders;
    }

    private ViewPartition of(ViewLog log, String symbol) {
        return new ViewPartition(log, Partitioning.ofSymbol(symbol, positions.count(log)));
    }
}
