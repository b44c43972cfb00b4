// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.contracts.position.LogPosition;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The newest order of each remainder of the offset, be it open or not: so long it is known to whom an order belonged that has ended. */
final class OrderSlots {

    private final int slots;
    private final Map<Long, PlainOrder> newest = new HashMap<>();

    OrderSlots(int slots) {
        this.slots = slots;
    }

    /** A new order forgets the one before it in its slot; one that belongs to nobody is none. */
    void add(PlainOrder order) {
        if (Names.isAccount(order.account())) {
            newest.put(slot(order.id), order);
        }
    }

    /** Null for an order that is open, is forgotten, or never was. */
    @Nullable
    String accountOfEnded(long orderId) {
        PlainOrder order = newest.get(slot(orderId));
        return order != null && order.id == orderId && !order.status.isOpen() ? order.account() : null;
    }

    private long slot(long orderId) {
        return LogPosition.offset(orderId) % slots;
    }
}
