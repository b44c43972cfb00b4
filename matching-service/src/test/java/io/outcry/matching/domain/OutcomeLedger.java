// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.reference.ExpectedOutcome;
import io.outcry.matching.domain.reference.ExpectedOutcome.LevelLine;
import io.outcry.matching.domain.reference.ExpectedOutcome.OrderLine;
import io.outcry.matching.domain.reference.ExpectedOutcome.TradeLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Believes only outcomes: rebuilds orders and levels from them, and checks that they account for every unit. It knows no rule of matching,
 * so it holds the engine and its reference to what neither may break.
 */
final class OutcomeLedger {

    private final Map<Long, OrderLine> orders = new HashMap<>();
    private final Map<String, SymbolLevels> books = new HashMap<>();
    private int openOrders;
    private long lastSequence;
    private long lastTimeUs;

    private static final class SymbolLevels {

        private final TreeMap<Long, LevelLine> bids = new TreeMap<>(Comparator.reverseOrder());
        private final TreeMap<Long, LevelLine> asks = new TreeMap<>();
        private TradingState state = TradingState.TRADING;
    }

    void add(ExpectedOutcome outcome) {
        require(outcome.sequence() == ++lastSequence, "a sequence is missing", outcome);
        require(outcome.timeUs() >= lastTimeUs, "time went back", outcome);
        lastTimeUs = outcome.timeUs();
        if (!outcome.isApplied()) {
            require(outcome.levels().isEmpty() && outcome.tradingState() == null, "what was not applied changed something", outcome);
            require(outcome.trades().isEmpty() || outcome.repeatOfSequence() != 0, "a refused command traded", outcome);
        }
        if (outcome.repeatOfSequence() != 0) {
            return;
        }
        Map<Long, Long> traded = new HashMap<>();
        for (TradeLine trade : outcome.trades()) {
            require(trade.quantity() > 0 && trade.price() > 0, "an empty trade", trade);
            traded.merge(trade.taker(), trade.quantity(), Long::sum);
            traded.merge(trade.maker(), trade.quantity(), Long::sum);
        }
        outcome.orders().forEach(order -> addOrder(order, traded));
        require(traded.isEmpty(), "trades of orders without a report", traded);
        outcome.trades().forEach(this::agreesWithOrders);
        addLevels(outcome);
    }

    int openOrders() {
        return openOrders;
    }

    /** Best first, bids before asks; none for a symbol nothing was told about. */
    List<LevelLine> levels(String symbol) {
        SymbolLevels book = books.getOrDefault(symbol, new SymbolLevels());
        List<LevelLine> levels = new ArrayList<>(book.bids.values());
        levels.addAll(book.asks.values());
        return levels;
    }

    /** An order adds up to what it was before and what it traded now, and once it has ended it is never heard of again. */
    private void addOrder(OrderLine now, Map<Long, Long> traded) {
        OrderLine before = orders.put(now.orderId(), now);
        long executedNow = Objects.requireNonNullElse(traded.remove(now.orderId()), 0L);
        boolean open = now.status().isOpen();
        require(before == null || before.status().isOpen(), "changed after its end", now);
        require(now.executed() == (before == null ? 0 : before.executed()) + executedNow, "does not add up", now);
        require(now.executed() <= now.quantity() || now.status() == OrderStatus.REJECTED, "is overfilled", now);
        require(open == now.leaves() > 0, "is open without leaves, or has leaves after its end", now);
        require(!open || now.leaves() <= now.quantity() - now.executed(), "has more than it had left", now);
        require(!open || before == null || prevented(before) <= prevented(now), "got back what was prevented", now);
        boolean filled = now.executed() == now.quantity() && now.quantity() > 0;
        require(now.quoteQuantity() > 0 || filled == (now.status() == OrderStatus.FILLED), "is filled, or is it?", now);
        require(now.status() != OrderStatus.NEW || now.executed() == 0, "is new and has traded", now);
        require(now.timeInForce().rests() || now.status() == OrderStatus.PENDING_TRIGGER || !open, "may not rest", now);
        openOrders += (open ? 1 : 0) - (before == null ? 0 : 1);
    }

    private static long prevented(OrderLine order) {
        return order.quantity() - order.executed() - order.leaves();
    }

    /** What one bought the other sold, at a price that both take. */
    private void agreesWithOrders(TradeLine trade) {
        OrderLine taker = Objects.requireNonNull(orders.get(trade.taker()));
        OrderLine maker = Objects.requireNonNull(orders.get(trade.maker()));
        require(taker.side() == trade.takerSide() && maker.side() == trade.takerSide().opposite(), "both on one side", trade);
        require(accepts(taker, trade.price()) && accepts(maker, trade.price()), "beyond a limit", trade);
    }

    private static boolean accepts(OrderLine order, long price) {
        return !order.type().isPriced() || (order.side() == Side.BUY ? price <= order.price() : price >= order.price());
    }

    private void addLevels(ExpectedOutcome outcome) {
        SymbolLevels book = books.computeIfAbsent(outcome.symbol(), _ -> new SymbolLevels());
        for (LevelLine level : outcome.levels()) {
            var side = level.side() == Side.BUY ? book.bids : book.asks;
            require(level.quantity() > 0 == level.orders() > 0, "half a level", level);
            if (level.orders() == 0) {
                side.remove(level.price());
            } else {
                side.put(level.price(), level);
            }
        }
        if (outcome.tradingState() != null) {
            book.state = outcome.tradingState();
        }
        boolean both = !book.bids.isEmpty() && !book.asks.isEmpty();
        require(
                book.state != TradingState.TRADING || !both || book.bids.firstKey() < book.asks.firstKey(),
                "crossed while trading", outcome);
    }

    private static void require(boolean holds, String what, Object about) {
        if (!holds) {
            throw new AssertionError(what + ": " + about);
        }
    }
}
