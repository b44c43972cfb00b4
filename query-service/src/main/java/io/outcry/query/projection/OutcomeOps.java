// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Trade;
import io.outcry.contracts.v1.TradingState;
import io.outcry.query.domain.LevelKey;
import io.outcry.query.domain.OrderCursor;
import io.outcry.query.view.OpBatch;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewPartition;
import java.time.Clock;

/**
 * What an outcome changes in the view. Orders, levels and instruments come whole, so each operation replaces what was there, and a batch
 * applied over leftovers of an earlier view ends in the same state.
 */
final class OutcomeOps {

    private final ProjectionSettings limits;
    private final Clock clock;

    OutcomeOps(ProjectionSettings limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** @throws IllegalArgumentException if the outcome holds something that no engine writes */
    void add(ViewPartition partition, Outcome outcome, OpBatch batch) {
        if (outcome.getPriceScale() < 0 || outcome.getPriceScale() > Decimals.MAX_SCALE
                || outcome.getQuantityScale() < 0 || outcome.getQuantityScale() > Decimals.MAX_SCALE) {
            throw new IllegalArgumentException("scales " + outcome.getPriceScale() + " and " + outcome.getQuantityScale());
        }
        boolean book = outcome.hasInstrument() || outcome.hasAuction() || outcome.getLevelsCount() > 0;
        if (!book && outcome.getOrdersCount() + outcome.getTradesCount() == 0) {
            return;
        }
        String symbol = SafeText.name("symbol", outcome.getSymbol());
        ViewKeys keys = new ViewKeys(partition);
        if (outcome.hasInstrument()) {
            batch.set(keys.instrument(symbol), InstrumentJson.of(outcome.getInstrument(), outcome.getTradingState()));
            batch.addToSet(keys.symbols(), symbol);
        }
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            trade(keys, outcome, i, batch);
        }
        long placed = LogPosition.of(partition.number(), outcome.getInputOffset());
        for (OrderReport report : outcome.getOrdersList()) {
            // A refused command leaves an order that was there before as it was.
            if (report.getOrderId() == placed || outcome.getReject() == RejectCode.REJECT_CODE_UNSPECIFIED) {
                order(keys, outcome, report, report.getOrderId() == placed, batch);
            }
        }
        outcome.getLevelsList().forEach(level -> level(keys, outcome, level, batch));
        auction(keys, outcome, batch);
        if (book) {
            batch.set(keys.bookState(symbol), outcome.getSequence() + "," + outcome.getTimeUs() / 1_000);
        }
    }

    private void trade(ViewKeys keys, Outcome outcome, int index, OpBatch batch) {
        Trade trade = outcome.getTrades(index);
        String id = outcome.getSequence() + "-" + index;
        StringBuilder priced = Decimals.append(new StringBuilder(48), trade.getPrice(), outcome.getPriceScale());
        String fill = Decimals.append(priced.append(','), trade.getQuantity(), outcome.getQuantityScale()).append(',').toString();
        String takers = "T" + fill + OrderJson.fee(outcome, trade, true);
        batch.fill(keys.fills(trade.getTakerOrderId()), id, takers, limits.fillsKept());
        String makers = "M" + fill + OrderJson.fee(outcome, trade, false);
        batch.fill(keys.fills(trade.getMakerOrderId()), id, makers, limits.fillsKept());
        StringBuilder json = new StringBuilder(160).append("{\"tradeId\":\"").append(id);
        json.append("\",\"symbol\":\"").append(outcome.getSymbol());
        Decimals.append(json.append("\",\"price\":\""), trade.getPrice(), outcome.getPriceScale());
        Decimals.append(json.append("\",\"quantity\":\""), trade.getQuantity(), outcome.getQuantityScale());
        json.append("\",\"takerSide\":\"").append(OrderJson.SIDES.of(trade.getTakerSide()));
        json.append("\",\"sequence\":").append(outcome.getSequence());
        json.append(",\"time\":").append(outcome.getTimeUs() / 1_000).append('}');
        batch.trade(keys.trades(outcome.getSymbol()), id, json.toString(), limits.tradesKept());
    }

