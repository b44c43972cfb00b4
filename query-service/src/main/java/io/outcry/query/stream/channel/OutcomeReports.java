// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hands the reports of an outcome to the accounts that somebody watches. */
final class OutcomeReports {

    private final Function<String, @Nullable OrdersChannel> accounts;

    OutcomeReports(Function<String, @Nullable OrdersChannel> accounts) {
        this.accounts = accounts;
    }

    /** @param reported false if the command was refused: it leaves an order that was there before as it was */
    void hand(int partition, Outcome outcome, boolean reported) {
        long placed = LogPosition.of(partition, outcome.getInputOffset());
        for (OrderReport report : outcome.getOrdersList()) {
            OrdersChannel channel = accounts.apply(report.getAccount());
            boolean isPlaced = report.getOrderId() == placed;
            if (channel != null && (reported || isPlaced)) {
                channel.reported(new OrdersChannel.Report(
                        partition, outcome.getSequence(), Long.toString(report.getOrderId()), isPlaced,
                        OrderJson.isOpen(report.getStatus()),
                        OrderJson.appendOpen(new StringBuilder(512), outcome, report).append('}').toString(),
                        OrderJson.answer(outcome, report)));
            }
        }
    }
}
