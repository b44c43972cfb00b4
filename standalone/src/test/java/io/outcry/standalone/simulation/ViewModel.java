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
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A fold of one partition's outcomes, written for the eye: what the view must hold when it has come so far. */
final class ViewModel {

    /** Refused before anybody asked whether there is such a symbol: in no list. */
    private static final Set<RejectCode> UNLISTED =
            EnumSet.of(RejectCode.REJECT_CODE_UNKNOWN_SYMBOL, RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID);

    /** What is known of one order. */
    static final class Order {
        String account = "";
        String value = "";
        String symbol = "";
        boolean open;
        boolean listed;
        final StringBuilder fills = new StringBuilder();
    }

    /** One symbol's levels by price, its trades, and what each account has bought less what it has sold. */
    static final class Market {
        final TreeMap<Long, String> bids = new TreeMap<>();
        final TreeMap<Long, String> asks = new TreeMap<>();
        final List<String> trades = new ArrayList<>();
        final Map<String, Long> holdings = new HashMap<>();
        long volume;
    }

    final TreeMap<Long, Order> orders = new TreeMap<>();

    /** Under the id of each placement that repeated another one: whose, and which order was the first. */
    final Map<Long, String> repeats = new HashMap<>();
    final List<Long> closed = new ArrayList<>();
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
        long placed = LogPosition.of(partition, outcome.getInputOffset());
        if (outcome.getRepeatOfSequence() != 0) {
            OrderReport first = outcome.getOrders(0);
            repeats.put(placed, first.getAccount() + "\n=" + first.getOrderId());
            touchedOrders.add(placed);
            closed.add(placed);
            return;
        }
        for (OrderReport report : outcome.getOrdersList()) {
            if (report.getOrderId() == placed || outcome.getReject() == RejectCode.REJECT_CODE_UNSPECIFIED) {
                order(outcome, report);
            }
        }
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            trade(outcome, i);
        }
        outcome.getLevelsList().forEach(level -> level(outcome, level));
    }

    private Market market(String symbol) {
        touchedMarkets.add(symbol);
        return markets.computeIfAbsent(symbol, _ -> new Market());
    }

    private void order(Outcome outcome, OrderReport report) {
        touchedOrders.add(report.getOrderId());
        Order order = orders.computeIfAbsent(report.getOrderId(), _ -> new Order());
        order.account = report.getAccount();
        order.symbol = outcome.getSymbol();
        order.value = OrderJson.appendOpen(new StringBuilder(report.getAccount()).append('\n'), outcome, report).toString();
        order.listed = !UNLISTED.contains(outcome.getReject());
        order.open = OrderJson.isOpen(report.getStatus());
        if (!order.open) {
            closed.add(report.getOrderId());
        }
    }

    private void trade(Outcome outcome, int index) {
        Trade trade = outcome.getTrades(index);
        Market market = market(outcome.getSymbol());
        market.trades.add(outcome.getSequence() + "-" + index);
        market.volume += trade.getQuantity();
        Order taker = orders.get(trade.getTakerOrderId());
        Order maker = orders.get(trade.getMakerOrderId());
        OrderJson.appendFill(taker.fills.append(','), outcome, index, true);
        OrderJson.appendFill(maker.fills.append(','), outcome, index, false);
        long bought = trade.getTakerSide() == Side.SIDE_BUY ? trade.getQuantity() : -trade.getQuantity();
        market.holdings.merge(taker.account, bought, Long::sum);
        market.holdings.merge(maker.account, -bought, Long::sum);
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
