// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** The side of the book an order stands on. */
public enum Side {
    /** The command names none: it is refused. */
    UNSPECIFIED,
    BUY,
    SELL;

    /** The side this one trades with. */
    Side opposite() {
        return this == BUY ? SELL : BUY;
    }
}
