// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Whose the recently closed orders were, the oldest forgotten first. */
final class ClosedOrders {

    private final int limit;
    private final LinkedHashMap<Long, String> accounts = new LinkedHashMap<>();

    ClosedOrders(int limit) {
        this.limit = limit;
    }

    void add(Order order) {
        add(order.id(), order.terms().account());
    }

    void add(long orderId, String account) {
        accounts.put(orderId, account);
        if (accounts.size() > limit) {
            accounts.pollFirstEntry();
        }
    }

    /** The account of a closed order; null for one that never was, or is forgotten. */
    @Nullable
    String accountOf(long orderId) {
        return accounts.get(orderId);
    }

    int size() {
        return accounts.size();
    }
}
