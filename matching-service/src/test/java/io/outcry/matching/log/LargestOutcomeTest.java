// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import org.junit.jupiter.api.Test;

/** What one command can do at most still fits into one record. */
class LargestOutcomeTest {

    private static final long NOW_US = 4_102_444_800_000_000L;
    private static final long TOP = 1L << 45;
    private static final int DISPLAY = 1 << 10;

    private final WireEngine engine = new WireEngine(1_023, EngineLimits.STANDARD);
    private int orders;

    /** Ends as many orders as it may and goes on with an auction of icebergs, in which every trade is between two others. */
    @Test
    void aTickThatDoesAllItMay() {
        int fills = EngineLimits.STANDARD.fillsPerCommand();
        engine.apply(WireCommands.define(NOW_US, WireCommands.rules()
                .setSymbol("S".repeat(32))
                .setMakerFeeBps(-10_000)
                .setTakerFeeBps(10_000)));
        engine.apply(WireCommands.enter(NOW_US, "S".repeat(32), TradingState.TRADING_STATE_AUCTION));
        for (int i = 0; i < fills; i++) {
            place(gtd(Side.SIDE_BUY, 1 + i).setExpireTimeUs(NOW_US + 1));
        }
        for (int i = 0; i < 2 * fills; i++) {
            place(gtd(Side.SIDE_SELL, TOP).setDisplayQuantity(DISPLAY));
            place(gtd(Side.SIDE_BUY, TOP).setDisplayQuantity(DISPLAY));
        }
        Outcome cutOff = engine.apply(WireCommands.enter(NOW_US, "S".repeat(32), TradingState.TRADING_STATE_TRADING));
        assertThat(cutOff.getTradesCount()).isEqualTo(fills);
        Outcome largest = engine.apply(WireCommands.tick(NOW_US + 1, "S".repeat(32)));
        assertThat(largest.getTradesCount()).isEqualTo(fills);
        assertThat(largest.getOrdersCount()).isEqualTo(3 * fills);
        assertThat(largest.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_EXPIRED);
        assertThat(largest.getSerializedSize()).isBetween(5_000_000, OutcomeRecord.MOST_BYTES);
    }

    private PlaceOrder.Builder gtd(Side side, long price) {
        return WireCommands.limit("a".repeat(64), side, 2 * DISPLAY, price)
                .setSymbol("S".repeat(32))
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD)
                .setExpireTimeUs(NOW_US * 2);
    }

    private void place(PlaceOrder.Builder order) {
        order.setClientOrderId("c".repeat(31) + (10_000 + orders++));
        assertThat(engine.apply(WireCommands.place(NOW_US, order)).getRejectValue()).isZero();
    }
}
