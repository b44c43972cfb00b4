// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.json.OutcomeFills;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.query.record.OutcomeRecords;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hands the reports of an outcome to the accounts that somebody watches. */
final class OutcomeReports {

    private final Function<String, @Nullable OrdersChannel> accounts;

    OutcomeReports(Function<String, @Nullable OrdersChannel> accounts) {
        this.accounts = accounts;
    }

    void hand(int partition, Outcome outcome) {
        OutcomeFills fills = null;
        for (OrderReport report : outcome.getOrdersList()) {
            OrdersChannel channel = accounts.apply(report.getAccount());
            if (channel != null && OutcomeRecords.counts(outcome, report, partition)) {
                fills = fills == null ? new OutcomeFills(outcome) : fills;
                channel.reported(new OrdersChannel.Report(
                        partition, outcome.getSequence(), Long.toString(report.getOrderId()),
                        OutcomeRecords.isPlaced(outcome, report, partition), OrderJson.isOpen(report.getStatus()),
                        OrderJson.appendOpen(new StringBuilder(512), outcome, report).append('}').toString(),
                        OrderJson.answer(fills, report)));
            }
        }
    }
}
