// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the outcomes of all partitions come to, worked out here without query-service. */
final class LogFold {

    /**
     * An order as it ended up.
     *
     * @param account whose it is
     * @param openJson its JSON without the closing brace
     * @param fills the JSON of each, in order
     */
    record Order(String account, String openJson, List<String> fills) {

        String json() {
            return openJson + ",\"fills\":[" + String.join(",", fills) + "]}";
        }
    }

    /** A placement that was no order of its own: its account, and the id of the order that was placed first. */
    record Repeat(String account, long first) {}

    private record Latest(String account, String openJson) {}

    private final Map<Long, Latest> latest = new TreeMap<>();
    private final Map<Long, List<String>> fills = new HashMap<>();
    private final Map<String, Map<Side, TreeMap<Long, String>>> levels = new HashMap<>();
    private final Map<String, List<Outcome>> placements = new HashMap<>();
    private final Map<Long, Repeat> repeats = new HashMap<>();

    LogFold(List<RecordedLog> logs) {
        logs.forEach(log -> log.outcomes().forEach(outcome -> add(log.partition(), outcome)));
    }

    private void add(int partition, Outcome outcome) {
        long placed = LogPosition.of(partition, outcome.getInputOffset());
        if (outcome.getOrdersCount() > 0) {
            OrderReport first = outcome.getOrders(0);
            boolean named = !first.getClientOrderId().isEmpty() && (first.getOrderId() == placed || outcome.getRepeatOfSequence() != 0);
            if (named) {
                placements.computeIfAbsent(first.getAccount() + " " + first.getClientOrderId(), _ -> new ArrayList<>()).add(outcome);
            }
        }
        if (outcome.getRepeatOfSequence() != 0) {
            outcome.getOrdersList().stream().limit(1)
                    .forEach(first -> repeats.put(placed, new Repeat(first.getAccount(), first.getOrderId())));
            return;
        }
        for (OrderReport report : outcome.getOrdersList()) {
            if (report.getOrderId() == placed || outcome.getReject() == RejectCode.REJECT_CODE_UNSPECIFIED) {
                String json = OrderJson.appendOpen(new StringBuilder(512), outcome, report).toString();
                latest.put(report.getOrderId(), new Latest(report.getAccount(), json));
            }
        }
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            Trade trade = outcome.getTrades(i);
            fill(trade.getTakerOrderId(), OrderJson.appendFill(new StringBuilder(), outcome, i, true));
            fill(trade.getMakerOrderId(), OrderJson.appendFill(new StringBuilder(), outcome, i, false));
        }
        for (LevelChange level : outcome.getLevelsList()) {
            level(outcome, level);
        }
    }

    private void fill(long orderId, StringBuilder json) {
        fills.computeIfAbsent(orderId, _ -> new ArrayList<>()).add(json.toString());
    }

    private void level(Outcome outcome, LevelChange level) {
        TreeMap<Long, String> side = levels.computeIfAbsent(outcome.getSymbol(), _ -> new HashMap<>())
                .computeIfAbsent(level.getSide(), s -> new TreeMap<>(
                        s == Side.SIDE_BUY ? Comparator.<Long>reverseOrder() : Comparator.<Long>naturalOrder()));
        if (level.getQuantity() == 0) {
            side.remove(level.getPrice());
            return;
        }
        StringBuilder json = Decimals.append(new StringBuilder("[\""), level.getPrice(), outcome.getPriceScale()).append("\",\"");
        side.put(level.getPrice(), Decimals.append(json, level.getQuantity(), outcome.getQuantityScale()).append("\"]").toString());
    }

    /** All orders by id. */
    Map<Long, Order> orders() {
        Map<Long, Order> orders = new TreeMap<>();
        latest.forEach((id, order) -> orders.put(id, new Order(order.account(), order.openJson(), fills.getOrDefault(id, List.of()))));
        return orders;
    }

    /** The outcomes that every placement of a clientOrderId had, by account, a space, and the id. */
    Map<String, List<Outcome>> placements() {
        return placements;
    }

    /** By the ids that they were acknowledged with, the placements that repeated another. */
    Map<Long, Repeat> repeats() {
        return repeats;
    }

    /** One side of a book as JSON, best first. */
    String side(String symbol, Side side) {
        return "[" + String.join(",", levels.getOrDefault(symbol, Map.of()).getOrDefault(side, new TreeMap<>()).values()) + "]";
    }
}
