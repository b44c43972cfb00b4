// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.record;

import io.outcry.contracts.v1.Outcome;
import java.util.HashMap;
import java.util.Map;

/**
 * Whose the orders of one outcome are. Each of its trades asks for two of them, and one command may lead to thousands of both, so they are
 * looked up and not searched.
 */
public final class OutcomeAccounts {

    private final Map<Long, String> byOrder;

    public OutcomeAccounts(Outcome outcome) {
        byOrder = HashMap.newHashMap(outcome.getOrdersCount());
        outcome.getOrdersList().forEach(order -> byOrder.putIfAbsent(order.getOrderId(), order.getAccount()));
    }

    /**
     * The account that an order of one of the outcome's trades belongs to.
     *
     * @throws IllegalArgumentException if the outcome does not report the order
     */
    public String of(long orderId) {
        String account = byOrder.get(orderId);
        if (account == null) {
            throw new IllegalArgumentException("a trade of order " + orderId + ", which is not reported");
        }
        return account;
    }
}
