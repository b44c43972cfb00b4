// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** How long an order may stay. */
public enum TimeInForce {
    /** The command did not say. */
    UNSPECIFIED,
    /** Until it is cancelled. */
    GTC,
    /** Not at all: what does not trade at once expires. */
    IOC,
    /** Not at all, and it trades whole or not at all. */
    FOK,
    /** Until its expire time. */
    GTD,
    /** Until the next midnight, UTC. */
    DAY;

    /** Whether a remainder rests on the book. */
    public boolean rests() {
        return OrderTypes.rests(ordinal());
    }
}
