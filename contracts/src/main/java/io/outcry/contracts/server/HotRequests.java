// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.EventExecutor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * The plain form of the requests that there are most of, answered right behind the HTTP codec: the way through WebFlux takes several times as
 * long as the answer. Whatever is not as plain goes that way, and what is said here is what is said there.
 */
public interface HotRequests {

    /** Whether {@code request} may be one of these, to judge by its head. */
    boolean takes(HttpRequest request);

    /**
     * The answer to a request that has come whole, where to give it is no more work than to refuse it: so it is given however far the event
     * loop is behind. Null for all others.
     */
    default @Nullable FullHttpResponse ready(HttpRequest request) {
        return null;
    }

    /**
     * Begins to answer a request that has come whole; on the event loop of its connection.
     *
     * @param body empty if there is none
     * @param answered is to be called there once, now or later, with an answer that it will release
     * @return false if it is not one of these after all: nothing was begun
     */
    boolean begin(HttpRequest request, byte[] body, EventExecutor loop, Consumer<FullHttpResponse> answered);

    /**
     * Makes an HTTP server answer {@code requests}.
     *
     * @param name of the handler in the pipelines
     * @param requests asked for when the first request comes
     * @param progress counts all requests of the server until they are answered
     * @param delay from when on those are refused that are not ready
     */
    static HttpServer in(HttpServer server, String name, Supplier<? extends HotRequests> requests, HotProgress progress,
            EventLoopDelay delay) {
        return server.doOnChannelInit((_, channel, _) -> {
            if (channel.pipeline().get(NettyPipeline.HttpCodec) != null) {
                channel.pipeline().addAfter(NettyPipeline.HttpCodec, name, new HotRoute(requests, progress, delay));
            }
        });
    }
}
