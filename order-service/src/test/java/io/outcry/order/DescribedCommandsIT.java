// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ADMIN;
import static io.outcry.order.RunningService.ALICE;
import static io.outcry.order.RunningService.BOB;
import static io.outcry.order.RunningService.BTC_RULES;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.description.ApiDescription;
import io.outcry.order.RunningService.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.reactive.function.server.RouterFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI description says what the service takes and answers. */
class DescribedCommandsIT {

    private static final String PLACE = "POST /api/v1/orders";
    private static final String BATCH = "POST /api/v1/orders/batch";
    private static final String CANCEL = "DELETE /api/v1/orders/{orderId}";
    private static final String CANCEL_SELECTED = "DELETE /api/v1/orders";
    private static final String AMEND = "PATCH /api/v1/orders/{orderId}";
    private static final String DEFINE = "PUT /api/v1/admin/instruments/{symbol}";
    private static final String STATE = "POST /api/v1/admin/instruments/{symbol}/state";
    /** Orders that each account may send here. */
    private static final int BURST = 2_000;
    /** What HTTP itself says. */
    private static final Set<String> PLAIN = Set.of("content-type", "content-length");

    private static final String LIMIT = """
            {"symbol":"BTC-USD","side":"BUY","type":"LIMIT","quantity":"1","price":"100"}""";
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Path FILE = Path.of("..", "query-service", "src", "main", "resources", "static", "openapi.yaml");
    private static final Set<String> COMMANDS = Set.of("POST", "PUT", "PATCH", "DELETE");

    @TempDir
    private static Path directory;

    private static RunningService service;
    private static ApiDescription requests;
    private static ApiDescription answers;

