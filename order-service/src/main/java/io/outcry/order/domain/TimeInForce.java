// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/** How long an order works. */
public enum TimeInForce {
    /** Until cancelled. */
    GTC(true),
    /** For this instant; what is left ends. */
    IOC(false),
    /** Wholly at this instant or not at all. */
    FOK(false),
    /** Until a moment that comes with the order. */
    GTD(true),
    /** Until the next midnight, UTC. */
    DAY(true);

    private final boolean resting;

    TimeInForce(boolean resting) {
        this.resting = resting;
    }

    /** True if what is left of the order stays in the book. */
    public boolean rests() {
        return resting;
    }
}
