// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.http.Principal;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.fanout.EndReason;
import io.outcry.query.stream.fanout.Fanout;
import io.outcry.query.stream.fanout.StreamCounts;
import io.outcry.query.stream.fanout.StreamLimits;
import io.outcry.query.stream.netty.StreamDoor;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** The streams on an HTTP server of their own, over a market that the test moves. Every byte that is sent is counted. */
final class StreamStage implements AutoCloseable {

    static final String ALICE = "key-of-alice";
    static final int HISTORY = 256;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final MarketOnStage market = new MarketOnStage();
    final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    final StreamCounts counts = new StreamCounts(meters);
    final Channels channels;
    final Fanout fanout;
    /** How far the clock is ahead of the true time. */
    volatile long aheadMillis;
    private final HttpClient http = HttpClient.newHttpClient();
    private final LoopResources loops = LoopResources.create("streams", 2, true);
    private final DisposableServer server;

    StreamStage() {
        this(limits(Duration.ofSeconds(2)));
    }

    StreamStage(StreamLimits limits) {
        this(limits, null);
    }

    /** @param issuer whose web tokens are believed, too; null: nobody's */
    StreamStage(StreamLimits limits, AccessProperties.Jwt issuer) {
        channels = new Channels(market, HISTORY, Duration.ofMinutes(1).toNanos(), System::currentTimeMillis);
        market.tell(channels);
        fanout = new Fanout(channels, limits, counts, allocator, () -> System.currentTimeMillis() + aheadMillis);
        ApiKeys keys = new ApiKeys(new AccessProperties(List.of(
                new AccessProperties.Key(ALICE, "alice", Set.of(Principal.Scope.TRADE)),
                new AccessProperties.Key("key-of-admin", "admin", Set.of(Principal.Scope.ADMIN))), issuer));
        StreamDoor door = new StreamDoor(fanout, keys);
        server = StreamDoor.in(HttpServer.create().host("127.0.0.1").port(0).runOn(loops), () -> door)
                .handle((request, response) -> response.sendString(
                        request.uri().equals("/slow") ? Mono.just("slow").delayElement(Duration.ofMillis(100)) : Mono.just("elsewhere")))
                .bindNow();
    }

    static StreamLimits limits(Duration slowTimeout) {
        return limits(slowTimeout, 1 << 30);
    }

    /** @param queued bytes that may wait for all clients together */
    static StreamLimits limits(Duration slowTimeout, long queued) {
        return new StreamLimits(2_000, 100_000, 1_024, 20, 65_536, queued, slowTimeout, Duration.ofSeconds(60), Duration.ofHours(24));
    }

    int port() {
        return server.port();
    }

    HttpClient http() {
        return http;
    }

    /** A client without a key. */
    StreamClient client() {
        return StreamClient.open(http, port(), null);
    }

    StreamClient client(String key) {
        return StreamClient.open(http, port(), key);
    }

    /** Changes the book until a client that does not read cannot be written to. */
    void block(String symbol) {
        for (int turn = 0; count("outcry.stream.blocked") == 0; turn++) {
            market.turnBook(symbol, 200, turn);
        }
    }

    /** Nothing is held for anybody: no connection, no subscription, no byte. */
    boolean isEmpty() {
        return counts.connections() == 0 && subscriptions() == 0 && bytes() == 0 && queued() == 0;
    }

    /** Subscriptions of all connections. */
    int subscriptions() {
        return (int) meters.get("outcry.stream.subscriptions").gauge().value();
    }

    /** Bytes that wait for clients, as the gauge says. */
    long queued() {
        return (long) meters.get("outcry.stream.queued").gauge().value();
    }

    /** What a counter of the streams says. */
    long count(String meter) {
        return (long) meters.get(meter).functionCounter().count();
    }

    /** Connections that ended for this reason. */
    int ended(EndReason reason) {
        return (int) meters.get("outcry.stream.ended").tag("reason", reason.text()).counter().count();
    }

    long bytes() {
        return allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
    }

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited in vain until " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    @Override
    public void close() {
        fanout.stop(Duration.ofSeconds(5));
        server.disposeNow();
        loops.disposeLater(Duration.ZERO, Duration.ofSeconds(1)).block();
        http.close();
    }
}
