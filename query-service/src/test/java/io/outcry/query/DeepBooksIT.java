// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.query.feed.BookSnapshot;
import io.outcry.query.feed.LogFeed;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An instance that starts where there are more and deeper books than Redis can read in the time that a reader has. */
@Timeout(300)
class DeepBooksIT {

    private static final int SYMBOLS = 64;
    private static final int LEVELS = 2_000;
    private static final int MIDDLE = 100_000;

    @TempDir
    private Path directory;

    @Test
    void itBecomesReadyAndReadsGoOn() {
        try (QueryStage stage = QueryStage.open(directory, 1, port -> List.of(
                "--outcry.query.redis-uri=redis://127.0.0.1:" + port, "--outcry.query.read-timeout=200ms"))) {
            OutcomeScript script = new OutcomeScript(0, "S0-USD");
            List<Outcome> outcomes = new ArrayList<>();
            for (int i = 0; i < SYMBOLS; i++) {
                outcomes.add(of(script.define(), i));
                outcomes.add(of(deep(script), i));
            }
            Outcome rest = script.rest("alice", "a", Side.SIDE_BUY, MIDDLE - 1, 7, 7);
            outcomes.add(rest);
            stage.writeAll(0, outcomes);
            stage.awaitProjected(script);

            stage.stopService();
            stage.startService();
            stage.awaitReady();
            LogFeed feed = stage.bean(LogFeed.class);
            assertThat(feed.isLive(new ViewPartition(ViewLog.ORDERS, 0))).isTrue();
            for (int i = 0; i < SYMBOLS; i++) {
                BookSnapshot book = feed.book("S" + i + "-USD").orElseThrow().snapshot(Integer.MAX_VALUE);
                assertThat(book.bids()).hasSize(LEVELS);
                assertThat(book.asks()).hasSize(LEVELS).startsWith(new BookSnapshot.Level(MIDDLE + 1, 7));
            }
            String order = "/api/v1/orders/" + rest.getOrders(0).getOrderId();
            QueryStage.await("orders are read", () -> stage.getAs(ALICE, order).statusCode() == 200);
        }
    }

    private static Outcome deep(OutcomeScript script) {
        Outcome.Builder outcome = script.next();
        for (int i = 1; i <= LEVELS; i++) {
            outcome.addLevels(OutcomeScript.level(Side.SIDE_BUY, MIDDLE - i, 7))
                    .addLevels(OutcomeScript.level(Side.SIDE_SELL, MIDDLE + i, 7));
        }
        return outcome.build();
    }

    private static Outcome of(Outcome outcome, int symbol) {
        Outcome.Builder other = outcome.toBuilder().setSymbol("S" + symbol + "-USD");
        if (other.hasInstrument()) {
            other.getInstrumentBuilder().setSymbol(other.getSymbol());
        }
        return other.build();
    }
}
