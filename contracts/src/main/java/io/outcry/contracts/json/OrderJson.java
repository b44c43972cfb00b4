// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import java.util.function.BooleanSupplier;

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
    public static final WireNames<SelfTradePrevention> SELF_TRADE_PREVENTIONS =
            new WireNames<>(SelfTradePrevention.class, "SELF_TRADE_PREVENTION_");
    private static final WireNames<RejectCode> REJECT_CODES = new WireNames<>(RejectCode.class, "REJECT_CODE_");

    private OrderJson() {}

    /** Whether a report can be told: one of a newer engine may have words that have no public name here. */
    public static boolean canTell(OrderReport report) {
        return SIDES.has(report.getSide())
                && TYPES.has(report.getType())
                && TIMES_IN_FORCE.has(report.getTimeInForce())
                && STATUSES.has(report.getStatus())
                && (!hasPrevention(report) || SELF_TRADE_PREVENTIONS.has(report.getSelfTradePrevention()));
    }

    /** Appends the object of {@code report} but for its closing brace, so that fills can follow. */
    public static StringBuilder appendOpen(StringBuilder out, Outcome outcome, OrderReport report) {
        int priceScale = outcome.getPriceScale();
        int quantityScale = outcome.getQuantityScale();
        appendTerms(out, outcome.getSymbol(), priceScale, quantityScale, report);
        out.append(",\"status\":\"").append(STATUSES.of(report.getStatus()));
        if (report.getStatus() == OrderStatus.ORDER_STATUS_REJECTED && isNamed(outcome.getReject())) {
            out.append("\",\"code\":\"").append(REJECT_CODES.of(outcome.getReject()));
        }
        Decimals.append(out.append("\",\"executedQuantity\":\""), report.getExecutedQuantity(), quantityScale);
        Decimals.append(out.append("\",\"leavesQuantity\":\""), leaves(report), quantityScale);
        out.append("\",\"cumulativeQuote\":\"")
                .append(Decimals.formatWide(
                        report.getCumulativeQuoteHigh(), report.getCumulativeQuoteLow(), priceScale + quantityScale, priceScale));
        out.append("\",\"sequence\":").append(sequence(outcome));
        return out.append(",\"transactTime\":").append(timeMillis(outcome));
    }

    /** Appends the object of an order up to its terms: who it is and what was asked for, each term where it was given. */
    public static StringBuilder appendTerms(StringBuilder out, String symbol, int priceScale, int quantityScale, OrderReport report) {
        out.append("{\"orderId\":\"").append(report.getOrderId()).append('"');
        if (!report.getClientOrderId().isEmpty()) {
            out.append(",\"clientOrderId\":\"").append(report.getClientOrderId()).append('"');
        }
        out.append(",\"symbol\":\"").append(symbol);
        out.append("\",\"side\":\"").append(SIDES.of(report.getSide()));
        out.append("\",\"type\":\"").append(TYPES.of(report.getType()));
        out.append("\",\"timeInForce\":\"").append(TIMES_IN_FORCE.of(report.getTimeInForce()));
        if (hasPrice(report.getType())) {
            Decimals.append(out.append("\",\"price\":\""), report.getPrice(), priceScale);
        }
        if (report.getStopPrice() != 0) {
            Decimals.append(out.append("\",\"stopPrice\":\""), report.getStopPrice(), priceScale);
        }
        Decimals.append(out.append("\",\"quantity\":\""), report.getQuantity(), quantityScale);
        if (report.getQuoteQuantity() != 0) {
            out.append("\",\"quoteQuantity\":\"").append(notional(report.getQuoteQuantity(), priceScale, quantityScale));
        }
        if (report.getDisplayQuantity() != 0) {
            Decimals.append(out.append("\",\"displayQuantity\":\""), report.getDisplayQuantity(), quantityScale);
        }
        out.append('"');
        if (report.getPostOnly()) {
            out.append(",\"postOnly\":true");
        }
        if (hasPrevention(report)) {
            out.append(",\"selfTradePrevention\":\"").append(SELF_TRADE_PREVENTIONS.of(report.getSelfTradePrevention())).append('"');
        }
        if (report.getExpireTimeUs() != 0) {
            out.append(",\"expireTime\":").append(report.getExpireTimeUs() / 1_000);
        }
        return out;
    }

    /** Appends one fill of trade number {@code index} of the outcome, seen from its taker or its maker. */
    public static StringBuilder appendFill(StringBuilder out, Outcome outcome, int index, boolean taker) {
        Trade trade = outcome.getTrades(index);
        out.append("{\"tradeId\":\"").append(sequence(outcome)).append('-').append(index);
        Decimals.append(out.append("\",\"price\":\""), trade.getPrice(), outcome.getPriceScale());
        Decimals.append(out.append("\",\"quantity\":\""), trade.getQuantity(), outcome.getQuantityScale());
        out.append("\",\"fee\":\"").append(fee(outcome, trade, taker));
        return out.append("\",\"liquidity\":\"").append(taker ? "TAKER" : "MAKER").append("\"}");
    }

    /** What the taker or the maker of a trade of {@code outcome} pays, in the quote asset; negative: a rebate. */
    public static String fee(Outcome outcome, Trade trade, boolean taker) {
        return notional(taker ? trade.getTakerFee() : trade.getMakerFee(), outcome.getPriceScale(), outcome.getQuantityScale());
    }

    /** The whole object of {@code report}: the order with the fills that this outcome brought it. */
    public static String answer(Outcome outcome, OrderReport report) {
        return answer(outcome, report, () -> true);
    }

    /**
     * The same with no more fills than there is room for.
     *
     * @param room asked before each fill; after the first that has none, {@code moreFills} says so
     */
    public static String answer(Outcome outcome, OrderReport report, BooleanSupplier room) {
        StringBuilder out = appendOpen(new StringBuilder(512), outcome, report).append(",\"fills\":[");
        boolean first = true;
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            Trade trade = outcome.getTrades(i);
            boolean taker = trade.getTakerOrderId() == report.getOrderId();
            if (taker || trade.getMakerOrderId() == report.getOrderId()) {
                if (!room.getAsBoolean()) {
                    return out.append("],\"moreFills\":true}").toString();
                }
                appendFill(first ? out : out.append(','), outcome, i, taker);
                first = false;
            }
        }
        return out.append("]}").toString();
    }

    /** As {@link #answer(Outcome, OrderReport)}, for one of many reports of the outcome. */
    public static String answer(OutcomeFills fills, OrderReport report) {
        Outcome outcome = fills.outcome();
        StringBuilder out = appendOpen(new StringBuilder(512), outcome, report).append(",\"fills\":[");
        String comma = "";
        for (int trade : fills.of(report.getOrderId())) {
            appendFill(out.append(comma), outcome, trade, outcome.getTrades(trade).getTakerOrderId() == report.getOrderId());
            comma = ",";
        }
        return out.append("]}").toString();
    }

    /** True while the order can still trade. */
    public static boolean isOpen(OrderStatus status) {
        return switch (status) {
            case ORDER_STATUS_NEW, ORDER_STATUS_PARTIALLY_FILLED, ORDER_STATUS_PENDING_TRIGGER -> true;
            default -> false;
        };
    }

    /** The outcome's own sequence; that of the first outcome where this one repeats it. */
    public static long sequence(Outcome outcome) {
        return outcome.getRepeatOfSequence() != 0 ? outcome.getRepeatOfSequence() : outcome.getSequence();
    }

    /** When the order last changed, in milliseconds since the epoch. */
    private static long timeMillis(Outcome outcome) {
        return (outcome.getRepeatOfSequence() != 0 ? outcome.getRepeatOfTimeUs() : outcome.getTimeUs()) / 1_000;
    }

    /** A code of a newer engine has no name here. */
    private static boolean isNamed(RejectCode code) {
        return code != RejectCode.REJECT_CODE_UNSPECIFIED && code != RejectCode.UNRECOGNIZED;
    }

    private static boolean hasPrice(OrderType type) {
        return switch (type) {
            case ORDER_TYPE_LIMIT, ORDER_TYPE_STOP_LOSS_LIMIT, ORDER_TYPE_TAKE_PROFIT_LIMIT -> true;
            default -> false;
        };
    }

    private static boolean hasPrevention(OrderReport report) {
        return switch (report.getSelfTradePrevention()) {
            case SELF_TRADE_PREVENTION_UNSPECIFIED, SELF_TRADE_PREVENTION_NONE -> false;
            default -> true;
        };
    }

    /** A 64-bit amount of the quote asset, exact, with at least the digits of a price. */
    private static String notional(long amount, int priceScale, int quantityScale) {
        return Decimals.formatWide(amount < 0 ? -1 : 0, amount, priceScale + quantityScale, priceScale);
    }

    /** Outcomes from before there was leaves_quantity leave it at zero, which no open order has. */
    private static long leaves(OrderReport report) {
        long leaves = report.getLeavesQuantity();
        return leaves == 0 && isOpen(report.getStatus()) ? report.getQuantity() - report.getExecutedQuantity() : leaves;
    }
}