    @BeforeAll
    static void start() throws IOException {
        requests = ApiDescription.of(Files.readString(FILE));
        answers = requests.closed();
        service = new RunningService(
                directory, RunningService.PATIENT, "--outcry.order.account.per-second=0.001", "--outcry.order.account.burst=" + BURST);
        assertThat(send(DEFINE, "BTC-USD", ADMIN, BTC_RULES).status()).isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void everyCommandIsDescribedAndNoOther() {
        Set<String> served = Pattern.compile("(POST|PUT|PATCH|DELETE) && (/api/v1/[^ )]+)")
                .matcher(service.bean("orderRoutes", RouterFunction.class).toString()).results()
                .map(route -> route.group(1) + " " + route.group(2)).collect(Collectors.toCollection(TreeSet::new));
        Set<String> described = new TreeSet<>();
        requests.at("paths").forEachEntry((path, operations) -> operations.propertyNames().stream()
                .map(method -> method.toUpperCase(Locale.ROOT)).filter(COMMANDS::contains)
                .forEach(method -> described.add(method + " " + path)));
        assertThat(described).hasSize(9).isEqualTo(served);
    }

    @Test
    void answersToOrdersAreThoseDescribed() {
        String terms = with(LIMIT, "'clientOrderId':'d-1','displayQuantity':'0.5','selfTradePrevention':'DECREMENT'");
        Reply placed = send(PLACE, "", ALICE, terms);
        assertThat(placed.status()).as(placed.body()).isEqualTo(201);
        assertThat(send(PLACE, "", ALICE, terms).status()).as("of a repeat").isEqualTo(200);
        Reply bought = send(PLACE, "", ALICE, "{'symbol':'BTC-USD','side':'BUY','type':'MARKET','quoteQuantity':'250.5'}");
        assertThat(bought.json().path("fills").size()).as(bought.body()).isEqualTo(1);
        Reply pending = send(PLACE, "", ALICE, with(LIMIT, "'clientOrderId':'d-2','postOnly':true"), "Prefer", "respond-async");
        assertThat(pending.status()).as(pending.body()).isEqualTo(202);
        assertThat(send(PLACE, "", ALICE, with(LIMIT, "'clientOrderId':'halted-d'")).status()).isEqualTo(422);
        assertThat(send(PLACE, "", null, LIMIT).status()).isEqualTo(401);
        assertThat(send("POST /api/v1/orders/test", "", ALICE, LIMIT).status()).isEqualTo(200);
        Reply batch = send(BATCH, "", ALICE, "{'orders':[" + LIMIT + "," + with(LIMIT, "'clientOrderId':'silent-d'") + ",{}]}",
                "Prefer", "wait=0.1");
        assertThat(batch.json().path("results").size()).as(batch.body()).isEqualTo(3);

        assertThat(send(AMEND, placed.text("orderId"), ALICE, "{'price':'99'}").status()).isEqualTo(200);
        assertThat(send(AMEND, placed.text("orderId"), ALICE, "{'price':'98'}", "Prefer", "respond-async").status()).isEqualTo(202);
        assertThat(send(CANCEL, placed.text("orderId"), ALICE, null).status()).isEqualTo(200);
        assertThat(send(CANCEL, placed.text("orderId"), ALICE, null).status()).isEqualTo(422);
        assertThat(send(CANCEL, placed.text("orderId"), ALICE, null, "Prefer", "respond-async").status()).isEqualTo(202);
        assertThat(send(CANCEL_SELECTED, "?clientOrderId=d-2", ALICE, null).status()).isEqualTo(200);
        assertThat(send(CANCEL_SELECTED, "?clientOrderId=silent", ALICE, null, "Prefer", "wait=0.1").status()).isEqualTo(202);
        assertThat(send(CANCEL_SELECTED, "?symbol=BTC-USD&side=BUY", ALICE, null).json().path("canceled").asInt()).isPositive();
        assertThat(send(CANCEL_SELECTED, "?symbol=BTC-USD", ALICE, null, "Prefer", "respond-async").status()).isEqualTo(202);
        assertThat(send(CANCEL_SELECTED, "", ALICE, null).status()).isEqualTo(400);
    }

    @Test
    void answersToAllElseAreThoseDescribed() {
        assertThat(send("POST /api/v1/prices/{symbol}/refresh", "BTC-USD", null, null).status()).isEqualTo(202);
        assertThat(send("POST /api/v1/prices/{symbol}/refresh", "NO-SUCH", null, null).status()).isEqualTo(404);
        assertThat(send(DEFINE, "NEW-USD", ADMIN, BTC_RULES).status()).isEqualTo(201);
        assertThat(send(DEFINE, "NEW-USD", ADMIN, BTC_RULES).status()).isEqualTo(200);
        assertThat(send(DEFINE, "new-usd", ADMIN, BTC_RULES).status()).isEqualTo(400);
        assertThat(send(STATE, "NEW-USD", ADMIN, "{'state':'HALTED'}").status()).isEqualTo(200);
        assertThat(send(STATE, "NEW-USD", ALICE, "{'state':'HALTED'}").status()).isEqualTo(403);
    }

    @Test
    void whenToTryAgainIsDescribed() {
        assertThat(send(PLACE, "", BOB, LIMIT).status()).isEqualTo(201);
        for (int sent = 1_000; sent < BURST; sent += 1_000) {
            assertThat(send(BATCH, "", BOB, batch(1_000)).header("Retry-After")).as("all are in time").isEmpty();
        }
        Reply lastTooFast = send(BATCH, "", BOB, batch(1_000));
        assertThat(lastTooFast.status()).isEqualTo(200);
        assertThat(Integer.parseInt(lastTooFast.header("Retry-After"))).isBetween(900, 1_000);
        Reply tooFast = send(PLACE, "", BOB, LIMIT);
        assertThat(tooFast.status()).isEqualTo(429);
        assertThat(Integer.parseInt(tooFast.header("Retry-After"))).isBetween(900, 1_000);
    }

    /** Nothing is refused that the description allows, and nothing taken that it does not. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            quantity            | '1' '00.01' '1.0' '0.0100' | '-1' '0' '0.00' '1e3' '.5' '1.' '' '+1' 1
            quantity            | '1.000000000000000000000000000000000000' | '1.0000000000000000000000000000000000000'
            price               | '100' '100.05' '00100'     | '-100' '0' '0.0' '100,0'
            displayQuantity     | '1' '0.500'                | '-0.5' '0'
            symbol              | 'BTC-USD'                  | 'btc-usd' 'BTC/USD' 'BTC--USD' '-BTC' 'AAAAAAAAAAAAAAAAAAAAA' ''
            side                | 'BUY' 'SELL'               | 'buy' ''
            timeInForce         | 'GTC' 'IOC' 'FOK' 'DAY'    | 'gtc' 'GTX'
            selfTradePrevention | 'NONE' 'EXPIRE_BOTH'       | 'EXPIRE'
            postOnly            | true false                 | 'true'
            clientOrderId       | 'e.1' 'e:2' 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' | 'e/1' '' 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
            other               |                            | 1
            """)
    void anOrderIsTakenIfTheDescriptionAllowsIt(String field, String taken, String refused) {
        assertTaken(PLACE, "", ALICE, LIMIT, field, taken, refused);
    }

    @Test
    void anEndIsTakenIfTheDescriptionAllowsIt() {
        assertTaken(PLACE, "", ALICE, with(LIMIT, "'timeInForce':'GTD'"), "expireTime", "253402300799999", "253402300800000 -1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            baseAsset             | 'A1' 'AAAAAAAAAAAAAAAAAAAA'  | 'a' '' 'AAAAAAAAAAAAAAAAAAAAA' 'A-B'
            priceScale            | 2                            | -1 19
            quantityScale         | 4                            | -1 19
            tickSize              | '0.05' '1'                   | '0' '-0.05'
            lotSize               | '0.0010' '0.0001'            | '0' '-1'
            minNotional           | '0' '1.5'                    | '-1'
            priceBandPercent      | '0' '0.01' '99.990' '100.00' | '-1' '0.001' '100.01' '101'
            volatilityBandPercent | '0' '0.01' '9999.99' '10000' | '-1' '0.001' '10000.01' '10001'
            makerFeeBps           | -1000 0 1000                 | -1001 1001
            takerFeeBps           | 0 1000                       | -1 1001
            maxOpenOrders         | 0 2000000                    | -1 2000001
            tier                  | 'HOT' 'MEDIUM' 'COLD'        | 'hot'
            other                 |                              | 1
            """)
    void anInstrumentIsTakenIfTheDescriptionAllowsIt(String field, String taken, String refused) {
        assertTaken(DEFINE, "ADA-USD", ADMIN, BTC_RULES.replace("\"2\"", "2"), field, taken, refused);
    }

    @Test
    void allElseIsTakenIfTheDescriptionAllowsIt() {
        String id = send(PLACE, "", ALICE, LIMIT).text("orderId");
        assertTaken(AMEND, id, ALICE, "{}", "price", "'99'", "'-99' '0' 99");
        assertTaken(AMEND, id, ALICE, "{}", "quantity", "'0.5'", "'-0.5'");
        assertTaken(AMEND, id, ALICE, "{'price':'99'}", "symbol", "", "'BTC-USD'");
        assertTaken(AMEND, id, ALICE, "{}", false);
        assertTaken(STATE, "BTC-USD", ADMIN, "{}", "state", "'TRADING'", "'OPEN'");
        assertTaken(STATE, "BTC-USD", ADMIN, "{'state':'TRADING'}", "other", "", "1");
        assertTaken(BATCH, "", ALICE, batch(1), "other", "", "1");
        assertTaken(BATCH, "", ALICE, batch(0), false);
        assertTaken(BATCH, "", ALICE, batch(1_000), true);
        assertTaken(BATCH, "", ALICE, batch(1_001), false);
    }

    private static String batch(int orders) {
        return "{'orders':" + Collections.nCopies(orders, LIMIT) + "}";
    }

    /** Values of {@code field}, in place of what it is in {@code body} or besides, with blanks between them. */
    private static void assertTaken(String command, String where, String key, String body, String field, String taken, String refused) {
        split(taken).forEach(value -> assertTaken(command, where, key, changed(body, field, value), true));
        split(refused).forEach(value -> assertTaken(command, where, key, changed(body, field, value), false));
    }

    private static void assertTaken(String command, String where, String key, String body, boolean taken) {
        JsonNode schema = requests.at(operation(requests, command), "requestBody", "content", "application/json", "schema");
        List<String> faults = requests.faults(schema, json(body));
        assertThat(faults.isEmpty()).as("%s %s", body, faults).isEqualTo(taken);
        Reply reply = send(command, where, key, body);
        assertThat(reply.status()).as("%s %s", body, reply.body()).isBetween(taken ? 200 : 400, taken ? 201 : 422);
    }

    private static String changed(String body, String field, String value) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        json(body).forEachEntry(fields::put);
        fields.put(field, json(value));
        return JSON.writeValueAsString(fields);
    }

