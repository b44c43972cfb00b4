// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Side;
import io.outcry.query.stream.StreamClient;
import io.outcry.query.stream.fanout.EndReason;
import io.outcry.query.view.ViewLog;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/** The descriptions for tools say what the service does: paths, names and fields. */
@Timeout(120)
class DescriptionsIT {

    @TempDir
    private static Path directory;

    private static QueryStage stage;
    private static Map<String, Object> openApi;
    private static Map<String, Object> asyncApi;

    @BeforeAll
    static void read() {
        stage = QueryStage.open(directory);
        stage.awaitReady();
        openApi = yaml("/openapi.yaml");
        asyncApi = yaml("/asyncapi.yaml");
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    private static Map<String, Object> yaml(String path) {
        var answer = stage.get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/yaml");
        return new Yaml().load(answer.body());
    }

    @Test
    void everyPathThatIsReadIsDescribedAndNoOther() {
        Set<String> served = new TreeSet<>(List.of("/api/v1/stream", "/api/v1/stream/prices"));
        String routes = stage.bean("queryRoutes", RouterFunction.class).toString();
        var paths = Pattern.compile("GET && (/api/v1/[^ )]+)").matcher(routes);
        while (paths.find()) {
            served.add(paths.group(1));
        }
        assertThat(served).hasSizeGreaterThan(12);
        Set<String> described = new TreeSet<>();
        map(openApi, "paths").forEach((path, operations) -> {
            if (((Map<?, ?>) operations).containsKey("get")) {
                described.add(path);
            }
        });
        assertThat(described).isEqualTo(served);
    }

    @Test
    void referencesLeadSomewhere() {
        for (Map<String, Object> document : List.of(openApi, asyncApi)) {
            Set<String> references = new HashSet<>();
            references(document, references::add);
            assertThat(references).isNotEmpty().allSatisfy(reference -> {
                Object at = document;
                for (String part : reference.substring(2).split("/")) {
                    at = ((Map<?, ?>) at).get(part);
                    assertThat(at).as(reference).isNotNull();
                }
            });
        }
    }

    private static void references(Object node, Consumer<String> found) {
        if (node instanceof Map<?, ?> fields) {
            if (fields.get("$ref") instanceof String reference) {
                found.accept(reference);
            }
            fields.values().forEach(field -> references(field, found));
        } else if (node instanceof List<?> items) {
            items.forEach(item -> references(item, found));
        }
    }

    @Test
    void everyTopicIsDescribedAndNoOther() throws IllegalAccessException {
        Set<String> topics = new TreeSet<>();
        // Whatever constant comes is to be described, so they are not listed once more.
        for (Field constant : Topics.class.getFields()) {
            topics.add((String) constant.get(null));
        }
        assertThat(topics).contains(Topics.BOOK_SNAPSHOTS);
        Arrays.stream(ViewLog.values()).map(ViewLog::deadLetterTopic).forEach(topics::add);
        Set<Object> described = new TreeSet<>();
        map(asyncApi, "channels").values().forEach(channel -> described.add(((Map<?, ?>) channel).get("address")));
        described.remove("/api/v1/stream");
        assertThat(described).isEqualTo(topics);
    }

    @Test
    void reasonsAndCodesAreThoseOfTheCode() {
        assertThat(((List<?>) ((Map<?, ?>) properties("bye").get("reason")).get("enum")).stream().map(String.class::cast))
                .hasSameElementsAs(
                        Arrays.stream(EndReason.values()).filter(reason -> reason != EndReason.LEFT).map(EndReason::text).toList());
        List<?> codes = (List<?>) ((Map<?, ?>) properties("error").get("code")).get("enum");
        assertThat(codes).allSatisfy(code -> assertThat(ErrorCode.valueOf((String) code)).isNotNull());
        assertThat(schema("orderType")).hasToString(List.of(OrderJson.TYPES.toString().split(", ")).toString());
        assertThat(schema("timeInForce")).hasToString(List.of(OrderJson.TIMES_IN_FORCE.toString().split(", ")).toString());
    }

    /** Real messages have the fields that are required, and none that is not described. */
    @Test
    void messagesHaveTheFieldsThatAreDescribed() {
        OutcomeScript script = new OutcomeScript(QueryStage.PARTITION, QueryStage.SYMBOL);
        stage.write(script.define());
        stage.awaitProjected(script);
        stage.price(QueryStage.SYMBOL, 100, System.currentTimeMillis());
        QueryStage.await("the price is known", () -> stage.get("/api/v1/prices/" + QueryStage.SYMBOL).statusCode() == 200);
        try (StreamClient client = StreamClient.open(stage.port(), QueryStage.ALICE)) {
            assertFields("subscribed", client.subscribe("price:BTC-USD", "book:BTC-USD", "trades:BTC-USD", "orders"));
            assertFields("price", client.next("price", message -> message.path("type").asString("").equals("price")));
            assertFields("heartbeat", client.nextOfType("heartbeat"));
            client.send("nonsense");
            assertFields("error", client.nextOfType("error"));
            client.subscribe("book:BTC-USD");
            assertFields("bookSnapshot", client.next("book:BTC-USD"));
            client.subscribe("trades:BTC-USD");
            assertFields("tradesSnapshot", client.next("trades:BTC-USD"));
            client.subscribe("orders");
            assertFields("ordersSnapshot", client.next("orders"));
            client.send("{\"op\":\"unsubscribe\",\"channels\":[\"price:BTC-USD\"]}");
            assertFields("unsubscribed", client.next("unsubscribed", message -> message.has("op")));
            var rest = script.rest("alice", "", Side.SIDE_SELL, 100, 5, 5);
            stage.write(rest);
            assertFields("bookDelta", client.next("book:BTC-USD"));
            stage.write(script.take("bob", Side.SIDE_BUY, 100, 5, rest.getOrders(0), 5, 0));
            assertFields("trade", client.next("trades:BTC-USD"));
            assertFields("order", client.next("orders"));
        }
    }

    private static void assertFields(String message, JsonNode real) {
        assertThat(properties(message).keySet()).as("fields of %s", message).containsAll(real.propertyNames());
        assertThat(real.propertyNames()).as("fields of %s", message).containsAll(
                ((List<?>) map(map(map(map(asyncApi, "components"), "messages"), message), "payload").get("required")).stream()
                        .map(String.class::cast).toList());
    }

    private static Map<String, Object> properties(String message) {
        return map(map(map(map(map(asyncApi, "components"), "messages"), message), "payload"), "properties");
    }

    private static Object schema(String name) {
        return map(map(map(openApi, "components"), "schemas"), name).get("enum");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> of, String name) {
        return (Map<String, Object>) of.get(name);
    }
}
