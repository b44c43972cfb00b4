// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.description.ApiDescription;
import io.outcry.contracts.name.Names;
import io.outcry.contracts.v1.Side;
import io.outcry.query.stream.StreamProperties;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The OpenAPI description says what the reads take and what they answer. */
@Timeout(120)
class DescribedReadsIT {

    private static final String STREAM = "/api/v1/stream";
    private static final String EVENTS = "/api/v1/stream/prices";
    private static final long AN_HOUR = 3_600_000;

    @TempDir
    private static Path directory;

    private static QueryStage stage;
    private static ApiDescription description;
    /** With answers that have nothing else. */
    private static ApiDescription answers;
    private static long orderId;

    @BeforeAll
    static void start() {
        stage = QueryStage.open(directory);
        stage.awaitReady();
        description = ApiDescription.of(stage.get("/openapi.yaml").body());
        answers = description.closed();
        OutcomeScript script = new OutcomeScript(QueryStage.PARTITION, QueryStage.SYMBOL);
        stage.write(script.define());
        orderId = script.nextOrderId();
        stage.write(script.rest("alice", "mine", Side.SIDE_SELL, 100, 5, 5));
        stage.awaitProjected(script);
        // Old, so that it stays what it is.
        stage.price(QueryStage.SYMBOL, 100, System.currentTimeMillis() - AN_HOUR);
        QueryStage.await("the price is known", () -> stage.get("/api/v1/prices/" + QueryStage.SYMBOL).statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    @Test
    void answersAreThoseDescribed() {
        eachRead((path, read) -> {
            HttpResponse<String> answer = stage.getAs(QueryStage.ALICE, query(path, read, ""));
            assertThat(answer.statusCode()).as("%s %s", path, answer.body()).isEqualTo(200);
            JsonNode response = answers.at("paths", path, "get", "responses", "200");
            JsonNode schema = answers.at(response, "content", "application/json", "schema");
            assertThat(answers.faults(schema, QueryStage.json(answer))).as("%s %s", path, answer.body()).isEmpty();
            Set<String> described = headers(response);
            assertThat(described).as(path).contains("age", "outcry-position", "outcry-incomplete");
            described.remove("outcry-incomplete");
            assertThat(told(answer)).as(path).isEqualTo(described);
        });
    }

    @Test
    void whatHasATagIs304WhereThatIsDescribed() {
        eachRead((path, read) -> {
            boolean tagged = headers(description.at(read, "responses", "200")).contains("etag");
            assertThat(read.path("responses").has("304")).as(path).isEqualTo(tagged);
            assertThat(parameters(read).anyMatch(parameter -> isNamed(parameter, "If-None-Match"))).as(path).isEqualTo(tagged);
            HttpResponse<String> again = stage.getAs(QueryStage.ALICE, query(path, read, ""), "If-None-Match", "*");
            assertThat(again.statusCode()).as(path).isEqualTo(tagged ? 304 : 200);
            if (tagged) {
                assertThat(headers(description.at(read, "responses", "304"))).as(path).containsAll(told(again));
            }
        });
    }

    @Test
    void problemsAreThoseDescribed() {
        List<HttpResponse<String>> problems = List.of(
                stage.get("/api/v1/positions"), stage.get("/api/v1/prices/NO-SUCH"),
                stage.get("/api/v1/books/" + QueryStage.SYMBOL, "Outcry-Read-After", String.valueOf(orderId + 1_000_000)));
        assertThat(problems).extracting(HttpResponse::statusCode).containsExactly(401, 404, 412);
        Set<String> told = new TreeSet<>();
        JsonNode problem = answers.at("components", "responses", "problem");
        JsonNode schema = answers.at(problem, "content", "application/problem+json", "schema");
        problems.forEach(answer -> {
            assertThat(answers.faults(schema, QueryStage.json(answer))).as(answer.body()).isEmpty();
            told.addAll(told(answer));
        });
        assertThat(told).contains("www-authenticate", "age", "retry-after");
        assertThat(headers(problem)).containsAll(told);
    }

    /** Nothing is refused that the description allows, and nothing taken that it does not. */
    @Test
    void parametersHaveTheBoundsThatAreDescribed() {
        eachRead(
                (path, read) -> parameters(read).filter(parameter -> parameter.path("in").asString().equals("query")).forEach(parameter -> {
                    String name = parameter.path("name").asString();
                    JsonNode schema = description.at(parameter, "schema");
                    allowed(schema)
                            .forEach(value -> assertThat(asked(path, read, name, value).statusCode()).as("%s?%s=%s", path, name, value)
                                    .isIn(200, 404));
                    List<String> others = forbidden(schema);
                    assertThat(others).as("%s of %s has bounds", name, path).isNotEmpty();
                    others.forEach(value -> {
                        HttpResponse<String> refused = asked(path, read, name, value);
                        assertThat(refused.statusCode()).as("%s?%s=%s", path, name, value).isEqualTo(400);
                        assertThat(QueryStage.json(refused).path("field").asString("")).isEqualTo(name);
                    });
                }));
        JsonNode symbols = parameters(description.at("paths", EVENTS, "get"))
                .filter(parameter -> isNamed(parameter, "symbols")).map(parameter -> description.at(parameter, "schema"))
                .findFirst().orElseThrow();
        assertThat(stage.get(EVENTS + "?symbols=" + forbidden(symbols).getFirst()).statusCode()).isEqualTo(400);
        assertThat(symbols.path("maxItems").asInt()).isEqualTo(stage.bean(StreamProperties.class).maxChannels());
    }

    private static HttpResponse<String> asked(String path, JsonNode read, String name, String value) {
        return stage.getAs(QueryStage.ALICE, query(path, read, name) + name + "=" + value);
    }

    /** Values at the bounds. */
    private static List<String> allowed(JsonNode schema) {
        if (schema.has("enum")) {
            return schema.path("enum").valueStream().map(JsonNode::asString).toList();
        }
        return switch (schema.path("type").asString()) {
            case "integer" -> List.of(schema.path("minimum").toString(), schema.path("maximum").toString());
            case "array" -> List.of("A", symbols(schema.path("maxItems").asInt()));
            default -> List.of();
        };
    }

    /** Values just outside of them. */
    private static List<String> forbidden(JsonNode schema) {
        if (schema.has("enum") || schema.has("pattern")) {
            return List.of("", "%21");
        }
        return switch (schema.path("type").asString()) {
            case "integer" -> List.of(
                    String.valueOf(schema.path("minimum").asInt() - 1), String.valueOf(schema.path("maximum").asInt() + 1));
            case "array" -> List.of(symbols(schema.path("maxItems").asInt() + 1), "", "%21");
            default -> List.of();
        };
    }

    /** So many, all different and as short as can be. */
    private static String symbols(int count) {
        return IntStream.range(0, count).mapToObj(i -> Integer.toString(i, Character.MAX_RADIX).toUpperCase(Locale.ROOT))
                .collect(Collectors.joining(","));
    }

    @Test
    void namesHaveTheGrammarThatIsDescribed() {
        JsonNode symbol = description.at("components", "schemas", "symbol");
        JsonNode clientOrderId = description.at("components", "schemas", "clientOrderId");
        for (String name : List.of("BTC-USD", "A", "1", "A.B_C-D", "A".repeat(20), "A".repeat(21), "", "btc", "A/B", "A--B", "-A", "A.",
                "A B",
                "A\n", "a:1", "a-b_c.d", "a".repeat(36), "a".repeat(37), "\u00c4")) {
            assertThat(matches(symbol, name)).as(name).isEqualTo(Names.isSymbol(name));
            assertThat(matches(clientOrderId, name)).as(name).isEqualTo(Names.isClientOrderId(name));
        }
    }

    /** JavaScript's {@code $}, which JSON Schema means, is the very end. */
    private static boolean matches(JsonNode schema, String text) {
        String pattern = schema.path("pattern").asString().replace("$", "\\z");
        return text.length() <= schema.path("maxLength").asInt(Integer.MAX_VALUE) && Pattern.compile(pattern).matcher(text).find();
    }

    private static void eachRead(BiConsumer<String, JsonNode> action) {
        description.at("paths").forEachEntry((path, operations) -> {
            if (operations.has("get") && !Set.of(STREAM, EVENTS).contains(path)) {
                action.accept(path, operations.path("get"));
            }
        });
    }

    /** Where to read, with all parameters that must be there but for {@code asked}, and room for more. */
    private static String query(String path, JsonNode read, String asked) {
        boolean listed = parameters(read).anyMatch(parameter -> isNamed(parameter, "symbols"));
        String place = path.replace("{symbol}", QueryStage.SYMBOL).replace("{orderId}", String.valueOf(orderId))
                .replace("{clientOrderId}", "mine");
        return place + (listed && !asked.equals("symbols") ? "?symbols=" + QueryStage.SYMBOL + "&" : "?");
    }

    private static Stream<JsonNode> parameters(JsonNode read) {
        return read.path("parameters").valueStream().map(description::at);
    }

    private static boolean isNamed(JsonNode parameter, String name) {
        return parameter.path("name").asString().equals(name);
    }

    private static Set<String> headers(JsonNode response) {
        return response.path("headers").propertyNames().stream().map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All headers but those of HTTP itself. */
    private static Set<String> told(HttpResponse<String> answer) {
        return answer.headers().map().keySet().stream().map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> !name.startsWith("content-") && !name.startsWith(":")).collect(Collectors.toCollection(TreeSet::new));
    }
}
