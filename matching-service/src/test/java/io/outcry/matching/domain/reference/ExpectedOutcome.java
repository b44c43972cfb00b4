// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.OrderStatus;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.TradingState;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that one command did. The text has one fact a line, so that two of them differ readably.
 *
 * @param levels in the order of side and price
 */
public record ExpectedOutcome(
        long inputOffset,
        long sequence,
        long timeUs,
        String symbol,
        int priceScale,
        int quantityScale,
        RejectCode reject,
        long repeatOfSequence,
        long repeatOfTimeUs,
        @Nullable Instrument instrument,
        @Nullable TradingState tradingState,
        boolean inAuction,
        Indication indication,
        int stopsActivated,
        List<OrderLine> orders,
        List<TradeLine> trades,
        List<LevelLine> levels) {

    /** Where an auction would trade; all zero: nowhere. */
    public record Indication(long price, long volume, long imbalance) {

        public static final Indication NONE = new Indication(0, 0, 0);
    }

    /** An order as it is after the command. */
    public record OrderLine(
            long orderId,
            String account,
            String clientOrderId,
            Side side,
            OrderType type,
            TimeInForce timeInForce,
            SelfTradePrevention selfTradePrevention,
            boolean postOnly,
            long price,
            long stopPrice,
            long quantity,
            long quoteQuantity,
            long displayQuantity,
            long expireTimeUs,
            long executed,
            long leaves,
            BigInteger quote,
            OrderStatus status) {}

    /** One execution. */
    public record TradeLine(long taker, long maker, Side takerSide, long price, long quantity, long takerFee, long makerFee) {}

    /** A level as it is after the command. */
    public record LevelLine(Side side, long price, long quantity, int orders) {}

    public boolean isApplied() {
        return reject == RejectCode.NONE && repeatOfSequence == 0;
    }

    @Override
    public String toString() {
        return "offset " + inputOffset + ", sequence " + sequence + ", time " + timeUs + ", " + symbol + " " + priceScale + "/"
                + quantityScale + ", " + reject
                + (repeatOfSequence == 0 ? "" : "\n  repeats " + repeatOfSequence + " of " + repeatOfTimeUs)
                + (instrument == null ? "" : "\n  " + instrument)
                + (tradingState == null ? "" : "\n  state " + tradingState)
                + (inAuction ? "\n  auction " + indication : "")
                + (stopsActivated == 0 ? "" : "\n  stops activated " + stopsActivated)
                + lines(orders) + lines(trades) + lines(levels);
    }

    private static String lines(List<?> facts) {
        return facts.stream().map(fact -> "\n  " + fact).collect(Collectors.joining());
    }
}
