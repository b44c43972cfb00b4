// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/** One venue's HTTP server. Stopped, it refuses connections and has cut those it had; started again, it is on the same port. */
final class VenueServer {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_URL = 64 * 1024;

    private final String host;
    private final VenueDialect dialect;
    private final LoopResources loop;
    private final AtomicLong requests = new AtomicLong();
    private int port;
    private @Nullable DisposableServer server;
    private ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    /** @param port 0 for a free one */
    VenueServer(String host, int port, VenueDialect dialect, LoopResources loop) {
        this.host = host;
        this.port = port;
        this.dialect = dialect;
        this.loop = loop;
    }

    /**
     * Starts the server if it is stopped.
     *
     * @throws reactor.netty.ChannelBindException if the port is taken
     */
    synchronized void start() {
        if (server != null) {
            return;
        }
        connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        DisposableServer started = HttpServer.create()
                .host(host)
                .port(port)
                .runOn(loop)
                .channelGroup(connections)
                .httpRequestDecoder(decoder -> decoder.maxInitialLineLength(MAX_URL))
                .handle(this::handle)
                .bindNow(STOP_TIMEOUT);
        port = started.port();
        server = started;
    }

    /** Stops the server if it runs; its port stays its own. */
    synchronized void stop() {
        DisposableServer running = server;
        if (running == null) {
            return;
        }
        server = null;
        running.channel().close().syncUninterruptibly();
        connections.close().awaitUninterruptibly(STOP_TIMEOUT.toMillis());
    }

    synchronized int port() {
        return port;
    }

    long requests() {
        return requests.get();
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        requests.incrementAndGet();
        if (!request.method().equals(HttpMethod.GET)) {
            return response.status(405).send();
        }
        QueryStringDecoder uri = new QueryStringDecoder(request.uri());
        String userAgent = request.requestHeaders().get(HttpHeaderNames.USER_AGENT);
        VenueDialect.Answer answer = dialect.answer(new VenueDialect.Request(uri.path(), uri.parameters(), userAgent));
        return response.status(answer.status())
                .header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .sendString(Mono.just(answer.body()));
    }
}
