// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import java.util.function.Supplier;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * The reads that there are most of, answered right behind the HTTP codec: the way through WebFlux takes several times as long as the
 * answer.
 *
 * @param prices one price from the near-cache
 * @param orders one order by its id
 */
public record HotReads(HotPrices prices, HotOrders orders) {

    /** Makes an HTTP server answer with {@code reads} what can be answered so. */
    public static HttpServer in(HttpServer server, Supplier<HotReads> reads) {
        return server.doOnChannelInit((_, channel, _) -> {
            if (channel.pipeline().get(NettyPipeline.HttpCodec) != null) {
                channel.pipeline().addAfter(NettyPipeline.HttpCodec, HotReadRoute.NAME, new HotReadRoute(reads));
            }
        });
    }
}
