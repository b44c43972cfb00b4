// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Trade;
import io.outcry.query.record.LargeOutcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What docs/streams.md says of how large a message is: clients set limits by it. */
class MessageSizesTest {

    /** As many as one command leads to. */
    private static final int TRADES = 10_000;

    private static byte[] report(Outcome outcome) {
        OrdersChannel channel = new OrdersChannel(
                "taker", 1, () -> CompletableFuture.completedFuture(new StreamSource.OpenOrders(Map.of(), List.of(), false)), 4_096);
        channel.load(Map.of());
        Cursor before = channel.since(Cursor.NONE).to();
        new OutcomeReports(account -> account.equals("taker") ? channel : null).hand(0, outcome);
        Update update = channel.since(before);
        assertThat(update.messages()).hasSize(1);
        return update.messages().getFirst();
    }

    @Test
    void theReportOfTheLargestOutcomeHasSomeMegabyte() {
        Outcome.Builder usual = LargeOutcome.of(TRADES).toBuilder().setSequence(1_000_000).setPriceScale(2).setQuantityScale(5);
        usual.getTradesBuilderList().forEach(trade -> trade.setPrice(6_000_000).setQuantity(20_000).setTakerFee(600_000));
        assertThat(report(usual.build()).length).isBetween(900_000, 1_200_000);
    }

    @Test
    void noReportHasTwoMegabytes() {
        Outcome.Builder largest = LargeOutcome.of(TRADES).toBuilder().setSequence(Long.MAX_VALUE).setPriceScale(18).setQuantityScale(18);
        largest.getTradesBuilderList().forEach(MessageSizesTest::enlarge);
        largest.getOrdersBuilderList().forEach(MessageSizesTest::enlarge);
        assertThat(report(largest.build()).length).isBetween(1_500_000, 2_000_000);
    }

    private static void enlarge(Trade.Builder trade) {
        trade.setPrice(Long.MAX_VALUE).setQuantity(Long.MAX_VALUE).setTakerFee(Long.MIN_VALUE);
    }

    private static void enlarge(OrderReport.Builder order) {
        order.setPrice(Long.MAX_VALUE).setQuantity(Long.MAX_VALUE).setExecutedQuantity(Long.MAX_VALUE);
    }
}
