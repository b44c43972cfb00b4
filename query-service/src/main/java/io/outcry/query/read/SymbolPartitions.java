// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.contracts.topic.Partitioning;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.List;

/**
 * Where a symbol is in the view. An instrument stays in the partition it was created in, and it is created where this rule says, so the
 * registry need not be asked as long as no instrument moves.
 */
final class SymbolPartitions {

    private final ViewPositions positions;
    private final List<ViewPartition> orders;

    SymbolPartitions(ViewPositions positions) {
        this.positions = positions;
        this.orders = ViewPartition.all(ViewLog.ORDERS, positions.count(ViewLog.ORDERS));
    }

    /** The partition with the symbol's book, trades, orders and rules. */
    ViewPartition orders(String symbol) {
        return of(ViewLog.ORDERS, symbol);
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
