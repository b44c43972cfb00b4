// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.reads;

import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** The limit: a WebFlux handler on Reactor Netty that returns a constant as long as a price, with nothing else in its way. */
final class BareEndpoint implements AutoCloseable {

    static final String PATH = "/constant";

    private static final byte[] BODY =
            ("{\"symbol\":\"S00000-USD\",\"price\":\"60000.00\",\"confidence\":\"0.05\",\"bid\":\"59999.99\",\"ask\":"
                    + "\"60000.01\",\"asOf\":1763700000000,\"ageMs\":1234,\"tier\":\"HOT\",\"status\":\"FRESH\",\"sources\":3,\"sequence\":123456}")
                    .getBytes(StandardCharsets.UTF_8);

    private final DisposableServer server;

    BareEndpoint() {
        RouterFunction<ServerResponse> routes = RouterFunctions.route()
                .GET(PATH, _ -> ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).bodyValue(BODY))
                .build();
        server = HttpServer.create().host("127.0.0.1").port(0)
                .handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(routes)))
                .bindNow();
    }

    int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.disposeNow();
    }
}
