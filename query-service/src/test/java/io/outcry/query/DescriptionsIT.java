// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.description.ApiDescription;
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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.reactive.function.server.RouterFunction;
import tools.jackson.databind.JsonNode;

/** The descriptions for tools say what the service does: paths, names and fields. */
@Timeout(120)
class DescriptionsIT {

    @TempDir
    private static Path directory;

    private static QueryStage stage;
    private static ApiDescription openApi;
    private static ApiDescription asyncApi;

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

    private static ApiDescription yaml(String path) {
        var answer = stage.get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/yaml");
        return ApiDescription.of(answer.body()).closed();
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
        openApi.at("paths").forEachEntry((path, operations) -> {
            if (operations.has("get")) {
                described.add(path);
            }
        });
        assertThat(described).isEqualTo(served);
    }

    @Test
    void referencesLeadSomewhere() {
        for (ApiDescription description : List.of(openApi, asyncApi)) {
            List<JsonNode> references = description.at().findParents("$ref");
            assertThat(references).isNotEmpty().allSatisfy(reference -> assertThat(description.at(reference).isObject()).isTrue());
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
        Set<String> described = new TreeSet<>();
        asyncApi.at("channels").forEach(channel -> described.add(channel.path("address").asString()));
        described.remove("/api/v1/stream");
        assertThat(described).isEqualTo(topics);
    }

    @Test
    void reasonsAndCodesAreThoseOfTheCode() {
        assertThat(values(asyncApi.at(payload("bye"), "properties", "reason"))).hasSameElementsAs(
                Arrays.stream(EndReason.values()).filter(reason -> reason != EndReason.LEFT).map(EndReason::text).toList());
        assertThat(values(asyncApi.at(payload("error"), "properties", "code")))
                .allSatisfy(code -> assertThat(ErrorCode.valueOf(code)).isNotNull());
        assertThat(values(openApi.at("components", "schemas", "orderType"))).containsExactly(OrderJson.TYPES.toString().split(", "));
        assertThat(values(openApi.at("components", "schemas", "timeInForce")))
                .containsExactly(OrderJson.TIMES_IN_FORCE.toString().split(", "));
    }

    @Test
    void messagesAreThoseDescribed() {
        OutcomeScript script = new OutcomeScript(QueryStage.PARTITION, QueryStage.SYMBOL);
        stage.write(script.define());
        stage.awaitProjected(script);
        stage.price(QueryStage.SYMBOL, 100, System.currentTimeMillis());
        QueryStage.await("the price is known", () -> stage.get("/api/v1/prices/" + QueryStage.SYMBOL).statusCode() == 200);
        try (StreamClient client = StreamClient.open(stage.port(), QueryStage.ALICE)) {
            assertDescribed("subscribed", client.subscribe("price:BTC-USD", "book:BTC-USD", "trades:BTC-USD", "orders"));
            assertDescribed("price", client.next("price", message -> message.path("type").asString("").equals("price")));
            assertDescribed("heartbeat", client.nextOfType("heartbeat"));
            client.send("nonsense");
            assertDescribed("error", client.nextOfType("error"));
            client.subscribe("book:BTC-USD");
            assertDescribed("bookSnapshot", client.next("book:BTC-USD"));
            client.subscribe("trades:BTC-USD");
            assertDescribed("tradesSnapshot", client.next("trades:BTC-USD"));
            client.subscribe("orders");
            assertDescribed("ordersSnapshot", client.next("orders"));
            client.send("{\"op\":\"unsubscribe\",\"channels\":[\"price:BTC-USD\"]}");
            assertDescribed("unsubscribed", client.next("unsubscribed", message -> message.has("op")));
            var rest = script.rest("alice", "", Side.SIDE_SELL, 100, 5, 5);
            stage.write(rest);
            assertDescribed("bookDelta", client.next("book:BTC-USD"));
            assertReads("order", assertDescribed("order", client.next("orders")).path("order"));
            stage.awaitProjected(script);
            client.subscribe("orders");
            assertReads("openOrder", assertDescribed("ordersSnapshot", client.next("orders")).path("orders").required(0));
            stage.write(script.take("bob", Side.SIDE_BUY, 100, 5, rest.getOrders(0), 5, 0));
            assertDescribed("trade", client.next("trades:BTC-USD"));
            assertReads("order", assertDescribed("order", client.next("orders")).path("order"));
            client.subscribe("trades:BTC-USD");
            assertReads("trade", assertDescribed("tradesSnapshot", client.next("trades:BTC-USD")).path("trades").required(0));
        }
    }

    private static JsonNode assertDescribed(String message, JsonNode real) {
        assertThat(asyncApi.faults(payload(message), real)).as("%s %s", message, real).isEmpty();
        return real;
    }

    /** What a message tells is what a read of it would. */
    private static void assertReads(String schema, JsonNode told) {
        JsonNode closed = QueryStage.json("{\"$ref\":\"#/components/schemas/" + schema + "\",\"unevaluatedProperties\":false}");
        assertThat(openApi.faults(closed, told)).as("%s %s", schema, told).isEmpty();
    }

    private static JsonNode payload(String message) {
        return asyncApi.at("components", "messages", message, "payload");
    }

    private static List<String> values(JsonNode schema) {
        return schema.path("enum").valueStream().map(JsonNode::asString).toList();
    }
}
