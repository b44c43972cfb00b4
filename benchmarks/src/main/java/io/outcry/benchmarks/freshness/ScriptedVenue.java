// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.freshness;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** A venue that says what it is told to, when it is told to, in the dialect of Coinbase Exchange: one symbol, over REST and sockets. */
final class ScriptedVenue implements AutoCloseable {

    static final String SYMBOL = "BTC-USD";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** As the venue has it; without them a quiet socket would be taken for a dead one. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private final Sinks.Many<String> pushes = Sinks.many().multicast().directBestEffort();
    private final AtomicLong trades = new AtomicLong();
    private final DisposableServer server;
    private volatile long cents = 6_000_000;

    ScriptedVenue() {
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .route(routes -> routes
                        .get("/products/{product}/ticker", (request, response) -> SYMBOL.equals(request.param("product"))
                                ? response.header("Content-Type", "application/json").sendString(Mono.just(ticker(false)))
                                : response.status(404).sendString(Mono.just("{\"message\":\"NotFound\"}")))
                        .ws("/", (in, out) -> out.sendString(Flux.merge(
                                in.receive().asString().filter(subscription -> false),
                                pushes.asFlux(),
                                Flux.interval(HEARTBEAT).map(_ -> heartbeat())))))
                .bindNow(TIMEOUT);
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.port();
    }

    String socketUrl() {
        return "ws://127.0.0.1:" + server.port();
    }

    /**
     * Pushes a quote with a spread of two cents.
     *
     * @param mid in cents
     */
    void quote(long mid) {
        cents = mid;
        trades.incrementAndGet();
        String message = ticker(true);
        pushes.tryEmitNext(message).orThrow();
    }

    /** Whether anybody listens on the socket. */
    boolean isHeard() {
        return pushes.currentSubscriberCount() > 0;
    }

    private String ticker(boolean onSocket) {
        String bid = price(cents - 1);
        String ask = price(cents + 1);
        String form = onSocket
                ? "{\"type\":\"ticker\",\"sequence\":%d,\"product_id\":\"%s\",\"price\":\"%s\",\"best_bid\":\"%s\",\"best_ask\":\"%s\","
                        + "\"time\":\"%s\",\"trade_id\":%1$d}"
                : "{\"trade_id\":%d,\"product_id\":\"%s\",\"price\":\"%s\",\"bid\":\"%s\",\"ask\":\"%s\",\"time\":\"%s\"}";
        return String.format(Locale.ROOT, form, trades.get(), SYMBOL, price(cents), bid, ask, Instant.now());
    }

    private String heartbeat() {
        return String.format(Locale.ROOT,
                "{\"type\":\"heartbeat\",\"sequence\":%d,\"last_trade_id\":%1$d,\"product_id\":\"%s\",\"time\":\"%s\"}",
                trades.get(), SYMBOL, Instant.now());
    }

    private static String price(long cents) {
        return String.format(Locale.ROOT, "%d.%02d", cents / 100, cents % 100);
    }

    @Override
    public void close() {
        server.disposeNow(TIMEOUT);
    }
}
