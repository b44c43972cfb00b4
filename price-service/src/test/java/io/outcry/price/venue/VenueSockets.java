// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.outcry.price.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.reactivestreams.Publisher;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.WebsocketServerSpec;
import reactor.netty.http.websocket.WebsocketInbound;
import reactor.netty.http.websocket.WebsocketOutbound;

/** Connections to venues, some of which are of a test's own, and what comes over them. */
final class VenueSockets implements AutoCloseable {

    final CircuitBreaker breaker = CircuitBreaker.ofDefaults("socket");
    final Set<String> messages = ConcurrentHashMap.newKeySet();
    private final HttpClient http = HttpClient.newHttpClient();
    /** To be closed, the last one first. */
    private final Deque<Runnable> opened = new ArrayDeque<>();

    /** A venue that serves each socket so. */
    URI server(BiFunction<? super WebsocketInbound, ? super WebsocketOutbound, ? extends Publisher<Void>> socket) {
        DisposableServer server = HttpServer.create().host("127.0.0.1").port(0)
                .route(routes -> routes.ws("/", socket, WebsocketServerSpec.builder().handlePing(true).build())).bindNow();
        opened.addFirst(server::disposeNow);
        return URI.create("ws://127.0.0.1:" + server.port() + "/");
    }

    FeedConnection connect(FeedDialect dialect, URI venue) {
        return connect(dialect, venue, InstantSource.system());
    }

    FeedConnection connect(FeedDialect dialect, URI venue, InstantSource clock) {
        FeedConnection connection =
                new FeedConnection(dialect, venue, http, Duration.ofSeconds(30), breaker, clock, messages::add, () -> {});
        opened.addFirst(connection::close);
        return connection;
    }

    /** Waits for a message of Coinbase's. */
    void awaitTold(String type, String product) {
        Await.until(type + " of " + product, () -> messages.stream().anyMatch(
                message -> message.contains("\"type\":\"" + type + "\"") && message.contains("\"product_id\":\"" + product + "\"")));
    }

    @Override
    public void close() {
        opened.forEach(Runnable::run);
        http.shutdownNow();
    }
}
