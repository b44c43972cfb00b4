// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

@Timeout(30)
class ServerRefusalsTest {

    private static final String PROBLEM = "(?is).*content-type: application/problem\\+json\r\n.*\"code\":\"%s\".*";

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final HttpHandler routes = (request, response) -> {
        if (request.getPath().value().equals("/nothing")) {
            response.setStatusCode(HttpStatus.NOT_FOUND);
            return response.setComplete();
        }
        boolean told = request.getPath().value().equals("/told");
        response.setStatusCode(told ? HttpStatus.BAD_REQUEST : HttpStatus.OK);
        response.getHeaders().setContentType(MediaType.TEXT_PLAIN);
        var body = DataBufferUtils.join(request.getBody()).doOnNext(whole -> {
            bodies.add(whole.toString(StandardCharsets.US_ASCII));
            DataBufferUtils.release(whole);
        });
        if (request.getPath().value().equals("/early")) {
            return response
                    .writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap("of a route".getBytes(StandardCharsets.US_ASCII))));
        }
        Mono<?> first = request.getPath().value().equals("/slow") ? Mono.delay(Duration.ofMillis(100)) : Mono.empty();
        return first.then(body).then(response.writeWith(Mono.fromSupplier(
                () -> response.bufferFactory().wrap("of a route".getBytes(StandardCharsets.US_ASCII)))));
    };
    private final DisposableServer server = serving(new AllowedHosts(true, Set.of()));

    private DisposableServer serving(AllowedHosts hosts) {
        return ServerRefusals.in(HttpServer.create().host("127.0.0.1").port(0).handle(new ReactorHttpHandlerAdapter(routes)), hosts)
                .bindNow();
    }

    @AfterEach
    void stop() {
        server.disposeNow();
    }

    @Test
    void aPathThatIsNoUriIsAMalformedRequest() throws IOException {
        assertThat(answer("GET /%zz HTTP/1.1\r\n")).startsWith("HTTP/1.1 400").matches(PROBLEM.formatted("MALFORMED_REQUEST"));
        assertThat(answer("GET /x?symbol=%1 HTTP/1.1\r\n")).startsWith("HTTP/1.1 400").matches(PROBLEM.formatted("MALFORMED_REQUEST"));
    }

    @Test
    void whatIsNotHttpIsAMalformedRequest() throws IOException {
        assertThat(answer("tell me the price\r\n")).startsWith("HTTP/1.1 400").matches(PROBLEM.formatted("MALFORMED_REQUEST"));
    }

    @Test
    void aRequestLineAndHeadersBeyondTheLimitsAreToldApart() throws IOException {
        String much = "x".repeat(20_000);
        assertThat(answer("GET /" + much + " HTTP/1.1\r\n")).startsWith("HTTP/1.1 414").matches(PROBLEM.formatted("URI_TOO_LONG"));
        assertThat(answer("GET / HTTP/1.1\r\nX: " + much + "\r\n")).startsWith("HTTP/1.1 431")
                .matches(PROBLEM.formatted("HEADERS_TOO_LARGE"));
    }

    @Test
    void aHeadHasTheHeadersAlone() throws IOException {
        assertThat(answer("HEAD /%zz HTTP/1.1\r\n"))
                .startsWith("HTTP/1.1 400").containsIgnoringCase("content-type: application/problem+json").endsWith("\r\n\r\n");
    }

    @Test
    void aBodyThatBreaksOffIsNoRequestThoughItMayLookWhole() throws IOException {
        for (String broken : List.of("ZZ\r\n", "FFFFFFFFFFFFFFFF\r\n", "0\r\nX: " + "x".repeat(20_000) + "\r\n\r\n")) {
            assertThat(exchange("POST /read HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n" + broken))
                    .startsWith("HTTP/1.1 400").matches(PROBLEM.formatted("MALFORMED_REQUEST"));
        }
        assertThat(exchange("POST /read HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]"))
                .endsWith("of a route");
        assertThat(bodies).as("whole bodies").containsExactly("[]");
    }

    @Test
    void aBodyThatBreaksOffIsRefusedBehindTheAnswersThatAreDue() throws IOException {
        String slow = "GET /slow HTTP/1.1\r\nHost: here\r\n\r\n";
        String answers = exchange(slow + slow + "POST /read HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n");
        assertThat(answers.split("HTTP/1.1 ")).hasSize(4);
        assertThat(answers).matches("(?s)HTTP/1.1 200.*of a routeHTTP/1.1 200.*of a routeHTTP/1.1 400.*")
                .matches(PROBLEM.formatted("MALFORMED_REQUEST")).containsIgnoringCase("connection: close");
        assertThat(bodies).as("whole bodies").isEmpty();
    }

    @Test
    void aBodyThatBreaksOffBehindItsOwnAnswerEndsTheConnection() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write("POST /early HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            StringBuilder answer = new StringBuilder();
            while (!answer.toString().endsWith("of a route")) {
                answer.append((char) socket.getInputStream().read());
            }
            socket.getOutputStream().write("ZZ\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).as("the end").isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Host: a\r\nHost: b\r\n", "Host: a:b\r\n", "Host: a:\r\n", "Host: [::1\r\n", "Host: a/b\r\n",
        "Host: a b\r\n"})
    void aRequestThatDoesNotSayWhichHostIsMeantIsMalformed(String hosts) throws IOException {
        assertThat(exchange("GET / HTTP/1.1\r\n" + hosts + "\r\n"))
                .startsWith("HTTP/1.1 400").matches(PROBLEM.formatted("MALFORMED_REQUEST"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "127.0.0.1:8080", "[::1]:8080", "a-b.example.org", ""})
    void aHostIsANameOrAnAddress(String host) throws IOException {
        assertThat(exchange("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")).startsWith("HTTP/1.1 200");
        assertThat(exchange("GET / HTTP/1.0\r\n\r\n")).as("before HTTP/1.1").contains(" 200 ");
    }

    /** Also behind one that was right, on the same connection. */
    @Test
    void aRequestForAnotherHostIsMisdirected() throws IOException {
        DisposableServer own = serving(new AllowedHosts(false, Set.of()));
        String right = "GET / HTTP/1.1\r\nHost: localhost:8080\r\n\r\n";
        String last = "GET / HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\n\r\n";
        String wrong = "GET / HTTP/1.1\r\nHost: attacker.example:8080\r\n\r\n";

        assertThat(exchange(own, right + right + wrong + last))
                .matches("(?s)HTTP/1.1 200.*of a routeHTTP/1.1 200.*of a routeHTTP/1.1 421.*")
                .matches(PROBLEM.formatted("MISDIRECTED_REQUEST")).containsIgnoringCase("connection: close").doesNotEndWith("of a route");
        assertThat(exchange(own, wrong + wrong + last)).startsWith("HTTP/1.1 421").doesNotContain("of a route");
        assertThat(exchange(own, "GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n")).startsWith("HTTP/1.1 421");
        assertThat(exchange(own, "GET / HTTP/1.0\r\n\r\n")).as("no browser").contains(" 200 ");
        own.disposeNow();
    }

    /** It may ask under the right name, and a WebSocket is open to it. */
    @Test
    void aPageOfAnotherHostMayNotAsk() throws IOException {
        DisposableServer own = serving(new AllowedHosts(false, Set.of()));
        String request = "GET / HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\nOrigin: ";

        for (String origin : List.of("https://attacker.example", "null", "")) {
            assertThat(exchange(own, request + origin + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 403").matches(PROBLEM.formatted("FORBIDDEN")).doesNotContain("of a route");
        }
        assertThat(exchange(own, request + "http://localhost:8080\r\n\r\n")).startsWith("HTTP/1.1 200");
        assertThat(exchange(request + "https://attacker.example\r\n\r\n")).as("to be reached from elsewhere").startsWith("HTTP/1.1 200");
        own.disposeNow();
    }

    /** As Spring's health does, asked for a part that it does not have. */
    @Test
    void aRouteThatFindsNothingAndDoesNotSaySoIsAProblem() throws IOException {
        assertThat(answer("GET /nothing HTTP/1.1\r\n")).startsWith("HTTP/1.1 404").matches(PROBLEM.formatted("NOT_FOUND"));
        assertThat(answer("HEAD /nothing HTTP/1.1\r\n"))
                .startsWith("HTTP/1.1 404").containsIgnoringCase("content-type: application/problem+json").endsWith("\r\n\r\n");
    }

    @Test
    void whatARouteAnswersIsLeftAlone() throws IOException {
        assertThat(answer("GET / HTTP/1.1\r\n")).startsWith("HTTP/1.1 200").endsWith("of a route");
        assertThat(answer("GET /told HTTP/1.1\r\n")).startsWith("HTTP/1.1 400").endsWith("of a route");
    }

    private String answer(String head) throws IOException {
        return exchange(head + "Host: here\r\nConnection: close\r\n\r\n");
    }

    private String exchange(String request) throws IOException {
        return exchange(server, request);
    }

    private static String exchange(DisposableServer server, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            try {
                socket.getInputStream().transferTo(all);
            } catch (SocketException reset) {
                // The server has not read to the end of what was too long.
            }
            return all.toString(StandardCharsets.US_ASCII);
        }
    }
}
