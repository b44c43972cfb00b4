// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Trade;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A fold of one partition's outcomes, written for the eye: what the view must hold when it has come so far. */
final class ViewModel {

    /** One symbol's levels by price, and its trades by id. */
    static final class Market {
        final TreeMap<Long, String> bids = new TreeMap<>();
        final TreeMap<Long, String> asks = new TreeMap<>();
        final Set<Keyspace.StreamId> trades = new TreeSet<>();
    }

    final Map<Long, String> orders = new HashMap<>();
    final Map<Long, Set<String>> fills = new HashMap<>();
    final Map<String, Set<Long>> open = new HashMap<>();
    final Map<String, Market> markets = new HashMap<>();
    final Set<Long> touchedOrders = new HashSet<>();
    final Set<String> touchedMarkets = new HashSet<>();
    private final int partition;
    private long inputOffset = -1;

    ViewModel(int partition) {
        this.partition = partition;
    }

    /** Newest command whose outcome it holds; -1 before the first. */
    long inputOffset() {
        return inputOffset;
    }

    /** The next record of the outcome log, which may be one that was there before. */
    void apply(Outcome outcome) {
        if (outcome.getInputOffset() <= inputOffset) {
            return;
        }
        inputOffset = outcome.getInputOffset();
        if (outcome.getRepeatOfSequence() != 0) {
            return;
        }
        String symbol = outcome.getSymbol();
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            Trade trade = outcome.getTrades(i);
            Keyspace.StreamId id = new Keyspace.StreamId(outcome.getSequence(), i);
            market(symbol).trades.add(id);
            fill(trade.getTakerOrderId(), id);
            fill(trade.getMakerOrderId(), id);
        }
        long placed = LogPosition.of(partition, outcome.getInputOffset());
        for (OrderReport report : outcome.getOrdersList()) {
            if (report.getOrderId() == placed || outcome.getReject() == RejectCode.REJECT_CODE_UNSPECIFIED) {
                order(outcome, report);
            }
        }
        outcome.getLevelsList().forEach(level -> level(outcome, level));
    }

    private Market market(String symbol) {
        touchedMarkets.add(symbol);
        return markets.computeIfAbsent(symbol, _ -> new Market());
    }

    private void fill(long order, Keyspace.StreamId trade) {
        touchedOrders.add(order);
        fills.computeIfAbsent(order, _ -> new TreeSet<>()).add(trade.toString());
    }

    private void order(Outcome outcome, OrderReport report) {
        touchedOrders.add(report.getOrderId());
        StringBuilder value = new StringBuilder(report.getAccount()).append('\n');
        orders.put(report.getOrderId(), OrderJson.appendOpen(value, outcome, report).toString());
        Set<Long> openOrders = open.computeIfAbsent(report.getAccount(), _ -> new HashSet<>());
        if (OrderJson.isOpen(report.getStatus())) {
            openOrders.add(report.getOrderId());
        } else {
            openOrders.remove(report.getOrderId());
        }
    }

    private void level(Outcome outcome, LevelChange level) {
        Market market = market(outcome.getSymbol());
        TreeMap<Long, String> side = level.getSide() == Side.SIDE_BUY ? market.bids : market.asks;
        if (level.getQuantity() == 0) {
            side.remove(level.getPrice());
            return;
        }
        String price = Decimals.append(new StringBuilder(), level.getPrice(), outcome.getPriceScale()).toString();
        String quantity = Decimals.append(new StringBuilder(), level.getQuantity(), outcome.getQuantityScale()).toString();
        side.put(level.getPrice(), "[\"" + price + "\",\"" + quantity + "\"]");
    }
}
