// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request for a stream among the other requests of its connection. */
@Timeout(60)
class StreamRouteTest {

    private static final String SLOW = "GET /slow HTTP/1.1\r\nHost: here\r\n\r\n";
    private static final String EVENTS = "GET /api/v1/stream/prices?symbols=BTC-USD HTTP/1.1\r\nHost: here\r\n";

    private StreamStage stage;

    @BeforeEach
    void open() {
        stage = new StreamStage();
        stage.market.define("BTC-USD");
        stage.market.price("BTC-USD", 100);
    }

    @AfterEach
    void close() {
        stage.close();
        assertThat(stage.isEmpty()).as("after the end").isTrue();
    }

    /** All that the server says to these bytes until it closes the connection, or has said {@code last}. */
    private String answers(String requests, String last) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", stage.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            StringBuilder all = new StringBuilder();
            for (int next = in.read(); next >= 0; next = in.read()) {
                all.append((char) next);
                if (all.toString().endsWith(last)) {
                    break;
                }
            }
            return all.toString();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("nothing came any more", e);
        }
    }

    @Test
    void aStreamBehindAnotherRequestOpensWhenThatIsAnswered() throws IOException {
        assertThat(answers(SLOW + SLOW + EVENTS + "\r\n", "\"price\":\"1.00\"")).matches("(?s)HTTP/1.1 200.*slow.*HTTP/1.1 200.*slow.*"
                + "HTTP/1.1 200.*text/event-stream.*");
        String upgrade = "GET /api/v1/stream HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        assertThat(answers(SLOW + upgrade, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")).matches("(?s)HTTP/1.1 200.*slow.*HTTP/1.1 101.*");
    }

    @Test
    void whatOpensNoStreamIsRefusedInItsTurn() throws IOException {
        assertThat(answers(SLOW + "GET /api/v1/stream HTTP/1.1\r\nHost: here\r\n\r\n", "no end"))
                .matches("(?s)HTTP/1.1 200.*slow.*HTTP/1.1 426.*UPGRADE_REQUIRED.*");
        assertThat(answers(SLOW + "GET /api/v1/stream/prices?symbols=NO-SUCH HTTP/1.1\r\nHost: here\r\n\r\n", "no end"))
                .matches("(?s)HTTP/1.1 200.*slow.*HTTP/1.1 404.*UNKNOWN_SYMBOL.*");
    }

    @Test
    void whoAsksWhetherToSendABodyIsAnswered() throws IOException {
        assertThat(answers(EVENTS + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", "\"price\":\"1.00\""))
                .contains("text/event-stream");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://here", "HTTP://here:8080", ""})
    void theTargetMayNameTheServer(String server) throws IOException {
        assertThat(answers(EVENTS.replace("GET ", "GET " + server) + "\r\n", "\"price\":\"1.00\"")).contains("text/event-stream");
        assertThat(answers("GET " + server + "/api/v1/streams HTTP/1.1\r\nHost: here\r\n\r\n", "elsewhere")).startsWith("HTTP/1.1 200");
    }
}
