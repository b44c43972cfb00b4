// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.netty.channel.ChannelHandler;
import java.util.function.Supplier;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/** Puts handlers where they see every request that the HTTP codec has read, and every answer that it will write. */
final class BehindCodec {

    private BehindCodec() {}

    /** Gives each connection a handler in front of all that answer requests, whatever the order in which those were added. */
    static HttpServer put(HttpServer server, String name, Supplier<? extends ChannelHandler> handler) {
        // When its pipeline is complete.
        return server.doOnChannelInit((_, channel, _) -> channel.eventLoop().execute(() -> {
            if (channel.pipeline().get(NettyPipeline.HttpCodec) != null) {
                channel.pipeline().addAfter(NettyPipeline.HttpCodec, name, handler.get());
            }
        }));
    }
}
