// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.benchmarks.http.Requests;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OrderRequestsTest {

    private static final int ORDERS = 10_000;

    @Test
    void ordersComeInTheSharesAndTheRangesThatAreAskedFor() {
        Requests requests = new OrderRequests(23).single();
        Map<String, Integer> kinds = new HashMap<>();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < ORDERS; i++) {
            JsonNode order = body(requests.next());
            String kind = order.path("timeInForce").asString("MARKET");
            kinds.merge(kind, 1, Integer::sum);
            ids.add(order.get("clientOrderId").asString());
            assertThat(order.get("side").asString()).isEqualTo(i % 2 == 0 ? "BUY" : "SELL");
            assertThat(new BigDecimal(order.get("quantity").asString())).isBetween(new BigDecimal("0.1"), new BigDecimal("2.0"));
            if (!kind.equals("MARKET")) {
                assertThat(new BigDecimal(order.get("price").asString())).isBetween(new BigDecimal("59900"), new BigDecimal("60100"));
            }
        }
        assertThat(ids).hasSize(ORDERS);
        assertThat(share(kinds, "MARKET")).isBetween(0.23, 0.27);
        assertThat(share(kinds, "GTC")).isBetween(0.48, 0.52);
        assertThat(share(kinds, "IOC")).isBetween(0.13, 0.17);
        assertThat(share(kinds, "FOK")).isBetween(0.08, 0.12);
    }

    @Test
    void aBatchHoldsSoManyOrdersAndGoesOnWhereTheLastEnded() {
        OrderRequests requests = new OrderRequests(23);
        requests.single().next();

        JsonNode orders = body(requests.batches(3).next()).get("orders");

        assertThat(orders).hasSize(3);
        assertThat(orders.get(2).get("clientOrderId").asString()).isEqualTo("order-3");
    }

    private static double share(Map<String, Integer> kinds, String kind) {
        return kinds.getOrDefault(kind, 0) / (double) ORDERS;
    }

    /** The body of a request whose Content-Length is right. */
    private static JsonNode body(byte[] request) {
        String text = new String(request, StandardCharsets.US_ASCII);
        String[] parts = text.split("\r\n\r\n", 2);
        assertThat(parts[0]).startsWith("POST /api/v1/orders").contains("\r\nContent-Length: " + parts[1].length());
        return JsonMapper.shared().readTree(parts[1]);
    }
}
