// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What becomes of the part of an order that does not trade at once. */
public enum TimeInForce {
    /** The command names none: it is refused. */
    UNSPECIFIED,
    /** It rests until it is cancelled. */
    GTC,
    /** It expires. */
    IOC,
    /** It may not exist: an order that cannot trade in full does not trade at all. */
    FOK
}
