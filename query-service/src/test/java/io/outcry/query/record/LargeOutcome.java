// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.record;

import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;

/** One order that trades with many others. */
public final class LargeOutcome {

    public static final String SYMBOL = "BTC-USD";

    private LargeOutcome() {}

    /** The taker is the first order, of the account {@code taker}; each maker is of {@code maker} and sells one unit. */
    public static Outcome of(int trades) {
        OrderReport.Builder order = OrderReport.newBuilder().setType(OrderType.ORDER_TYPE_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setStatus(OrderStatus.ORDER_STATUS_FILLED);
        Outcome.Builder outcome = Outcome.newBuilder().setInputOffset(trades).setSequence(1).setTimeUs(1).setSymbol(SYMBOL);
        outcome.addOrders(order.setOrderId(trades).setAccount("taker").setSide(Side.SIDE_BUY));
        order.setAccount("maker").setSide(Side.SIDE_SELL);
        for (int maker = 0; maker < trades; maker++) {
            outcome.addOrders(order.setOrderId(maker));
            outcome.addTrades(Trade.newBuilder().setTakerOrderId(trades).setMakerOrderId(maker).setTakerSide(Side.SIDE_BUY).setPrice(1)
                    .setQuantity(1));
        }
        return outcome.build();
    }
}
