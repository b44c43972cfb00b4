// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Trade;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which trades of an outcome each of its orders took part in, for who tells many of the orders: one command may lead to thousands of both,
 * and to look through all trades for each order would be their product.
 */
public final class OutcomeFills {

    private final Outcome outcome;
    private final Map<Long, List<Integer>> byOrder = new HashMap<>();

    public OutcomeFills(Outcome outcome) {
        this.outcome = outcome;
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            Trade trade = outcome.getTrades(i);
            add(trade.getTakerOrderId(), i);
            add(trade.getMakerOrderId(), i);
        }
    }

    private void add(long orderId, int trade) {
        byOrder.computeIfAbsent(orderId, _ -> new ArrayList<>(1)).add(trade);
    }

    Outcome outcome() {
        return outcome;
    }

    /** Numbers of the order's trades, in the order of execution. */
    List<Integer> of(long orderId) {
        return byOrder.getOrDefault(orderId, List.of());
    }
}
