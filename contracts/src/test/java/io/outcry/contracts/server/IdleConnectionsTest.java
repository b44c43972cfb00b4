// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

@Timeout(30)
class IdleConnectionsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final long LOOK_MILLIS = 250;
    private static final String REQUEST = "GET /once HTTP/1.1\r\nHost: here\r\n\r\n";

    private final DisposableServer server = IdleConnections.in(HttpServer.create(), TIMEOUT).host("127.0.0.1").port(0)
            .route(routes -> routes
                    .get("/once", (_, answer) -> answer.sendString(Mono.just("ok")))
                    .get("/slow", (_, answer) -> answer.sendString(Flux.interval(TIMEOUT.dividedBy(4)).take(8).map(i -> "part" + i))))
            .bindNow();

    /** One whose client takes nothing but what a test takes for him. */
    private final EmbeddedChannel channel = new EmbeddedChannel(new IdleConnections(LOOK_MILLIS)) {
        @Override
        protected void doWrite(ChannelOutboundBuffer waiting) {
            // It waits.
        }
    };

    @BeforeEach
    void stopTheClock() {
        channel.freezeTime();
    }

    @AfterEach
    void stop() {
        channel.close();
        server.disposeNow();
    }

    @Test
    void oneThatSendsNothingIsClosedButNotAtOnce() throws IOException {
        try (Socket socket = connect()) {
            long start = System.nanoTime();
            assertThat(sends(socket, REQUEST)).contains("ok");
            assertThat(rest(socket)).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(TIMEOUT);
        }
    }

    @Test
    void oneThatNeverSendsItsFirstRequestIsClosed() throws IOException {
        try (Socket socket = connect()) {
            assertThat(rest(socket)).isEmpty();
        }
    }

    @Test
    void aHeadThatComesLetterByLetterAndDoesNotEndIsNoRequest() throws IOException {
        try (Socket socket = connect()) {
            socket.setSoTimeout((int) TIMEOUT.toMillis() / 20);
            socket.getOutputStream().write("GET /once HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
            while (!isClosed(socket)) {
                socket.getOutputStream().write('x');
            }
        } catch (SocketException closed) {
            assertThat(closed).as("the letter after the end").isNotNull();
        }
    }

    @Test
    void anAnswerThatTakesLongButGoesOnIsSentToItsEnd() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "GET /slow HTTP/1.1\r\nHost: here\r\n\r\n");
            assertThat(rest(socket)).contains("part0", "part7");
        }
    }

    /** An answer that is one piece is written once, and leaves as it is taken. */
    @Test
    void whoTakesALongAnswerSlowlyIsSentAllOfItUnlessHeStops() {
        channel.writeOutbound(piece(10), piece(10), piece(1), piece(1), piece(1));
        for (int i = 0; i < 23; i++) {
            channel.unsafe().outboundBuffer().removeBytes(1);
            look(3);
            assertThat(channel.isOpen()).as("byte " + i).isTrue();
        }

        channel.writeOutbound(piece(10));
        look(4);
        assertThat(channel.isOpen()).as("for the time that is allowed").isTrue();
        look(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aRequestThatComesSlowlyIsReadToItsEnd() {
        for (int i = 0; i < 10; i++) {
            channel.writeInbound("part " + i);
            look(3);
        }
        assertThat(channel.inboundMessages()).hasSize(10);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aConnectionThatIsGoneIsLookedAtNoMore() {
        channel.pipeline().remove(IdleConnections.class);
        assertThat(channel.runScheduledPendingTasks()).as("nanoseconds until the next look: there is none").isEqualTo(-1);
    }

    private static ByteBuf piece(int bytes) {
        return Unpooled.wrappedBuffer(new byte[bytes]);
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            channel.advanceTimeBy(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    @Test
    void lessThanASecondIsAMistake() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdleConnections.in(HttpServer.create(), Duration.ofMillis(999)))
                .withMessageContaining("outcry.http.idle-timeout");
    }

    private Socket connect() throws IOException {
        return new Socket("127.0.0.1", server.port());
    }

    private static void send(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** What it is answered first. */
    private static String sends(Socket socket, String request) throws IOException {
        send(socket, request);
        StringBuilder answer = new StringBuilder();
        byte[] part = new byte[512];
        while (!answer.toString().contains("ok")) {
            int length = socket.getInputStream().read(part);
            if (length < 0) {
                break;
            }
            answer.append(new String(part, 0, length, StandardCharsets.US_ASCII));
        }
        // The end of the last chunk.
        socket.setSoTimeout(100);
        try {
            while (socket.getInputStream().read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (SocketTimeoutException nothingMore) {
            socket.setSoTimeout(0);
        }
        return answer.toString();
    }

    /** All that comes until the server closes the connection. */
    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private static boolean isClosed(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        }
    }
}
