// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.query.domain.OrderCursor;
import io.outcry.query.record.OutcomeRecords;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the report of an order changes: the order itself, and the lists it is in. */
final class OrderChanges {

    private final ViewKeys keys;
    private final ProjectionSettings limits;

    OrderChanges(ViewKeys keys, ProjectionSettings limits) {
        this.keys = keys;
        this.limits = limits;
    }

    void add(Outcome outcome, OrderReport report, boolean placed, List<ViewChange> changes) {
        boolean open = OrderJson.isOpen(report.getStatus());
        changes.add(new ViewChange.Order(
                keys.order(report.getOrderId()), keys.fills(report.getOrderId()), () -> stored(outcome, report),
                report.getExecutedQuantity(), placed, !open));
        if (placed) {
            name(outcome, report, changes);
            if (OutcomeRecords.isListed(outcome)) {
                list(outcome, report, open, changes);
            }
        }
        if (!open) {
            close(outcome, report, placed, changes);
        }
    }

    /** Whoever asks for a repeated placement by the id that it was acknowledged with finds the order that was placed first. */
    void addRepeat(Outcome outcome, int partition, List<ViewChange> changes) {
        if (outcome.getOrdersCount() > 0) {
            OrderReport first = outcome.getOrders(0);
            long id = LogPosition.of(partition, outcome.getInputOffset());
            changes.add(new ViewChange.Set(keys.order(id), StoredOrder.repeat(first.getAccount(), first.getOrderId())));
            changes.add(new ViewChange.Push(keys.closedOrders(), () -> closed(outcome, id, first.getAccount(), ""), Integer.MAX_VALUE));
        }
    }

    private static byte[] stored(Outcome outcome, OrderReport report) {
        StringBuilder value = new StringBuilder(512).append(report.getAccount()).append(StoredOrder.SEPARATOR);
        return OrderJson.appendOpen(value, outcome, report).toString().getBytes(StandardCharsets.UTF_8);
    }

    private void list(Outcome outcome, OrderReport report, boolean open, List<ViewChange> changes) {
        String account = report.getAccount();
        String symbol = outcome.getSymbol();
        OrderCursor place = new OrderCursor(outcome.getTimeUs(), report.getOrderId());
        byte[] listed = place.place().getBytes(StandardCharsets.UTF_8);
        for (String all : keys.orderLists(account, symbol)) {
            changes.add(new ViewChange.Push(all, () -> listed, limits.ordersKept()));
        }
        if (open) {
            for (String ranked : keys.openOrderLists(account, symbol)) {
                changes.add(new ViewChange.Rank(ranked, outcome.getTimeUs(), place.member()));
            }
        }
    }

    /** The id of a duplicate goes on to mean the order that had it first. */
    private void name(Outcome outcome, OrderReport report, List<ViewChange> changes) {
        if (!report.getClientOrderId().isEmpty() && outcome.getReject() != RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID) {
            changes.add(new ViewChange.Set(
                    keys.clientOrderId(report.getAccount(), report.getClientOrderId()),
                    Long.toString(report.getOrderId()).getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** The time an order has left counts from the outcome that closed it, so a view rebuilt from an old log is not full of old orders. */
    private void close(Outcome outcome, OrderReport report, boolean placed, List<ViewChange> changes) {
        if (!placed) {
            String member = new OrderCursor(0, report.getOrderId()).member();
            for (String ranked : keys.openOrderLists(report.getAccount(), outcome.getSymbol())) {
                changes.add(new ViewChange.Unrank(ranked, member));
            }
        }
        changes.add(new ViewChange.Push(keys.closedOrders(),
                () -> closed(outcome, report.getOrderId(), report.getAccount(), report.getClientOrderId()), Integer.MAX_VALUE));
    }

    private static byte[] closed(Outcome outcome, long orderId, String account, String clientOrderId) {
        return (outcome.getTimeUs() / 1_000 + ":" + orderId + ":" + account + ":" + clientOrderId).getBytes(StandardCharsets.UTF_8);
    }
}
