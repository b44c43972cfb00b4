// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.name.Names;
import io.outcry.contracts.v1.Side;
import io.outcry.query.stream.StreamProperties;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
import org.yaml.snakeyaml.Yaml;

/** The OpenAPI description says what the reads take and with which headers they answer. */
@Timeout(120)
class DescribedReadsIT {

    private static final String STREAM = "/api/v1/stream";
    private static final String EVENTS = "/api/v1/stream/prices";
    private static final long AN_HOUR = 3_600_000;

    @TempDir
    private static Path directory;

    private static QueryStage stage;
    private static Map<String, Object> description;
    private static long orderId;

    @BeforeAll
    static void start() {
        stage = QueryStage.open(directory);
        stage.awaitReady();
        description = new Yaml().load(stage.get("/openapi.yaml").body());
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
    void answersHaveTheHeadersThatAreDescribed() {
        eachRead((path, read) -> {
            HttpResponse<String> answer = stage.getAs(QueryStage.ALICE, query(path, read, ""));
            assertThat(answer.statusCode()).as("%s %s", path, answer.body()).isEqualTo(200);
            Set<String> described = headers(response(read, "200"));
            assertThat(described).as(path).contains("age", "outcry-position", "outcry-incomplete");
            described.remove("outcry-incomplete");
            assertThat(told(answer)).as(path).isEqualTo(described);
        });
    }

    @Test
    void whatHasATagIs304WhereThatIsDescribed() {
        eachRead((path, read) -> {
            boolean tagged = headers(response(read, "200")).contains("etag");
            assertThat(map(read, "responses").containsKey("304")).as(path).isEqualTo(tagged);
            assertThat(parameters(read).anyMatch(parameter -> parameter.get("name").equals("If-None-Match"))).as(path).isEqualTo(tagged);
            HttpResponse<String> again = stage.getAs(QueryStage.ALICE, query(path, read, ""), "If-None-Match", "*");
            assertThat(again.statusCode()).as(path).isEqualTo(tagged ? 304 : 200);
            if (tagged) {
                assertThat(headers(response(read, "304"))).as(path).containsAll(told(again));
            }
        });
    }

    @Test
    void problemsHaveHeadersThatAreDescribed() {
        List<HttpResponse<String>> answers = List.of(
                stage.get("/api/v1/positions"), stage.get("/api/v1/prices/NO-SUCH"),
                stage.get("/api/v1/books/" + QueryStage.SYMBOL, "Outcry-Read-After", String.valueOf(orderId + 1_000_000)));
        assertThat(answers).extracting(HttpResponse::statusCode).containsExactly(401, 404, 412);
        Set<String> told = new TreeSet<>();
        answers.forEach(answer -> told.addAll(told(answer)));
        assertThat(told).contains("www-authenticate", "age", "retry-after");
        assertThat(headers(map(map(map(description, "components"), "responses"), "problem"))).containsAll(told);
    }

    /** Nothing is refused that the description allows, and nothing taken that it does not. */
    @Test
    void parametersHaveTheBoundsThatAreDescribed() {
        eachRead((path, read) -> parameters(read).filter(parameter -> parameter.get("in").equals("query")).forEach(parameter -> {
            String name = (String) parameter.get("name");
            Map<String, Object> schema = resolved(map(parameter, "schema"));
            allowed(schema).forEach(value -> assertThat(asked(path, read, name, value).statusCode()).as("%s?%s=%s", path, name, value)
                    .isIn(200, 404));
            List<String> others = forbidden(schema);
            assertThat(others).as("%s of %s has bounds", name, path).isNotEmpty();
            others.forEach(value -> {
                HttpResponse<String> refused = asked(path, read, name, value);
                assertThat(refused.statusCode()).as("%s?%s=%s", path, name, value).isEqualTo(400);
                assertThat(QueryStage.json(refused).path("field").asString("")).isEqualTo(name);
            });
        }));
        Map<String, Object> symbols = parameters(map(map(map(description, "paths"), EVENTS), "get"))
                .filter(parameter -> parameter.get("name").equals("symbols")).map(parameter -> map(parameter, "schema"))
                .findFirst().orElseThrow();
        assertThat(stage.get(EVENTS + "?symbols=" + forbidden(symbols).getFirst()).statusCode()).isEqualTo(400);
        assertThat(symbols.get("maxItems")).isEqualTo(stage.bean(StreamProperties.class).maxChannels());
    }

    private static HttpResponse<String> asked(String path, Map<String, Object> read, String name, String value) {
        return stage.getAs(QueryStage.ALICE, query(path, read, name) + name + "=" + value);
    }

    /** Values at the bounds. */
    private static List<String> allowed(Map<String, Object> schema) {
        if (schema.get("enum") instanceof List<?> values) {
            return values.stream().map(String::valueOf).toList();
        }
        if (schema.get("type").equals("integer")) {
            return List.of(String.valueOf(schema.get("minimum")), String.valueOf(schema.get("maximum")));
        }
        return schema.get("type").equals("array") ? List.of("A", symbols((int) schema.get("maxItems"))) : List.of();
    }

    /** Values just outside of them. */
    private static List<String> forbidden(Map<String, Object> schema) {
        if (schema.containsKey("enum") || schema.containsKey("pattern")) {
            return List.of("", "%21");
        }
        if (schema.get("type").equals("integer")) {
            return List.of(String.valueOf((int) schema.get("minimum") - 1), String.valueOf((int) schema.get("maximum") + 1));
        }
        return schema.get("type").equals("array") ? List.of(symbols((int) schema.get("maxItems") + 1), "", "%21") : List.of();
    }

    /** So many, all different and as short as can be. */
    private static String symbols(int count) {
        return IntStream.range(0, count).mapToObj(i -> Integer.toString(i, Character.MAX_RADIX).toUpperCase(Locale.ROOT))
                .collect(Collectors.joining(","));
    }

    @Test
    void namesHaveTheGrammarThatIsDescribed() {
        Map<String, Object> schemas = map(map(description, "components"), "schemas");
        for (String name : List.of("BTC-USD", "A", "1", "A.B_C-D", "A".repeat(20), "A".repeat(21), "", "btc", "A/B", "A--B", "-A", "A.",
                "A B",
                "A\n", "a:1", "a-b_c.d", "a".repeat(36), "a".repeat(37), "\u00c4")) {
            assertThat(matches(map(schemas, "symbol"), name)).as(name).isEqualTo(Names.isSymbol(name));
            assertThat(matches(map(schemas, "clientOrderId"), name)).as(name).isEqualTo(Names.isClientOrderId(name));
        }
    }

    /** JavaScript's {@code $}, which JSON Schema means, is the very end. */
    private static boolean matches(Map<String, Object> schema, String text) {
        String pattern = ((String) schema.get("pattern")).replace("$", "\\z");
        return text.length() <= (int) schema.getOrDefault("maxLength", Integer.MAX_VALUE) && Pattern.compile(pattern).matcher(text).find();
    }

    private static void eachRead(BiConsumer<String, Map<String, Object>> action) {
        map(description, "paths").forEach((path, item) -> {
            if (item instanceof Map<?, ?> operations && operations.containsKey("get") && !Set.of(STREAM, EVENTS).contains(path)) {
                action.accept(path, map(map(map(description, "paths"), path), "get"));
            }
        });
    }

    /** Where to read, with all parameters that must be there but for {@code asked}, and room for more. */
    private static String query(String path, Map<String, Object> read, String asked) {
        boolean listed = parameters(read).anyMatch(parameter -> parameter.get("name").equals("symbols"));
        String place = path.replace("{symbol}", QueryStage.SYMBOL).replace("{orderId}", String.valueOf(orderId))
                .replace("{clientOrderId}", "mine");
        return place + (listed && !asked.equals("symbols") ? "?symbols=" + QueryStage.SYMBOL + "&" : "?");
    }

    @SuppressWarnings("unchecked")
    private static Stream<Map<String, Object>> parameters(Map<String, Object> read) {
        return Optional.ofNullable((List<Map<String, Object>>) read.get("parameters")).stream().flatMap(List::stream)
                .map(DescribedReadsIT::resolved);
    }

    private static Map<String, Object> response(Map<String, Object> read, String status) {
        return resolved(map(map(read, "responses"), status));
    }

    private static Set<String> headers(Map<String, Object> response) {
        return map(response, "headers").keySet().stream().map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All headers but those of HTTP itself. */
    private static Set<String> told(HttpResponse<String> answer) {
        return answer.headers().map().keySet().stream().map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> !name.startsWith("content-") && !name.startsWith(":")).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, Object> resolved(Map<String, Object> node) {
        if (!(node.get("$ref") instanceof String reference)) {
            return node;
        }
        Map<String, Object> at = description;
        for (String name : reference.substring(2).split("/")) {
            at = map(at, name);
        }
        return at;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> of, String name) {
        return (Map<String, Object>) of.get(name);
    }
}
