// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** Whether a symbol takes new orders: only {@code TRADING} does. A cancel is served in every state. */
public enum TradingState {
    /** The command names none: it is refused. */
    UNSPECIFIED,
    TRADING,
    HALTED,
    CANCEL_ONLY,
    /** Known on the log, not supported by this engine. */
    AUCTION,
    CLOSED
}
