// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBufAllocator;
import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.http.Principal;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.fanout.Fanout;
import io.outcry.query.stream.fanout.StreamCounts;
import io.outcry.query.stream.fanout.StreamLimits;
import io.outcry.query.stream.netty.StreamDoor;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/**
 * The streams of query-service over prices in memory, with the service's own limits but for the number of connects, and for how long a
 * client may take nothing: one that never reads is not cut while it is measured what it costs.
 */
final class ProductBroadcaster implements Broadcaster {

    private static final int HISTORY = 4_096;
    private static final Duration NEVER_CUT = Duration.ofHours(1);

    private final StreamCounts counts = new StreamCounts(new SimpleMeterRegistry());
    private final LoopResources loops = LoopResources.create("product", Runtime.getRuntime().availableProcessors(), true);
    private final PriceTable prices;
    private final Channels channels;
    private final Fanout fanout;
    private final DisposableServer server;

    ProductBroadcaster(int symbols) {
        prices = new PriceTable(symbols + 1);
        channels = new Channels(prices, HISTORY, Duration.ofMinutes(1).toNanos(), System::currentTimeMillis);
        StreamLimits limits = new StreamLimits(
                100_000, 100_000, 1_024, 20, 65_536, Long.MAX_VALUE, NEVER_CUT, NEVER_CUT, Duration.ofHours(24));
        fanout = new Fanout(channels, limits, counts, ByteBufAllocator.DEFAULT, System::currentTimeMillis);
        ApiKeys keys = new ApiKeys(new AccessProperties(
                List.of(new AccessProperties.Key("benchmarks", "benchmarks", Set.of(Principal.Scope.TRADE)))));
        StreamDoor door = new StreamDoor(fanout, keys);
        server = StreamDoor.in(HttpServer.create().host("127.0.0.1").port(0).runOn(loops), () -> door)
                .handle((_, response) -> response.sendNotFound()).bindNow();
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public int connections() {
        return counts.connections();
    }

    @Override
    public void publish(Quote quote) {
        channels.priced(Quote.name(quote.symbol()), prices.put(quote));
    }

    @Override
    public void close() {
        fanout.stop(Duration.ofSeconds(PATIENCE_SECONDS));
        server.disposeNow();
        loops.dispose();
    }
}
