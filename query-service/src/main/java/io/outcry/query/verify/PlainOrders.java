// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.query.domain.OrderCursor;
import io.outcry.query.record.OutcomeRecords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All orders of a partition as their newest reports say, with all their fills. */
final class PlainOrders {

    private final int partition;
    private final Map<Long, PlainOrder> orders = new TreeMap<>();

    /** Account and client order id, with a colon between, to the order that has it. */
    private final Map<String, Long> names = new HashMap<>();

    /** By their ids, placements that repeated another one. */
    private final Map<Long, Repeat> repeats = new TreeMap<>();

    /** A placement that was no order of its own, but told of the first one. */
    record Repeat(String account, long first, long millis) {}

    /** An order; {@code closedMillis} is negative while it is open. */
    static final class PlainOrder {
        final String account;
        final String symbol;
        final OrderCursor place;
        final boolean listed;
        String json = "";
        long closedMillis = -1;
        final List<String> fills = new ArrayList<>();

        private PlainOrder(Outcome outcome, OrderReport report) {
            account = report.getAccount();
            symbol = outcome.getSymbol();
            place = new OrderCursor(outcome.getTimeUs(), report.getOrderId());
            listed = OutcomeRecords.isListed(outcome);
        }
    }

    PlainOrders(int partition) {
        this.partition = partition;
    }

    void add(Outcome outcome) {
        if (outcome.getRepeatOfSequence() != 0) {
            outcome.getOrdersList().stream().limit(1).forEach(first -> repeats.put(
                    LogPosition.of(partition, outcome.getInputOffset()),
                    new Repeat(first.getAccount(), first.getOrderId(), outcome.getTimeUs() / 1_000)));
            return;
        }
        for (OrderReport report : outcome.getOrdersList()) {
            if (!OutcomeRecords.counts(outcome, report, partition)) {
                continue;
            }
            PlainOrder order = orders.computeIfAbsent(report.getOrderId(), _ -> new PlainOrder(outcome, report));
            order.json = OrderJson.appendOpen(new StringBuilder(), outcome, report).toString();
            order.closedMillis = OrderJson.isOpen(report.getStatus()) ? -1 : outcome.getTimeUs() / 1_000;
            boolean named = !report.getClientOrderId().isEmpty() && OutcomeRecords.isPlaced(outcome, report, partition);
            if (named && outcome.getReject() != RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID) {
                names.put(report.getAccount() + ":" + report.getClientOrderId(), report.getOrderId());
            }
        }
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            fill(outcome, i, true, outcome.getTrades(i).getTakerOrderId());
            fill(outcome, i, false, outcome.getTrades(i).getMakerOrderId());
        }
    }

    private void fill(Outcome outcome, int index, boolean taker, long id) {
        PlainOrder order = orders.get(id);
        if (order != null) {
            order.fills.add(OrderJson.appendFill(new StringBuilder(","), outcome, index, taker).toString());
        }
    }

    Map<Long, PlainOrder> all() {
        return orders;
    }

    Map<Long, Repeat> repeats() {
        return repeats;
    }

    Map<String, Long> names() {
        return names;
    }
}
