// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static io.outcry.standalone.Market.ALICE;
import static io.outcry.standalone.Market.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.setting.UnknownSettings;
import io.outcry.standalone.client.LocalApi;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code kill -9} in the middle of traffic: what was acknowledged is there exactly once, and the book is what it was. */
@Order(1)
@Timeout(600)
class KillIT {

    private static final String SYMBOL = "BTC-USD";
    private static final int ACKNOWLEDGED_BEFORE_KILL = 300;
    private static final int CLIENTS = 3;

    /** What comes of a command is said by its answer, however busy the machine is. */
    private static final String[] PATIENTLY = {"Prefer", "wait=8"};

    @TempDir
    Path directory;

    @Test
    void acknowledgedOrdersSurviveAKillExactlyOnce() throws Exception {
        Map<String, String> acknowledged = new ConcurrentHashMap<>();
        AtomicInteger unclear = new AtomicInteger();
        try (StandaloneProcess first = StandaloneProcess.start(directory)) {
            assertThat(first.log()).doesNotContain(UnknownSettings.TOLD);
            Thread[] clients = new Thread[CLIENTS];
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                clients[client] = Thread.ofVirtual().start(() -> placeUntilItFails(first.api(), number, acknowledged, unclear));
            }
            while (acknowledged.size() < ACKNOWLEDGED_BEFORE_KILL) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            first.kill();
            for (Thread client : clients) {
                client.join();
            }
        }
        Map<String, String> found;
        JsonNode book;
        try (StandaloneProcess second = StandaloneProcess.start(directory)) {
            String all = endOfLog(second.api(), acknowledged);
            found = openOrders(second.api(), all);
            assertThat(found).containsAllEntriesOf(acknowledged);
            assertThat(found.size()).as("at most one order in flight for each client, and those with no answer in time")
                    .isBetween(acknowledged.size(), acknowledged.size() + CLIENTS + unclear.get());
            book = book(second.api(), all);
            assertThat(total(book)).isEqualByComparingTo(new BigDecimal(found.size()).movePointLeft(2));
            second.kill();
        }
        try (StandaloneProcess third = StandaloneProcess.start(directory)) {
            String all = endOfLog(third.api(), acknowledged);
            assertThat(openOrders(third.api(), all)).isEqualTo(found);
            assertThat(book(third.api(), all).path("bids")).isEqualTo(book.path("bids"));
        }
    }

    /** Bids that never trade, 0.01 each, so that the book is the sum of the orders. */
    private static void placeUntilItFails(LocalApi api, int client, Map<String, String> acknowledged, AtomicInteger unclear) {
        try {
            for (int i = 0;; i++) {
                String clientOrderId = "kill-" + client + "-" + i;
                Map<String, Object> order = Map.of("symbol", SYMBOL, "side", "BUY", "type", "LIMIT", "quantity", "0.01",
                        "price", String.valueOf(1_000 + i % 50), "clientOrderId", clientOrderId);
                try {
                    LocalApi.Answer answer = api.call("POST", "/api/v1/orders", ALICE, order, PATIENTLY);
                    if (answer.status() == 201) {
                        acknowledged.put(clientOrderId, text(answer.ok(), "orderId"));
                    } else if (answer.status() / 100 != 4) {
                        unclear.incrementAndGet();
                    }
                } catch (HttpTimeoutException standstill) {
                    unclear.incrementAndGet();
                }
            }
        } catch (IOException killed) {
            // The server is gone: what this client holds is what was acknowledged.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A position after everything in the symbol's log. The kill may have left a command there whose outcome comes only after the restart:
     * whoever reads after this position has seen that one too.
     */
    private static String endOfLog(LocalApi api, Map<String, String> acknowledged) throws Exception {
        long anyOrder = Long.parseLong(acknowledged.values().iterator().next());
        long neverAnOrder = LogPosition.of(LogPosition.partition(anyOrder), 0);
        LocalApi.Answer answer = api.call("DELETE", "/api/v1/orders/" + neverAnOrder, ALICE, null, PATIENTLY);
        assertThat(answer.status()).as("%s", answer).isEqualTo(404);
        return Market.position(answer);
    }

    /** What a read answers once it holds the position. */
    private static JsonNode readAfter(LocalApi api, String path, String position) throws Exception {
        return Market.inItsTime(() -> api.call("GET", path, ALICE, null, "Outcry-Read-After", position)).ok();
    }

    /** Order id by client order id of all of alice's open orders; fails on one that shows up twice. */
    private static Map<String, String> openOrders(LocalApi api, String position) throws Exception {
        Map<String, String> orders = new HashMap<>();
        String cursor = "";
        do {
            JsonNode page = readAfter(api, "/api/v1/orders?symbol=" + SYMBOL + "&status=OPEN&limit=100" + cursor, position);
            for (JsonNode order : page.path("orders")) {
                assertThat(orders.put(text(order, "clientOrderId"), text(order, "orderId"))).as("seen before: %s", order).isNull();
            }
            JsonNode next = page.path("nextCursor");
            cursor = next.isString() ? "&cursor=" + next.asString() : "";
        } while (!cursor.isEmpty());
        return orders;
    }

    private static JsonNode book(LocalApi api, String position) throws Exception {
        return readAfter(api, "/api/v1/books/" + SYMBOL + "?depth=100", position);
    }

    private static BigDecimal total(JsonNode book) {
        BigDecimal sum = BigDecimal.ZERO;
        for (JsonNode level : book.path("bids")) {
            sum = sum.add(new BigDecimal(level.get(1).asString()));
        }
        return sum;
    }
}
