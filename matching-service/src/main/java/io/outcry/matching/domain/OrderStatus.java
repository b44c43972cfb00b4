// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** Where an order stands after a command. */
public enum OrderStatus {
    NEW,
    PARTIALLY_FILLED,
    FILLED,
    CANCELED,
    /** The remainder of an order that may not rest, an FOK order that could not be filled, or an order whose time was over. */
    EXPIRED,
    REJECTED,
    /** Ended, at least in part, by self-trade prevention. */
    EXPIRED_IN_MATCH,
    /** Waits for its stop price. */
    PENDING_TRIGGER;

    /** True while the order can still trade. */
    public boolean isOpen() {
        return this == NEW || this == PARTIALLY_FILLED || this == PENDING_TRIGGER;
    }
}
