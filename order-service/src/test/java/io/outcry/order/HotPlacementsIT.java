// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ADMIN;
import static io.outcry.order.RunningService.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An order that is placed right behind the HTTP codec is answered as every other one is, and in its turn. */
@Timeout(60)
class HotPlacementsIT {

    /** Makes a request go the long way, and changes nothing else of what is said. */
    private static final String[] LONG_WAY = {"Content-Type", "application/json;charset=utf-8"};

    private static final String PATH = "/api/v1/orders";

    private static final Pattern ORDER = Pattern.compile("\"clientOrderId\":\"p([0-9]+)\"");

    @TempDir
    private static Path directory;

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = RunningService.trading(directory);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String limit(String more) {
        return "{\"symbol\":\"BTC-USD\",\"side\":\"BUY\",\"type\":\"LIMIT\",\"quantity\":\"0.5\",\"price\":\"60000\"" + more + "}";
    }

    /** What differs between two orders: their ids, and when they were. */
    private static String comparable(String text) {
        return text.replaceAll("[0-9]{6,}", "N").replaceAll("(\"sequence\":|outcome )[0-9]+", "$1N");
    }

    private static Map<String, String> headers(RunningService.Reply reply) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        reply.response().headers().map().forEach((name, values) -> headers.put(name, comparable(values.toString())));
        headers.remove("Content-Length");
        return headers;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            201 | ,"timeInForce":"GTC"
            201 | ,"timeInForce":"FOK","selfTradePrevention":"EXPIRE_MAKER"
            422 | ,"clientOrderId":"halted-@"
            400 | ,"postOnly":"yes"
            400 | ,"nobodyKnows":1
            400 | ,,
            422 | ,"displayQuantity":"0.00001"
            """)
    void bothWaysSayTheSame(int status, String more) {
        RunningService.Reply quick = service.place(ALICE, limit(more.replace("@", "quick")));
        RunningService.Reply slow = service.place(ALICE, limit(more.replace("@", "slow")), LONG_WAY);
        assertThat(quick.status()).as(quick.body()).isEqualTo(status).isEqualTo(slow.status());
        assertThat(comparable(quick.body())).isEqualTo(comparable(slow.body()));
        assertThat(headers(quick)).isEqualTo(headers(slow));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            respond-async   | 202
            wait=2          | 201
            wait=x          | 201
            """)
    void bothWaysWaitAsLong(String prefer, int status) {
        RunningService.Reply quick = service.place(ALICE, limit(""), "Prefer", prefer);
        RunningService.Reply slow = service.place(ALICE, limit(""), "Prefer", prefer, LONG_WAY[0], LONG_WAY[1]);
        assertThat(quick.status()).isEqualTo(status).isEqualTo(slow.status());
        assertThat(headers(quick)).isEqualTo(headers(slow));
    }

    @Test
    void whoMayNotTradeIsToldSoOnEitherWay() {
        for (String key : new String[]{null, "nobody", ADMIN}) {
            RunningService.Reply quick = service.place(key, limit(""));
            RunningService.Reply slow = service.place(key, limit(""), LONG_WAY);
            assertThat(quick.status()).isEqualTo(slow.status()).isIn(401, 403);
            assertThat(headers(quick)).isEqualTo(headers(slow));
            assertThat(quick.body()).isEqualTo(slow.body());
        }
    }

    @Test
    void whatIsRefusedIsCountedOnEitherWay() {
        MeterRegistry registry = service.bean(MeterRegistry.class);
        for (String key : new String[]{null, ALICE}) {
            String coarse = limit(",\"displayQuantity\":\"0.00001\"");
            String code = service.place(key, coarse).text("code");
            Counter refused = registry.get("outcry.order.rejections").tag("code", code).counter();
            double before = refused.count();
            service.place(key, coarse);
            assertThat(refused.count()).as(code).isEqualTo(before + 1);
            service.place(key, coarse, LONG_WAY);
            assertThat(refused.count()).as(code).isEqualTo(before + 2);
        }
    }

    /** To find out may take a while, and wrong keys are counted. */
    @Test
    void whoMayNotTradeIsFoundOutOnceOnEitherWay() {
        Counter refused = service.bean(MeterRegistry.class).get("outcry.access.refused").tag("reason", "unknown-key").counter();
        double before = refused.count();
        service.place("nobody", limit(""));
        assertThat(refused.count()).isEqualTo(before + 1);
        service.place("nobody", limit(""), LONG_WAY);
        assertThat(refused.count()).isEqualTo(before + 2);
    }

    @Test
    void bothWaysAreCountedAsOneRoute() {
        String repeated = limit(",\"clientOrderId\":\"counted\"");
        service.place(ALICE, repeated);
        assertThat(service.place(ALICE, repeated).status()).isEqualTo(200);
        assertThat(service.place(ALICE, repeated, LONG_WAY).status()).isEqualTo(200);
        // The long way is counted when its answer has been sent. Nothing else here is answered with this status.
        RunningService.await("both are counted", () -> counted() == 2);
    }

    private static long counted() {
        return service.bean(MeterRegistry.class).find("http.server.requests").tag("uri", PATH).tag("method", "POST").tag("status", "200")
                .timers().stream().mapToLong(Timer::count).sum();
    }

    /** A web page of somebody else, who has its name lead to this machine. */
    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json;charset=utf-8"})
    void anOrderForAnotherHostIsMisdirectedOnEitherWay(String type) throws IOException {
        long before = service.commandsWritten();
        String body = limit("");
        String request = "POST " + PATH + " HTTP/1.1\r\nHost: attacker.example:" + service.port() + "\r\nAuthorization: Bearer " + ALICE
                + "\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        assertThat(allAnswers(request)).startsWith("HTTP/1.1 421").contains("\"code\":\"MISDIRECTED_REQUEST\"");
        assertThat(service.commandsWritten()).isEqualTo(before);
    }

    /** What comes until the server ends the connection. */
    private static String allAnswers(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static String order(String version, String header) {
        String body = limit("");
        return "POST " + PATH + " HTTP/" + version + "\r\nHost: localhost\r\nAuthorization: Bearer " + ALICE
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n" + header + "\r\n\r\n" + body;
    }

    @ParameterizedTest
    @CsvSource({"1.1, Connection: close", "1.0, Accept: */*"})
    void theConnectionOfWhoSendsOneRequestOnlyEndsWithItsAnswer(String version, String header) throws IOException {
        assertThat(allAnswers(order(version, header))).startsWith("HTTP/" + version + " 201");
    }

    /** RFC 9112, 9.6. The last one is refused by Reactor itself. */
    @ParameterizedTest
    @CsvSource({"404, DELETE /api/v1/orders/x HTTP/1.1, Connection: close", "404, DELETE /api/v1/orders/x HTTP/1.0, Accept: */*",
        "400, GET / HTTP/2.0, Accept: */*"})
    void noOrderIsPlacedBehindTheLastRequestOfAConnection(int status, String line, String header) throws IOException {
        String last = line + "\r\nHost: localhost\r\nAuthorization: Bearer " + ALICE + "\r\n" + header + "\r\n\r\n";
        assertThat(commandsOf(last + order("1.1", "Accept: */*"), status)).isZero();
    }

    @Test
    void noOrderIsPlacedBehindOneThatIsTheLastOfItsConnection() throws IOException {
        assertThat(commandsOf(order("1.1", "Connection: close") + order("1.1", "Accept: */*"), 201)).isEqualTo(1);
    }

    /** How many commands are written for requests of which one is answered. */
    private static long commandsOf(String requests, int status) throws IOException {
        long before = service.commandsWritten();
        assertThat(allAnswers(requests)).containsOnlyOnce("HTTP/1.").contains(" " + status + " ");
        // Of the same partition: what was on its way is written before it.
        assertThat(service.place(ALICE, limit("")).status()).isEqualTo(201);
        return service.commandsWritten() - before - 1;
    }

    @ParameterizedTest
    @CsvSource({"Expect: 100-continue, 100", "Content-Encoding: gzip, 415"})
    void whatTheHeadSaysOfTheBodyHolds(String header, int status) throws IOException {
        String last = "GET /actuator/health/liveness HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        assertThat(allAnswers(order("1.1", header) + last)).startsWith("HTTP/1.1 " + status);
    }

    /** Without waiting for answers, in pieces, and among them one that goes the long way. */
    @Test
    void answersComeInTheOrderOfRequests() throws IOException {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            String body = limit(",\"clientOrderId\":\"p" + i + "\"");
            requests.append("POST ").append(PATH).append(" HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ").append(ALICE)
                    .append("\r\nContent-Type: application/json").append(i % 7 == 3 ? ";charset=utf-8" : "")
                    .append("\r\nContent-Length: ").append(body.length())
                    .append("\r\n\r\n").append(body);
        }
        byte[] bytes = requests.toString().getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port()); InputStream in = socket.getInputStream()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(10_000);
            for (int from = 0; from < bytes.length; from += 700) {
                socket.getOutputStream().write(bytes, from, Math.min(700, bytes.length - from));
                socket.getOutputStream().flush();
            }
            List<Integer> answered = new ArrayList<>();
            StringBuilder answers = new StringBuilder();
            while (answered.size() < 30) {
                Matcher order = ORDER.matcher(answers.append((char) in.read()));
                if (order.find()) {
                    answered.add(Integer.valueOf(order.group(1)));
                    answers.setLength(0);
                }
            }
            assertThat(answered).as(answers.toString()).isEqualTo(IntStream.range(0, 30).boxed().toList());
        }
    }
}
