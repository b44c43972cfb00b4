// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

@Timeout(30)
class ConnectionLimitTest {

    private static final byte[] REQUEST = "GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LIMIT = 3;

    private final DisposableServer server = ConnectionLimit
            .of(new HttpProperties(LIMIT, Duration.ofSeconds(75), Duration.ofMillis(250), List.of()))
            .in(HttpServer.create().host("127.0.0.1").port(0)
                    .handle((_, answer) -> answer.header("Content-Length", "2").sendString(Mono.just("ok"))))
            .bindNow();
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.disposeNow();
    }

    @Test
    void oneMoreThanTheLimitIsClosedAndThereIsRoomAgainWhenOneHasLeft() throws IOException {
        for (int i = 0; i < LIMIT; i++) {
            assertThat(isServed(connect())).isTrue();
        }
        assertThat(isServed(connect())).isFalse();
        assertThat(isServed(sockets.getFirst())).as("those who are in are served on").isTrue();

        sockets.getFirst().close();
        while (!isServed(connect())) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theLimitFollowsFromTheFilesThatMayBeOpen() {
        assertThat(ConnectionLimit.of(new HttpProperties(0, Duration.ofSeconds(75), Duration.ofMillis(250), List.of()))).isNotNull();
        assertThatIllegalArgumentException().isThrownBy(() -> new ConnectionLimit(0));
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        sockets.add(socket);
        return socket;
    }

    private static boolean isServed(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write(REQUEST);
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("\r\n\r\nok") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    return false;
                }
                answer.append((char) next);
            }
            return true;
        } catch (SocketException reset) {
            return false;
        }
    }
}
