// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What a symbol takes. A cancel is served in every state. */
public enum TradingState {
    /** The command names none: it is refused. */
    UNSPECIFIED,
    TRADING,
    HALTED,
    CANCEL_ONLY,
    /** Orders collect and do not trade; what would trade is told with every change. */
    AUCTION,
    CLOSED
}
