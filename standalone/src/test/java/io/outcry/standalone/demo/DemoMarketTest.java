// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.outcry.standalone.client.LocalApi;
import io.outcry.standalone.client.OwnKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DemoMarketTest {

    private static final String ORDERS = "/api/v1/orders";

    private final CountDownLatch orders = new CountDownLatch(4);
    private HttpServer server;
    private DemoMarket market;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        market = new DemoMarket(new LocalApi(() -> "http://127.0.0.1:" + server.getAddress().getPort()), OwnKeys.random());
    }

    @AfterEach
    void stop() {
        market.stop();
        server.stop(0);
    }

    /** Somebody has listed more symbols before it than are traded in a round, and no venue knows them. */
    @Test
    void theMarketLivesOnBesideManySymbolsWithoutAPrice() throws InterruptedException {
        long begun = System.nanoTime();
        market.start();
        assertThat(orders.await(40, TimeUnit.SECONDS)).as("two rounds, with an order on either side in each").isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).as("and not as fast as it can").isGreaterThan(Duration.ofSeconds(5));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        boolean placed = path.equals(ORDERS) && exchange.getRequestMethod().equals("POST");
        if (placed) {
            orders.countDown();
        }
        boolean priced = path.endsWith("/BTC-USD");
        String body = switch (path) {
            case "/api/v1/instruments" -> IntStream.rangeClosed(1, 150)
                    .mapToObj("A%03d-USD"::formatted).map(DemoMarketTest::instrument)
                    .collect(Collectors.joining(",", "[", "," + instrument("BTC-USD") + "]"));
            case ORDERS -> placed ? "{\"orderId\":\"1\"}" : "{\"orders\":[]}";
            default -> "{\"price\":\"60000.00\",\"status\":\"FRESH\"}";
        };
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(placed ? 201 : priced || !path.startsWith("/api/v1/prices/") ? 200 : 503, bytes.length);
        try (exchange) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private static String instrument(String symbol) {
        return "{\"symbol\":\"" + symbol + "\",\"tickSize\":\"0.01\",\"lotSize\":\"0.00001\",\"state\":\"TRADING\"}";
    }
}