    private void order(ViewKeys keys, Outcome outcome, OrderReport report, boolean placed, OpBatch batch) {
        String account = SafeText.name("account", report.getAccount());
        if (!report.getClientOrderId().isEmpty()) {
            SafeText.clientOrderId(report.getClientOrderId());
        }
        StringBuilder value = new StringBuilder(512).append(account).append(StoredOrder.SEPARATOR);
        String order = OrderJson.appendOpen(value, outcome, report).toString();
        boolean open = OrderJson.isOpen(report.getStatus());
        if (placed) {
            list(keys, outcome, report, account, open, batch);
        } else if (!open) {
            String member = new OrderCursor(0, report.getOrderId()).member();
            batch.unrank(keys.openOrders(account), member);
            batch.unrank(keys.openOrders(account, outcome.getSymbol()), member);
        }
        if (open) {
            batch.set(keys.order(report.getOrderId()), order);
        } else {
            close(keys, outcome, report, order, batch);
        }
    }

    private void list(ViewKeys keys, Outcome outcome, OrderReport report, String account, boolean open, OpBatch batch) {
        String member = new OrderCursor(outcome.getTimeUs(), report.getOrderId()).member();
        batch.rank(keys.allOrders(account), outcome.getTimeUs(), member, limits.ordersKept());
        batch.rank(keys.allOrders(account, outcome.getSymbol()), outcome.getTimeUs(), member, limits.ordersKept());
        if (open) {
            batch.rank(keys.openOrders(account), outcome.getTimeUs(), member, 0);
            batch.rank(keys.openOrders(account, outcome.getSymbol()), outcome.getTimeUs(), member, 0);
        }
        // The id of a duplicate goes on to mean the order that had it first.
        if (!report.getClientOrderId().isEmpty() && outcome.getReject() != RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID) {
            batch.set(keys.clientOrderId(account, report.getClientOrderId()), Long.toString(report.getOrderId()));
        }
    }

    /** The time an order has left counts from the outcome that closed it, so a view rebuilt from an old log is not full of old orders. */
    private void close(ViewKeys keys, Outcome outcome, OrderReport report, String order, OpBatch batch) {
        long left = limits.closedOrderRetention().toMillis() - (clock.millis() - outcome.getTimeUs() / 1_000);
        String id = Long.toString(report.getOrderId());
        if (left > 0) {
            batch.setFor(keys.order(report.getOrderId()), order, left);
            batch.expire(keys.fills(report.getOrderId()), left);
        } else {
            batch.delete(keys.order(report.getOrderId()));
            batch.delete(keys.fills(report.getOrderId()));
        }
        if (!report.getClientOrderId().isEmpty()) {
            batch.expireIfEqual(keys.clientOrderId(report.getAccount(), report.getClientOrderId()), id, Math.max(1, left));
        }
    }

    private static void level(ViewKeys keys, Outcome outcome, LevelChange level, OpBatch batch) {
        if (level.getSide() != Side.SIDE_BUY && level.getSide() != Side.SIDE_SELL) {
            throw new IllegalArgumentException("a level without a side");
        }
        String json = "";
        if (level.getQuantity() != 0) {
            StringBuilder out = new StringBuilder(48).append("[\"");
            Decimals.append(out, level.getPrice(), outcome.getPriceScale()).append("\",\"");
            json = Decimals.append(out, level.getQuantity(), outcome.getQuantityScale()).append("\"]").toString();
        }
        batch.level(keys.levels(level.getSide(), outcome.getSymbol()), keys.levelQuantities(level.getSide(), outcome.getSymbol()),
                LevelKey.of(level.getPrice()), json);
    }

    /** An auction ends with a change of the trading state, and every outcome that changes it names the state. */
    private static void auction(ViewKeys keys, Outcome outcome, OpBatch batch) {
        if (outcome.hasAuction() || outcome.getTradingState() == TradingState.TRADING_STATE_AUCTION) {
            batch.set(keys.auction(outcome.getSymbol()), auctionJson(outcome));
        } else if (outcome.hasInstrument()) {
            batch.delete(keys.auction(outcome.getSymbol()));
        }
    }

    /** Where no two orders meet there is no price, and none is made up. */
    private static String auctionJson(Outcome outcome) {
        AuctionIndication auction = outcome.getAuction();
        StringBuilder out = new StringBuilder(96).append("{\"price\":");
        if (auction.getPrice() == 0) {
            out.append("null");
        } else {
            Decimals.append(out.append('"'), auction.getPrice(), outcome.getPriceScale()).append('"');
        }
        Decimals.append(out.append(",\"volume\":\""), auction.getVolume(), outcome.getQuantityScale());
        Decimals.append(out.append("\",\"imbalance\":\""), auction.getImbalance(), outcome.getQuantityScale());
        return out.append("\"}").toString();
    }
}
