// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** Whether an order names the worst price it accepts. */
public enum OrderType {
    /** The command names none: it is refused. */
    UNSPECIFIED,
    LIMIT,
    MARKET
}
