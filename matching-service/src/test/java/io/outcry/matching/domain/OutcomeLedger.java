// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Believes only outcomes: rebuilds orders and levels from them, and checks that they account for every unit. */
final class OutcomeLedger {

    private record Account(long quantity, long executed, OrderStatus status) {}

    private record Level(long quantity, int orders) {}

    private final Map<Long, Account> orders = new HashMap<>();
    private final Map<String, Map<Side, TreeMap<Long, Level>>> levels = new HashMap<>();
    private long lastSequence;
    private long lastTimeUs;

    void add(CommandOutcome outcome) {
        require(outcome.sequence() == ++lastSequence, "sequence " + outcome.sequence());
        require(outcome.timeUs() >= lastTimeUs, "time went back to " + outcome.timeUs());
        lastTimeUs = outcome.timeUs();
        if (outcome.repeatOfSequence() != 0) {
            require(outcome.levels().size() == 0, "a repeat changed a level");
            return;
        }
        if (outcome.reject() != RejectCode.NONE) {
            require(outcome.trades().size() == 0 && outcome.levels().size() == 0, "a rejection changed something");
        }
        Map<Long, Long> traded = new HashMap<>();
        Trades trades = outcome.trades();
        for (int i = 0; i < trades.size(); i++) {
            require(trades.quantity(i) > 0 && trades.price(i) > 0, "an empty trade");
            traded.merge(trades.takerOrderId(i), trades.quantity(i), Long::sum);
            traded.merge(trades.makerOrderId(i), trades.quantity(i), Long::sum);
        }
        addOrders(outcome.orders(), traded);
        require(traded.isEmpty(), "trades of orders without a report: " + traded);
        LevelChanges changes = outcome.levels();
        for (int i = 0; i < changes.size(); i++) {
            var side = levels.computeIfAbsent(outcome.symbol(), _ -> Map.of(Side.BUY, new TreeMap<>(), Side.SELL, new TreeMap<>()))
                    .get(changes.side(i));
            if (changes.quantity(i) == 0) {
                require(Objects.requireNonNull(side).remove(changes.price(i)) != null, "a level vanished that was not there");
            } else {
                Objects.requireNonNull(side).put(changes.price(i), new Level(changes.quantity(i), changes.orders(i)));
            }
        }
    }

    private void addOrders(OrderReports reports, Map<Long, Long> traded) {
        for (int i = 0; i < reports.size(); i++) {
            long id = reports.orderId(i);
            Account before = orders.get(id);
            long executedNow = Objects.requireNonNullElse(traded.remove(id), 0L);
            long executedBefore = before == null ? 0 : before.executed();
            OrderStatus status = reports.status(i);
            require(before == null || before.status().isOpen(), "order " + id + " changed after its end");
            require(reports.executedQuantity(i) == executedBefore + executedNow, "order " + id + " does not add up");
            require(reports.executedQuantity(i) <= reports.quantity(i) || status == OrderStatus.REJECTED, "order " + id + " overfilled");
            boolean filled = reports.executedQuantity(i) == reports.quantity(i) && reports.quantity(i) > 0;
            require(filled == (status == OrderStatus.FILLED), "order " + id + " is " + status);
            require(status != OrderStatus.NEW || reports.executedQuantity(i) == 0, "a new order has traded");
            if (reports.timeInForce(i) != TimeInForce.GTC) {
                require(!status.isOpen(), "order " + id + " may not rest");
            }
            orders.put(id, new Account(reports.quantity(i), reports.executedQuantity(i), status));
        }
    }

    /** Accepted is filled, resting, cancelled or expired; and the levels told are the levels there are. */
    void agreesWith(MatchingEngine engine, String symbol) {
        require(orders.values().stream().filter(o -> o.status().isOpen()).count() == engine.openOrders(), "open orders differ");
        OrderBook book = engine.book(symbol);
        if (book == null) {
            return;
        }
        for (Side side : new Side[]{Side.BUY, Side.SELL}) {
            Map<Long, Level> actual = new TreeMap<>();
            book.levels(side).forEach((price, level) -> actual.put(price, new Level(level.quantity(), level.orders())));
            Map<Long, Level> told = Objects.requireNonNull(levels.getOrDefault(symbol, Map.of()).getOrDefault(side, new TreeMap<>()));
            require(actual.equals(told), symbol + " " + side + ": told " + told + ", is " + actual);
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
