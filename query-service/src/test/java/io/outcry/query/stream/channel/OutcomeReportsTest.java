// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.outcry.contracts.v1.Outcome;
import io.outcry.query.record.LargeOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OutcomeReportsTest {

    /** Ten times as many as an engine may decide at once: what takes their product takes minutes. */
    @Test
    void manyTradesOfManyOrdersAreLookedThroughOnce() {
        Outcome large = LargeOutcome.of(100_000);
        OrdersChannel channel = new OrdersChannel(
                "maker", 1, () -> CompletableFuture.completedFuture(new StreamSource.OpenOrders(Map.of(), List.of(), false)), 1);
        channel.load(Map.of());
        OutcomeReports reports = new OutcomeReports(account -> account.equals("maker") ? channel : null);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> reports.hand(0, large));
        assertThat(channel.resume(1, 100_000)).isNotNull();
    }
}
