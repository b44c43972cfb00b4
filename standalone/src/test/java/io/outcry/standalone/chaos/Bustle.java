// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import io.outcry.standalone.client.LocalApi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A little of everything that clients do, over and over: orders that rest, trade, are refused and cancelled, reads with tokens, prices,
 * a refresh, a stream. What is answered does not matter here, so that it goes on while parts are away.
 */
final class Bustle implements Runnable, AutoCloseable {

    private static final int PAUSE_MILLIS = 100;
    private static final int BATCH = 200;

    private final LocalApi orders;
    private final LocalApi reads;
    private final String key;
    private final Thread thread = Thread.ofVirtual().unstarted(this);
    private volatile boolean ended;

    Bustle(Installation installation, String account) {
        orders = installation.orders();
        reads = installation.reads();
        key = Installation.key(account);
    }

    Bustle begin() {
        thread.start();
        return this;
    }

    @Override
    public void run() {
        for (int round = 0; !ended; round++) {
            String symbol = Installation.SYMBOLS.get(round % Installation.SYMBOLS.size());
            try {
                round(symbol);
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (IOException | IllegalStateException away) {
                // A part is away on purpose.
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void round(String symbol) throws IOException, InterruptedException {
        LocalApi.Answer rested = orders.call("POST", "/api/v1/orders", key, order(symbol, "SELL", "101.00", "1.00"));
        orders.call("POST", "/api/v1/orders", key, order(symbol, "BUY", "101.00", "0.50"));
        orders.call("POST", "/api/v1/orders", key, order(symbol, "BUY", "100.001", "0.50"));
        String token = rested.headers().firstValue("Outcry-Position").orElse("");
        String id = rested.ok().path("orderId").asString();
        reads.call("GET", "/api/v1/orders/" + id, key, null, "Outcry-Read-After", token);
        reads.call("GET", "/api/v1/books/" + symbol, null, null);
        reads.call("GET", "/api/v1/prices/" + symbol + "?maxAgeMs=1000", null, null);
        reads.call("POST", "/api/v1/prices/" + symbol + "/refresh", key, null);
        orders.call("POST", "/api/v1/prices/" + symbol + "/refresh", key, null);
        orders.call("DELETE", "/api/v1/orders/" + id, key, null);
    }

    /** Places many orders that rest, in one request. */
    void flood() throws IOException, InterruptedException {
        for (String symbol : Installation.SYMBOLS) {
            List<Map<String, String>> batch =
                    IntStream.range(0, BATCH).mapToObj(i -> order(symbol, "BUY", "1.00", "0.01")).toList();
            orders.call("POST", "/api/v1/orders/batch", key, Map.of("orders", batch), "Prefer", "respond-async");
        }
    }

    private static Map<String, String> order(String symbol, String side, String price, String quantity) {
        return Map.of("symbol", symbol, "side", side, "type", "LIMIT", "price", price, "quantity", quantity);
    }

    /** A stream of prices and books, which is read; another one if it is refused. */
    static WebSocket listen(LocalApi reads) {
        String channels = Installation.SYMBOLS.stream()
                .map(symbol -> "\"price:" + symbol + "\",\"book:" + symbol + "\"")
                .collect(Collectors.joining(","));
        WebSocket socket = HttpClient.newHttpClient().newWebSocketBuilder().connectTimeout(Duration.ofSeconds(5))
                .buildAsync(URI.create(reads.baseUrl().replace("http", "ws") + "/api/v1/stream"), new WebSocket.Listener() {})
                .orTimeout(10, TimeUnit.SECONDS).join();
        socket.sendText("{\"op\":\"subscribe\",\"channels\":[" + channels + "],\"id\":1}", true).join();
        socket.request(Long.MAX_VALUE);
        return socket;
    }

    @Override
    public void close() {
        ended = true;
        thread.interrupt();
    }
}
