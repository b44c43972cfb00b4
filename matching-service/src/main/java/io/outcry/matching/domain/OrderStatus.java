// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** Where an order stands after a command. */
public enum OrderStatus {
    NEW,
    PARTIALLY_FILLED,
    FILLED,
    CANCELED,
    /** The remainder of an IOC or market order, or an FOK order that could not be filled. */
    EXPIRED,
    REJECTED;

    /** True while the order can still trade. */
    public boolean isOpen() {
        return this == NEW || this == PARTIALLY_FILLED;
    }
}
