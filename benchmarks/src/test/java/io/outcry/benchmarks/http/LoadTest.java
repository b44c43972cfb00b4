// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a server that is slow on purpose: only what must at least pass is asked for. */
@Timeout(60)
class LoadTest {

    private static final byte[] REQUEST = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final long SERVICE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final AtomicInteger served = new AtomicInteger();

    @Test
    void whatWaitsForAConnectionIsTimedFromWhenItWasDue() throws IOException {
        HttpServer server = serve();
        try {
            LoadResult result = DueLoad.run(server.getAddress().getPort(), 1, 300, 1, () -> REQUEST, AnswerCheck.status(200));

            assertThat(served).as("a third of them before the ones that count").hasValue(400);
            assertThat(result.micros().getTotalCount()).isEqualTo(300);
            assertThat(result.errors()).isZero();
            assertThat(result.percentileMillis(100)).as("400 times 5 ms of service for 1.33 s of requests").isGreaterThan(500);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aClosedLoadNeverAsksBeforeItHasItsAnswer() throws IOException {
        LoadResult result = oneClient(AnswerCheck.status(200));

        assertThat(result.rate()).as("a second holds 200 times 5 ms").isBetween(1.0, 210.0);
        assertThat(result.errors()).isZero();
        assertThat(result.firstError()).isEmpty();
    }

    @Test
    void aWrongAnswerIsNoneOfTheRate() throws IOException {
        LoadResult result = oneClient(AnswerCheck.status(204));

        assertThat(result.errors()).isBetween(1L, 210L);
        assertThat(result.firstError()).startsWith("HTTP/1.1 200 OK ").endsWith(" {}");
        assertThat(result.rate()).isZero();
        assertThat(result.micros().getTotalCount()).isZero();
    }

    private LoadResult oneClient(AnswerCheck right) throws IOException {
        HttpServer server = serve();
        try {
            return ClosedLoad.run(server.getAddress().getPort(), 1, 1, () -> REQUEST, right);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aConnectionThatIsLostIsAnErrorAndNoAnswer() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread closing = Thread.ofVirtual().start(() -> {
                try (Socket accepted = server.accept()) {
                    accepted.getInputStream().read();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });

            LoadResult result = ClosedLoad.run(server.getLocalPort(), 1, 1, () -> REQUEST, AnswerCheck.status(200));

            closing.join();
            assertThat(result.errors()).isEqualTo(1);
            assertThat(result.firstError()).startsWith("connection lost");
            assertThat(result.micros().getTotalCount()).isZero();
        }
    }

    private HttpServer serve() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            long end = System.nanoTime() + SERVICE_NANOS;
            for (long left = SERVICE_NANOS; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            served.incrementAndGet();
            byte[] body = "{}".getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }
}
