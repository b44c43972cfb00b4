// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What makes an order trade, and at which price. */
public enum OrderType {
    /** The command did not say. */
    UNSPECIFIED,
    /** At its price or better. */
    LIMIT,
    /** At any price, at once. */
    MARKET,
    /** A market order once the market has moved against its side to the stop price: up for a buy, down for a sell. */
    STOP_LOSS,
    /** A limit order from that moment. */
    STOP_LOSS_LIMIT,
    /** A market order once the market has moved its way to the stop price: down for a buy, up for a sell. */
    TAKE_PROFIT,
    /** A limit order from that moment. */
    TAKE_PROFIT_LIMIT;

    /** Whether the order names a limit price. */
    public boolean isPriced() {
        return this == LIMIT || this == STOP_LOSS_LIMIT || this == TAKE_PROFIT_LIMIT;
    }

    /** Whether the order waits for a stop price. */
    public boolean isStop() {
        return ordinal() >= STOP_LOSS.ordinal();
    }

    /** Whether the order waits for trades at or above its stop price, and not at or below it. */
    boolean isRising(Side side) {
        boolean stopLoss = this == STOP_LOSS || this == STOP_LOSS_LIMIT;
        return stopLoss == (side == Side.BUY);
    }
}
