// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.Side;
import io.outcry.query.stream.StreamClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Open orders of an account in two partitions, each of which has as many fills as are kept. */
@Timeout(120)
class LargeOrdersIT {

    private static final int OF_EACH_PARTITION = 30;
    private static final int FILLS_BYTES = 100_000;
    /** An answer has the orders of both partitions. */
    private static final int MOST_BYTES = 2 * ((1 << 20) + 2 * FILLS_BYTES);

    @TempDir
    private Path directory;

    private final List<Long> orders = new ArrayList<>();

    @Test
    void aPageOfLargeOrdersIsShortAndTheNextOneGoesOnWhereItEnded() {
        try (QueryStage stage = QueryStage.open(directory, 2)) {
            place(stage, 0);
            place(stage, 1);
            stage.redis(commands -> orders.forEach(id -> commands.set(
                    "{o" + (id >> 48) + "}:f:" + id, ",{\"tradeId\":\"1-0\",\"price\":\"" + "1".repeat(FILLS_BYTES) + "\"}")));

            List<Long> paged = new ArrayList<>();
            int pages = 0;
            String cursor = "";
            do {
                HttpResponse<String> answer = stage.getAs(ALICE, "/api/v1/orders?limit=1000" + cursor);
                assertThat(answer.body().length()).isLessThan(MOST_BYTES);
                JsonNode page = ok(answer);
                for (JsonNode order : page.get("orders")) {
                    paged.add(Long.parseLong(order.get("orderId").asString()));
                    assertThat(order.get("fills").size()).isEqualTo(1);
                }
                cursor = page.get("nextCursor").isNull() ? "" : "&cursor=" + page.get("nextCursor").asString();
                pages++;
            } while (!cursor.isEmpty());
            assertThat(paged).containsExactlyInAnyOrderElementsOf(orders);
            assertThat(pages).isGreaterThan(1).isLessThan(orders.size());

            try (StreamClient client = StreamClient.open(stage.port(), ALICE)) {
                client.subscribe("orders");
                JsonNode snapshot = client.next("orders");
                assertThat(snapshot.get("orders").size()).as("without fills all have room").isEqualTo(orders.size());
                assertThat(snapshot.get("more").asBoolean()).isFalse();
            }
        }
    }

    private void place(QueryStage stage, int partition) {
        OutcomeScript script = new OutcomeScript(partition, stage.symbolIn(partition));
        stage.write(partition, script.define());
        for (int i = 0; i < OF_EACH_PARTITION; i++) {
            orders.add(script.nextOrderId());
            stage.write(partition, script.rest("alice", "", Side.SIDE_BUY, 10_000 + i, 100, 100));
        }
        stage.awaitProjected(script);
    }
}