    /** The answer, which is as it is described. */
    private static Reply send(String command, String where, String key, String body, String... headers) {
        String[] parts = command.split(" ");
        String path = parts[1].contains("{") ? parts[1].replaceFirst("\\{.*}", where) : parts[1] + where;
        Reply reply = service.send(parts[0], path, key, body == null ? null : body.replace('\'', '"'), headers);
        String as = command + " " + where + ": " + reply.status() + " " + reply.body();
        JsonNode described = response(command, String.valueOf(reply.status()));
        JsonNode schema = answers.at(described, "content", reply.header("Content-Type"), "schema");
        assertThat(answers.faults(schema, reply.json())).as(as).isEmpty();
        Set<String> named = names(described.path("headers").propertyNames());
        Set<String> told = names(reply.response().headers().map().keySet());
        told.removeAll(PLAIN);
        assertThat(named).as(as).containsAll(told);
        if (reply.status() < 400) {
            named.removeAll(Set.of("preference-applied", "retry-after"));
            assertThat(told).as(as).containsAll(named);
        }
        return reply;
    }

    private static JsonNode operation(ApiDescription description, String command) {
        String[] parts = command.split(" ");
        return description.at("paths", parts[1], parts[0].toLowerCase(Locale.ROOT));
    }

    private static JsonNode response(String command, String status) {
        JsonNode responses = answers.at(operation(answers, command), "responses");
        return answers.at(responses, responses.has(status) ? status : "default");
    }

    private static Set<String> names(Collection<String> headers) {
        return headers.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toCollection(TreeSet::new));
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }

    private static String with(String body, String fields) {
        return body.replace("}", "," + fields + "}");
    }

    private static List<String> split(String values) {
        return values == null || values.isEmpty() ? List.of() : List.of(values.split(" "));
    }
}
