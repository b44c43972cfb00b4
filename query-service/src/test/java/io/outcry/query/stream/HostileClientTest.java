// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.query.stream.fanout.EndReason;
import io.outcry.query.stream.fanout.StreamLimits;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Clients that make mistakes are told; clients that do harm are sent away; the others notice neither. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class HostileClientTest {

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

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "no json|MALFORMED_JSON",
        "[]|MALFORMED_JSON",
        "{} {}|MALFORMED_JSON",
        "{\"op\":\"subscribe\",\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\"]}|MALFORMED_JSON",
        "{}|MISSING_FIELD",
        "{\"op\":7}|INVALID_FIELD",
        "{\"op\":\"explode\"}|INVALID_FIELD",
        "{\"op\":\"subscribe\"}|MISSING_FIELD",
        "{\"op\":\"subscribe\",\"channels\":[]}|INVALID_FIELD",
        "{\"op\":\"subscribe\",\"channels\":[7]}|INVALID_FIELD",
        "{\"op\":\"subscribe\",\"channels\":\"price:BTC-USD\"}|INVALID_FIELD",
        "{\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\"],\"speed\":\"full\"}|UNKNOWN_FIELD",
        "{\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\"],\"resume\":{\"price:BTC-USD\":\"1-2\"}}|INVALID_FIELD",
        "{\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\"],\"id\":{}}|INVALID_FIELD",
        "{\"op\":\"subscribe\",\"channels\":[\"price:NO-SUCH\"]}|UNKNOWN_SYMBOL",
        "{\"op\":\"subscribe\",\"channels\":[\"weather:BTC-USD\"]}|NOT_FOUND",
        "{\"op\":\"subscribe\",\"channels\":[\"\\u0000\\\"\"]}|NOT_FOUND",
        "{\"op\":\"unsubscribe\",\"channels\":[\"price:BTC-USD\"]}|NOT_FOUND",
        "{\"op\":\"auth\"}|MISSING_FIELD",
        "{\"op\":\"auth\",\"token\":\"\"}|INVALID_FIELD"})
    void aMistakeIsAnsweredAndTheConnectionGoesOn(String message, String code) {
        try (StreamClient client = stage.client()) {
            client.send(message);
            JsonNode error = client.nextOfType("error");
            assertThat(error.get("code").asString()).isEqualTo(code);
            assertThat(error.get("detail").asString()).isNotEmpty();
            client.subscribe("price:BTC-USD");
            assertThat(client.next("price:BTC-USD").get("price").asString()).isEqualTo("1.00");
        }
    }

    @Test
    void aConnectionHasSoManyChannelsAndNoMore() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 1_024; i++) {
            stage.market.define("S" + i);
            names.add("book:S" + i);
        }
        try (StreamClient client = stage.client()) {
            assertThat(client.subscribe(names.toArray(String[]::new)).get("channels").size()).isEqualTo(1_024);
            client.send("{\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\",\"book:BTC-USD\",\"book:S9\"]}");
            JsonNode error = client.nextOfType("error");
            assertThat(error.get("code").asString()).isEqualTo("INVALID_FIELD");
            assertThat(error.get("channel").asString()).isEqualTo("price:BTC-USD");
            JsonNode next = client.next("an error or an answer", message -> message.has("op") || message.has("code"));
            assertThat(next.path("channels").toString()).as("what it has begins anew, and no more is said").isEqualTo("[\"book:S9\"]");
            assertThat(stage.subscriptions()).isEqualTo(1_024);
            client.send("{\"op\":\"unsubscribe\",\"channels\":[\"book:S7\"]}");
            client.subscribe("price:BTC-USD");
        }
    }

    @Test
    void aHundredThousandSubscribeMessagesAreTheEndOfOneClientOnly() {
        byte[] flood = RawClient.frame("{\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\"]}");
        try (StreamClient other = stage.client(); RawClient client = new RawClient(stage.port(), 0)) {
            other.subscribe("price:BTC-USD");
            other.next("price:BTC-USD");
            Thread sender = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < 100_000; i++) {
                        client.bytes(flood);
                    }
                } catch (UncheckedIOException cut) {
                    // It was sent away in the middle of it.
                }
            });
            List<String> messages = client.readToEnd();
            assertThat(messages).anyMatch(message -> message.contains("\"code\":\"RATE_LIMITED\""));
            assertThat(messages).filteredOn(message -> message.contains("\"op\":\"subscribed\"")).hasSizeLessThan(200);
            assertThat(messages).anyMatch(message -> message.contains("\"type\":\"bye\",\"reason\":\"abuse\""));
            assertThat(messages.getLast()).isEqualTo("close 1008");
            assertThat(stage.ended(EndReason.ABUSE)).isEqualTo(1);
            stage.market.price("BTC-USD", 200);
            assertThat(other.next("price:BTC-USD").get("price").asString()).isEqualTo("2.00");
            join(sender);
            StreamStage.await("only the other is left", () -> stage.counts.connections() == 1 && stage.subscriptions() == 1);
        }
    }

    @Test
    void wrongRequestsThatWaitForTheirSymbolsAreMistakesEach() {
        try (RawClient client = new RawClient(stage.port(), 0)) {
            byte[] wrong = RawClient.frame("{\"op\":\"subscribe\",\"channels\":[\"price:NO-SUCH\"]}");
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 150; i++) {
                all.writeBytes(wrong);
            }
            client.bytes(all.toByteArray());
            List<String> messages = client.readToEnd();
            assertThat(messages).anyMatch(message -> message.contains("\"type\":\"bye\",\"reason\":\"abuse\""));
            assertThat(messages.getLast()).isEqualTo("close 1008");
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aMessageThatIsTooLargeEndsTheConnectionWithAWord() {
        try (RawClient client = new RawClient(stage.port(), 0)) {
            client.text("x".repeat(70_000));
            List<String> messages = client.readToEnd();
            assertThat(messages).anyMatch(message -> message.contains("PAYLOAD_TOO_LARGE"));
            assertThat(messages.getLast()).isEqualTo("close 1009");
        }
    }

    @Test
    void aMessageMayComeInFragmentsButNotGrowForEver() {
        try (RawClient client = new RawClient(stage.port(), 0)) {
            byte[] first = RawClient.frame("{\"op\":\"subscribe\",");
            first[0] = 0x01;
            byte[] last = RawClient.frame("\"channels\":[\"price:BTC-USD\"]}");
            last[0] = (byte) 0x80;
            client.bytes(first);
            client.bytes(last);
            client.text("{\"op\":\"unsubscribe\",\"channels\":[\"price:BTC-USD\"]}");
            byte[] endless = RawClient.frame("y".repeat(60_000));
            endless[0] = 0x01;
            byte[] more = RawClient.frame("y".repeat(60_000));
            more[0] = 0x00;
            client.bytes(endless);
            client.bytes(more);
            List<String> messages = client.readToEnd();
            assertThat(messages.getFirst()).contains("\"op\":\"subscribed\"");
            assertThat(messages).as("one that comes whole after it").anyMatch(message -> message.contains("\"op\":\"unsubscribed\""));
            assertThat(messages.getLast()).isEqualTo("close 1009");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FF", "C0AF", "E080AF", "EDA080", "F4908080", "E282"})
    void aTextThatIsNoUtf8EndsTheConnection(String bytes) {
        try (RawClient client = new RawClient(stage.port(), 0)) {
            client.bytes(RawClient.frame(subscribe(HexFormat.of().parseHex(bytes))));
            List<String> messages = client.readToEnd();
            assertThat(messages).noneMatch(message -> message.contains("subscribed"))
                    .anyMatch(message -> message.contains("\"type\":\"bye\",\"reason\":\"invalid-text\""));
            assertThat(messages.getLast()).isEqualTo("close 1007");
        }
    }

    /** As of a page whose list of symbols is an old one. */
    @Test
    void aMessageIsOneMistakeHoweverManyChannelsItNamesWrongly() {
        String wrong =
                IntStream.range(0, StreamLimits.MISTAKES + 10).mapToObj(i -> "\"nothing:" + i + '"').collect(Collectors.joining(","));
        try (StreamClient client = stage.client()) {
            client.send("{\"op\":\"subscribe\",\"id\":2,\"channels\":[" + wrong + ",\"price:BTC-USD\"]}");
            client.next("subscribed", message -> message.path("op").asString("").equals("subscribed") && message.path("id").asInt(0) == 2);
            client.subscribe("book:BTC-USD");
        }
    }

    @Test
    void aCharacterMayComeInTwoFragments() {
        try (RawClient client = new RawClient(stage.port(), 0)) {
            byte[] text = subscribe("\uD83D\uDE00".getBytes(StandardCharsets.UTF_8));
            int half = "{\"id\":\"".length() + 2;
            byte[] first = RawClient.frame(Arrays.copyOf(text, half));
            first[0] = 0x01;
            byte[] last = RawClient.frame(Arrays.copyOfRange(text, half, text.length));
            last[0] = (byte) 0x80;
            client.bytes(first);
            client.bytes(last);
            assertThat(client.readUntil(message -> message.contains("subscribed")).getLast()).contains("\"id\":\"\uD83D\uDE00\"");
        }
    }

    private static byte[] subscribe(byte[] id) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes("{\"id\":\"".getBytes(StandardCharsets.US_ASCII));
        text.writeBytes(id);
        text.writeBytes("\",\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\"]}".getBytes(StandardCharsets.US_ASCII));
        return text.toByteArray();
    }

    @Test
    void whatIsNoFrameEndsTheConnection() {
        try (RawClient client = new RawClient(stage.port(), 0)) {
            client.bytes("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(client.readToEnd().getLast()).isEqualTo("close 1002");
            assertThat(stage.ended(EndReason.PROTOCOL)).isEqualTo(1);
        }
    }

    @Test
    void aBinaryMessageIsAMistakeAndAPingIsAnswered() {
        try (StreamClient client = stage.client(); RawClient raw = new RawClient(stage.port(), 0)) {
            byte[] binary = RawClient.frame("{}");
            binary[0] = (byte) 0x82;
            raw.bytes(binary);
            client.ping();
            client.subscribe("price:BTC-USD");
            byte[] goodbye = RawClient.frame("");
            goodbye[0] = (byte) 0x88;
            raw.bytes(goodbye);
            List<String> messages = raw.readToEnd();
            assertThat(messages).as("among heartbeats").anyMatch(message -> message.contains("messages are text"));
            assertThat(messages.getLast()).isEqualTo("close 1000");
        }
    }

    @Test
    void theFragmentsOfABinaryMessageArePartOfTheMistake() {
        try (RawClient raw = new RawClient(stage.port(), 0)) {
            byte[] binary = RawClient.frame("x");
            binary[0] = 0x02;
            byte[] last = RawClient.frame("{\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\"]}");
            last[0] = (byte) 0x80;
            raw.bytes(binary);
            raw.bytes(last);
            raw.text("{\"op\":\"subscribe\",\"id\":7,\"channels\":[\"price:BTC-USD\"]}");
            List<String> messages = raw.readUntil(message -> message.contains("subscribed"));
            assertThat(messages).as("among heartbeats").anyMatch(message -> message.contains("messages are text"));
            assertThat(messages.getLast()).as("only what was a message of its own").contains("\"id\":7");
        }
    }

    @Test
    void aRequestThatOpensNoStreamIsRefusedInWords() throws Exception {
        var noWebSocket = assertProblem("/api/v1/stream", 426, "UPGRADE_REQUIRED");
        assertThat(noWebSocket.headers().firstValue("Upgrade")).hasValue("websocket");
        assertThat(noWebSocket.headers().firstValue("Sec-WebSocket-Version")).hasValue("13");
        assertProblem("/api/v1/stream/prices", 400, "INVALID_PARAMETER");
        assertProblem("/api/v1/stream/prices?symbols=NO-SUCH", 404, "UNKNOWN_SYMBOL");
        assertProblem("/api/v1/stream/prices?symbols=BTC-USD,%22", 400, "INVALID_PARAMETER");
        var post = stage.http().send(
                request("/api/v1/stream/prices?symbols=BTC-USD").POST(HttpRequest.BodyPublishers.ofString("{}")).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(post.statusCode()).isEqualTo(405);
        var elsewhere = stage.http().send(request("/api/v1/streams").build(), HttpResponse.BodyHandlers.ofString());
        assertThat(elsewhere.body()).isEqualTo("elsewhere");
        assertThat(stage.counts.connections()).isZero();
    }

    private HttpResponse<String> assertProblem(String path, int status, String code) throws Exception {
        var response = stage.http().send(request(path).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.body()).contains("\"code\":\"" + code + "\"");
        return response;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + stage.port() + path));
    }

    @Test
    void aWrongKeyDoesNotGetIn() {
        assertThatThrownBy(() -> stage.client("wrong-key")).cause().isInstanceOfSatisfying(
                WebSocketHandshakeException.class, refused -> assertThat(refused.getResponse().statusCode()).isEqualTo(401));
        assertThat(stage.counts.connections()).isZero();
    }
}
