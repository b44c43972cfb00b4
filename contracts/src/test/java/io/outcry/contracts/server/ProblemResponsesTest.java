// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.logging.ToldLines;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.util.context.Context;

@Timeout(30)
class ProblemResponsesTest {

    @RegisterExtension
    private final ToldLines dropped = ToldLines.of(Operators.class);

    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch failed = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);
    private final DisposableServer server = HttpServer.create().host("127.0.0.1").port(0)
            .doOnConnection(connection -> connection.onDispose(gone::countDown))
            .handle(new ReactorHttpHandlerAdapter(WebHttpHandlerBuilder
                    .webHandler(RouterFunctions.toWebHandler(RouterFunctions.route()
                            .POST("/read", this::read)
                            .POST("/late", this::failLate)
                            .filter(ProblemResponses.filter()).build()))
                    .exceptionHandler(new ProblemExceptionHandler()).build()))
            .bindNow();

    private Mono<ServerResponse> read(ServerRequest request) {
        return request.exchange().getRequest().getBody().doOnNext(part -> {
            DataBufferUtils.release(part);
            reading.countDown();
        }).doOnError(_ -> failed.countDown()).then(ServerResponse.ok().build());
    }

    /** Says what nobody hears any more. */
    private Mono<ServerResponse> failLate(ServerRequest request) {
        Exception late = new IllegalStateException("too late");
        late.setStackTrace(new StackTraceElement[0]);
        return Mono.deferContextual(context -> {
            Operators.onErrorDropped(late, Context.of(context));
            return ServerResponse.ok().build();
        });
    }

    @AfterEach
    void stop() {
        server.disposeNow();
    }

    @Test
    void aClientThatGoesInTheMiddleOfHisBodyIsNothingToTell() throws IOException, InterruptedException {
        try (Socket client = new Socket("127.0.0.1", server.port())) {
            client.getOutputStream().write("POST /read HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf"
                    .getBytes(StandardCharsets.US_ASCII));
            reading.await();
            client.setSoLinger(true, 0);
        }
        failed.await();
        gone.await();
        assertThat(dropped.list()).isEmpty();
    }

    @Test
    void whatElseNobodyHearsIsTold() throws IOException {
        try (Socket client = new Socket("127.0.0.1", server.port())) {
            client.getOutputStream().write("POST /late HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 200");
        }
        assertThat(dropped.list()).extracting(ILoggingEvent::getFormattedMessage).singleElement().asString().contains("onErrorDropped");
    }

    /** The routes read bodies themselves; what Spring refuses so is a parameter of the actuator's. */
    @Test
    void whatSpringCannotReadIsAParameter() {
        assertThat(ProblemResponses.of(new ResponseStatusException(HttpStatus.BAD_REQUEST)).code()).isEqualTo(ErrorCode.INVALID_PARAMETER);
    }
}
