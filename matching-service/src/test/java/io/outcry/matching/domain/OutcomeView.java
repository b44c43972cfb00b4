// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.reference.ExpectedOutcome;
import io.outcry.matching.domain.reference.ExpectedOutcome.Indication;
import io.outcry.matching.domain.reference.ExpectedOutcome.LevelLine;
import io.outcry.matching.domain.reference.ExpectedOutcome.OrderLine;
import io.outcry.matching.domain.reference.ExpectedOutcome.TradeLine;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Copies the engine's reused outcome into one that stays and can be compared. */
public final class OutcomeView {

    private OutcomeView() {}

    public static ExpectedOutcome of(CommandOutcome outcome) {
        return new ExpectedOutcome(
                outcome.inputOffset(),
                outcome.sequence(),
                outcome.timeUs(),
                outcome.symbol(),
                outcome.priceScale(),
                outcome.quantityScale(),
                outcome.reject(),
                outcome.repeatOfSequence(),
                outcome.repeatOfTimeUs(),
                outcome.instrument(),
                outcome.tradingState(),
                outcome.inAuction(),
                new Indication(outcome.indicativePrice(), outcome.indicativeVolume(), outcome.indicativeImbalance()),
                outcome.stopsActivated(),
                orders(outcome.orders()),
                trades(outcome.trades()),
                levels(outcome.levels()));
    }

    private static List<OrderLine> orders(OrderReports orders) {
        List<OrderLine> lines = new ArrayList<>(orders.size());
        for (int i = 0; i < orders.size(); i++) {
            var order = orders.get(i);
            lines.add(new OrderLine(
                    order.orderId(),
                    order.account(),
                    order.clientOrderId(),
                    order.side(),
                    order.type(),
                    order.timeInForce(),
                    order.selfTradePrevention(),
                    order.postOnly(),
                    order.price(),
                    order.stopPrice(),
                    order.quantity(),
                    order.quoteQuantity(),
                    order.displayQuantity(),
                    order.expireTimeUs(),
                    order.executedQuantity(),
                    order.leavesQuantity(),
                    unsigned128(order.cumulativeQuoteHigh(), order.cumulativeQuoteLow()),
                    order.status()));
        }
        return lines;
    }

    private static BigInteger unsigned128(long high, long low) {
        if (high == 0 && low >= 0) {
            return BigInteger.valueOf(low);
        }
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(new BigInteger(Long.toUnsignedString(low)));
    }

    private static List<TradeLine> trades(Trades trades) {
        List<TradeLine> lines = new ArrayList<>(trades.size());
        for (int i = 0; i < trades.size(); i++) {
            lines.add(new TradeLine(
                    trades.takerOrderId(i),
                    trades.makerOrderId(i),
                    trades.takerSide(i),
                    trades.price(i),
                    trades.quantity(i),
                    trades.takerFee(i),
                    trades.makerFee(i)));
        }
        return lines;
    }

    private static List<LevelLine> levels(LevelChanges levels) {
        List<LevelLine> lines = new ArrayList<>(levels.size());
        for (int i = 0; i < levels.size(); i++) {
            lines.add(new LevelLine(levels.side(i), levels.price(i), levels.quantity(i), levels.orders(i)));
        }
        lines.sort(Comparator.comparing(LevelLine::side).thenComparingLong(LevelLine::price));
        return lines;
    }
}
