// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.reactive.socket.server.support.WebSocketHandlerAdapter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** The design that lost: a {@code WebSocketHandler} of WebFlux and a shared flux. Everybody gets everything; only the newest waits. */
final class WebFluxBroadcaster implements Broadcaster {

    private final Sinks.Many<byte[]> prices = Sinks.many().multicast().directBestEffort();
    private final AtomicInteger connections = new AtomicInteger();
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final LoopResources loops = LoopResources.create("webflux", Runtime.getRuntime().availableProcessors(), true);
    private final DisposableServer server;

    WebFluxBroadcaster() {
        WebSocketHandler handler = this::serve;
        context.registerBean("webHandler", DispatcherHandler.class, () -> new DispatcherHandler());
        context.registerBean(SimpleUrlHandlerMapping.class, () -> new SimpleUrlHandlerMapping(Map.of("/api/v1/stream", handler), -1));
        context.registerBean(WebSocketHandlerAdapter.class, () -> new WebSocketHandlerAdapter());
        context.refresh();
        server = HttpServer.create().host("127.0.0.1").port(0).runOn(loops)
                .handle(new ReactorHttpHandlerAdapter(WebHttpHandlerBuilder.applicationContext(context).build())).bindNow();
    }

    private Mono<Void> serve(WebSocketSession session) {
        connections.incrementAndGet();
        Flux<WebSocketMessage> messages = prices.asFlux().onBackpressureLatest()
                .map(price -> session.textMessage(new String(price, StandardCharsets.UTF_8)));
        return session.send(messages).and(session.receive())
                .doFinally(_ -> connections.decrementAndGet());
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public int connections() {
        return connections.get();
    }

    @Override
    public void publish(Quote quote) {
        prices.tryEmitNext(quote.message());
    }

    @Override
    public void close() {
        server.disposeNow();
        loops.dispose();
        context.close();
    }
}
