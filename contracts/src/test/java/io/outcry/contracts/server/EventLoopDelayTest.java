// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** A crowd that comes at once, at a real server with one event loop that needs 2 ms for each request. */
@Timeout(60)
class EventLoopDelayTest {

    private static final byte[] REQUEST = "GET /hot HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int CROWD = 400;
    private static final int NEVER_REFUSED = 100;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final LoopResources loops = LoopResources.create("outcry-delay", 1, 1, true);
    private final DisposableServer server = HotRequests.in(
            HttpServer.create().host("127.0.0.1").port(0).runOn(loops), "slow", Slow::new, new HotProgress(),
            new EventLoopDelay(Duration.ofMillis(100), meters)).bindNow();
    private final CountDownLatch open = new CountDownLatch(1);
    private final List<Socket> sockets = new ArrayList<>();

    private static final class Slow implements HotRequests {

        @Override
        public boolean takes(HttpRequest request) {
            return true;
        }

        @Override
        public boolean begin(HttpRequest request, byte[] body, EventExecutor loop, Consumer<FullHttpResponse> answered) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            answered.accept(NettyAnswers.of(200, NettyAnswers.JSON, "{}".getBytes(StandardCharsets.US_ASCII)));
            return true;
        }
    }

    @AfterEach
    void stop() throws IOException {
        open.countDown();
        for (Socket socket : sockets) {
            socket.close();
        }
        server.disposeNow();
        loops.dispose();
    }

    @Test
    void theRestOfACrowdIsRefusedAndEverybodyIsServedAgainAfterwards() throws IOException {
        loops.onServer(LoopResources.DEFAULT_NATIVE).execute(() -> {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        for (int i = 0; i < CROWD; i++) {
            Socket socket = new Socket("127.0.0.1", server.port());
            sockets.add(socket);
            socket.getOutputStream().write(REQUEST);
        }
        open.countDown();
        int served = 0;
        int refused = 0;
        for (Socket socket : sockets) {
            String answer = answer(socket);
            if (answer.startsWith("HTTP/1.1 200 ")) {
                served++;
            } else {
                refused++;
                assertThat(answer).startsWith("HTTP/1.1 503 ").containsIgnoringCase("retry-after: 1").contains("\"code\":\"OVERLOADED\"");
            }
        }
        assertThat(served).isGreaterThanOrEqualTo(NEVER_REFUSED);
        assertThat(refused).isPositive();
        assertThat(meters.get("outcry.http.refused").counter().count()).isEqualTo(refused);
        for (Socket socket : sockets) {
            socket.getOutputStream().write(REQUEST);
            assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
        }
    }

    /** With its body, which is an object. */
    private static String answer(Socket socket) throws IOException {
        StringBuilder answer = new StringBuilder();
        for (int next = socket.getInputStream().read(); next >= 0 && next != '}'; next = socket.getInputStream().read()) {
            answer.append((char) next);
        }
        return answer.append('}').toString();
    }
}
