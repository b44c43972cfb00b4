// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;

/**
 * The JSON of an order and its fills, as the gateway answers a command and as the read model keeps it.
 *
 * <p>Every string in it has been checked to need no escaping before it came to the log.
 */
public final class OrderJson {

    public static final WireNames<Side> SIDES = new WireNames<>(Side.class, "SIDE_");
    public static final WireNames<OrderType> TYPES = new WireNames<>(OrderType.class, "ORDER_TYPE_");
    public static final WireNames<TimeInForce> TIMES_IN_FORCE = new WireNames<>(TimeInForce.class, "TIME_IN_FORCE_");
    public static final WireNames<OrderStatus> STATUSES = new WireNames<>(OrderStatus.class, "ORDER_STATUS_");

    private OrderJson() {}

    /** Appends the object of {@code report} but for its closing brace, so that fills can follow. */
    public static StringBuilder appendOpen(StringBuilder out, Outcome outcome, OrderReport report) {
        int priceScale = outcome.getPriceScale();
        int quantityScale = outcome.getQuantityScale();
        out.append("{\"orderId\":\"").append(report.getOrderId()).append('"');
        if (!report.getClientOrderId().isEmpty()) {
            out.append(",\"clientOrderId\":\"").append(report.getClientOrderId()).append('"');
        }
        out.append(",\"symbol\":\"").append(outcome.getSymbol());
        out.append("\",\"side\":\"").append(SIDES.of(report.getSide()));
        out.append("\",\"type\":\"").append(TYPES.of(report.getType()));
        out.append("\",\"timeInForce\":\"").append(TIMES_IN_FORCE.of(report.getTimeInForce()));
        if (report.getType() != OrderType.ORDER_TYPE_MARKET) {
            Decimals.append(out.append("\",\"price\":\""), report.getPrice(), priceScale);
        }
        Decimals.append(out.append("\",\"quantity\":\""), report.getQuantity(), quantityScale);
        out.append("\",\"status\":\"").append(STATUSES.of(report.getStatus()));
        Decimals.append(out.append("\",\"executedQuantity\":\""), report.getExecutedQuantity(), quantityScale);
        Decimals.append(out.append("\",\"leavesQuantity\":\""), leaves(report), quantityScale);
        out.append("\",\"cumulativeQuote\":\"")
                .append(Decimals.formatWide(
                        report.getCumulativeQuoteHigh(), report.getCumulativeQuoteLow(), priceScale + quantityScale, priceScale));
        out.append("\",\"sequence\":").append(sequence(outcome));
        return out.append(",\"transactTime\":").append(timeMillis(outcome));
    }

    /** Appends one fill of trade number {@code index} of the outcome, seen from its taker or its maker. */
    public static StringBuilder appendFill(StringBuilder out, Outcome outcome, int index, boolean taker) {
        Trade trade = outcome.getTrades(index);
        out.append("{\"tradeId\":\"").append(sequence(outcome)).append('-').append(index);
        Decimals.append(out.append("\",\"price\":\""), trade.getPrice(), outcome.getPriceScale());
        Decimals.append(out.append("\",\"quantity\":\""), trade.getQuantity(), outcome.getQuantityScale());
        return out.append("\",\"liquidity\":\"").append(taker ? "TAKER" : "MAKER").append("\"}");
    }

    /** The whole answer to a command about {@code report}: the order with the fills it made as taker in this outcome. */
    public static String answer(Outcome outcome, OrderReport report) {
        StringBuilder out = appendOpen(new StringBuilder(512), outcome, report).append(",\"fills\":[");
        boolean first = true;
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            if (outcome.getTrades(i).getTakerOrderId() == report.getOrderId()) {
                appendFill(first ? out : out.append(','), outcome, i, true);
                first = false;
            }
        }
        return out.append("]}").toString();
    }

    /** True while the order can still trade. */
    public static boolean isOpen(OrderStatus status) {
        return status == OrderStatus.ORDER_STATUS_NEW || status == OrderStatus.ORDER_STATUS_PARTIALLY_FILLED;
    }

    /** The outcome's own sequence; that of the first outcome where this one repeats it. */
    public static long sequence(Outcome outcome) {
        return outcome.getRepeatOfSequence() != 0 ? outcome.getRepeatOfSequence() : outcome.getSequence();
    }

    /** When the order last changed, in milliseconds since the epoch. */
    public static long timeMillis(Outcome outcome) {
        return (outcome.getRepeatOfSequence() != 0 ? outcome.getRepeatOfTimeUs() : outcome.getTimeUs()) / 1_000;
    }

    private static long leaves(OrderReport report) {
        return isOpen(report.getStatus()) ? report.getQuantity() - report.getExecutedQuantity() : 0;
    }
}
