// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** How far back an account's lists of orders go, on one symbol and on all, over partitions. */
@Timeout(120)
class OrderListsIT {

    private static final int PARTITIONS = 2;
    private static final int KEPT = 5;

    private final List<Outcome> placed = new ArrayList<>();

    @Test
    void theListOfASymbolGoesFurtherBackThanThatOfAll(@TempDir Path directory) {
        try (QueryStage stage = QueryStage.open(directory, PARTITIONS, port -> List.of(
                "--outcry.query.redis-uri=redis://127.0.0.1:" + port, "--outcry.query.read-timeout=5s",
                "--outcry.query.orders-kept=" + KEPT))) {
            OutcomeScript first = new OutcomeScript(0, stage.symbolIn(0));
            OutcomeScript second = new OutcomeScript(1, stage.symbolIn(1));
            String old = first.symbol();
            String recent = IntStream.iterate(0, i -> i + 1).mapToObj(i -> "T" + i + "-USD")
                    .filter(symbol -> Partitioning.ofSymbol(symbol, PARTITIONS) == 0).findFirst().orElseThrow();
            place(stage, first, old, 4);
            place(stage, first, recent, 7);
            place(stage, second, second.symbol(), 3);
            stage.awaitProjected(first);
            stage.awaitProjected(second);

            assertThat(pages(stage, "symbol=" + old)).isEqualTo(newest(on(old), 4));
            assertThat(pages(stage, "symbol=" + recent)).isEqualTo(newest(on(recent), KEPT));
            List<String> kept = newest(on(recent), KEPT);
            assertThat(pages(stage, "limit=2")).isEqualTo(newest(
                    outcome -> on(second.symbol()).test(outcome) || kept.contains(clientId(outcome)), KEPT + 3));
            assertThat(pages(stage, "limit=3&status=OPEN")).as("of open ones nothing is forgotten").isEqualTo(newest(_ -> true, 14));
        }
    }

    private void place(QueryStage stage, OutcomeScript script, String symbol, int orders) {
        stage.write(script.partition(), script.define().toBuilder().setSymbol(symbol).build());
        for (int i = 0; i < orders; i++) {
            Outcome outcome = script.rest("alice", symbol + i, Side.SIDE_BUY, 9_000, 10, 10 * i + 10).toBuilder().setSymbol(symbol).build();
            placed.add(outcome);
            stage.write(script.partition(), outcome);
        }
    }

    private static Predicate<Outcome> on(String symbol) {
        return outcome -> outcome.getSymbol().equals(symbol);
    }

    private List<String> newest(Predicate<Outcome> which, int count) {
        return placed.stream().filter(which)
                .sorted(Comparator.comparingLong(Outcome::getTimeUs).thenComparing(outcome -> outcome.getOrders(0).getOrderId()).reversed())
                .limit(count).map(OrderListsIT::clientId).toList();
    }

    private static String clientId(Outcome outcome) {
        return outcome.getOrders(0).getClientOrderId();
    }

    private static List<String> pages(QueryStage stage, String query) {
        List<String> found = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = ok(stage.getAs(ALICE, "/api/v1/orders?" + query + cursor));
            page.get("orders").forEach(order -> found.add(order.get("clientOrderId").asString()));
            cursor = page.get("nextCursor").isNull() ? "" : "&cursor=" + page.get("nextCursor").asString();
        } while (!cursor.isEmpty());
        return found;
    }
}
