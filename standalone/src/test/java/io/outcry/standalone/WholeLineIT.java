// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static io.outcry.standalone.Market.ALICE;
import static io.outcry.standalone.Market.BOB;
import static io.outcry.standalone.Market.position;
import static io.outcry.standalone.Market.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.standalone.client.LocalApi;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From a POST to what anyone can read, over HTTP, through a real Kafka and a real Redis. */
@Timeout(120)
class WholeLineIT {

    @TempDir
    static Path directory;

    private static Market market;

    @BeforeAll
    static void open() throws Exception {
        market = Market.open(directory);
    }

    @AfterAll
    static void close() {
        market.close();
    }

    @Test
    void aSaleAndAPurchaseBecomeATradeThatEverybodyReads() throws Exception {
        JsonNode sale = market.limit(ALICE, "BTC-USD", "SELL", "1.00", "60000.00", "GTC").ok();
        LocalApi.Answer bought = market.market(BOB, "BTC-USD", "BUY", "0.40");

        assertThat(bought.status()).isEqualTo(201);
        JsonNode purchase = bought.ok();
        assertThat(text(purchase, "status")).isEqualTo("FILLED");
        JsonNode fill = purchase.path("fills").get(0);
        assertThat(text(fill, "price")).isEqualTo("60000.00");
        assertNumber(text(fill, "quantity"), "0.40");
        assertThat(text(fill, "liquidity")).isEqualTo("TAKER");

        String after = position(bought);
        JsonNode trades = market.readAfter(after, null, "/api/v1/trades/BTC-USD?limit=1").ok();
        assertThat(text(trades.get(0), "tradeId")).isEqualTo(text(fill, "tradeId"));

        JsonNode book = market.readAfter(after, null, "/api/v1/books/BTC-USD?depth=1").ok();
        assertNumber(book.path("asks").get(0).get(1).asString(), "0.60");

        JsonNode alices = market.readAfter(after, ALICE, "/api/v1/orders/" + text(sale, "orderId")).ok();
        assertThat(text(alices, "status")).isEqualTo("PARTIALLY_FILLED");
        assertNumber(text(alices, "leavesQuantity"), "0.60");
        JsonNode bobs = market.readAfter(after, BOB, "/api/v1/orders/" + text(purchase, "orderId")).ok();
        assertThat(text(bobs, "status")).isEqualTo("FILLED");
        assertThat(market.readAfter(after, BOB, "/api/v1/orders/" + text(sale, "orderId")).status()).isEqualTo(404);
    }

    @Test
    void everyInstrumentOfTheVenuesGetsAPrice() throws Exception {
        for (String symbol : new String[]{"BTC-USD", "ETH-USD", "ATOM-USD"}) {
            JsonNode price =
                    Market.await("a price of " + symbol, () -> market.get("/api/v1/prices/" + symbol), a -> a.status() == 200).ok();
            assertThat(new BigDecimal(text(price, "price"))).isPositive();
            assertThat(text(price, "status")).isIn("FRESH", "DEGRADED", "SINGLE_SOURCE");
            assertThat(price.path("sources").asInt()).as("three venues and our own book").isBetween(1, 4);
        }
    }

    @Test
    void aPathSaysWhichMethodsItKnowsWhicheverServiceHasThem() throws Exception {
        LocalApi.Answer put = market.send(ALICE, "PUT", "/api/v1/orders", Map.of());
        assertThat(put.status()).isEqualTo(405);
        assertThat(put.headers().firstValue("Allow")).hasValue("GET, POST, DELETE, HEAD, OPTIONS");
        assertThat(text(Objects.requireNonNull(put.body()), "code")).isEqualTo("METHOD_NOT_ALLOWED");
        assertThat(market.send(ALICE, "OPTIONS", "/api/v1/prices/BTC-USD/refresh", null).headers().firstValue("Allow"))
                .hasValue("POST, OPTIONS");

        LocalApi.Answer head = market.send(ALICE, "HEAD", "/api/v1/instruments/BTC-USD", null);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(head.body()).isNull();
        assertThat(market.send(ALICE, "HEAD", "/api/v1/nothing", null).status()).isEqualTo(404);
    }

    @Test
    void asManySymbolsAsAStreamOfEventsMayNameFitIntoItsAddress() throws Exception {
        String symbols = IntStream.range(0, 1_024).mapToObj("NO-SUCH-%04d"::formatted).collect(Collectors.joining(","));

        LocalApi.Answer answer = market.get("/api/v1/stream/prices?symbols=" + symbols);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(text(Objects.requireNonNull(answer.body()), "code")).isEqualTo("UNKNOWN_SYMBOL");
    }

    @Test
    void fillOrKillTakesAllOrNothing() throws Exception {
        market.list("FOK-USD");
        market.limit(ALICE, "FOK-USD", "SELL", "1.0", "100", "GTC").ok();
        market.limit(BOB, "FOK-USD", "BUY", "0.6", "100", "GTC").ok();

        LocalApi.Answer killed = market.limit(BOB, "FOK-USD", "BUY", "0.8", "100", "FOK");

        assertThat(killed.status()).isEqualTo(201);
        assertThat(text(killed.ok(), "status")).isEqualTo("EXPIRED");
        assertThat(killed.ok().path("fills")).isEmpty();
        JsonNode book = market.readAfter(position(killed), null, "/api/v1/books/FOK-USD").ok();
        assertNumber(book.path("asks").get(0).get(1).asString(), "0.40");
    }

    @Test
    void aRepeatedClientOrderIdIsOneOrder() throws Exception {
        market.list("IDEM-USD");
        String body =
                "{\"symbol\":\"IDEM-USD\",\"side\":\"BUY\",\"type\":\"LIMIT\",\"quantity\":\"1\",\"price\":\"10\",\"clientOrderId\":\"once\"}";
        Object order = JsonMapper.shared().readTree(body);

        LocalApi.Answer first = market.send(ALICE, "POST", "/api/v1/orders", order);
        LocalApi.Answer again = market.send(ALICE, "POST", "/api/v1/orders", order);

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.ok()).isEqualTo(first.ok());
        JsonNode book = market.readAfter(position(again), null, "/api/v1/books/IDEM-USD").ok();
        assertNumber(book.path("bids").get(0).get(1).asString(), "1");
        JsonNode found = market.readAfter(position(again), ALICE, "/api/v1/orders/by-client-id/once").ok();
        assertThat(text(found, "orderId")).isEqualTo(text(first.ok(), "orderId"));
        JsonNode atItsOwnPosition = market.readAfter(position(again), ALICE, "/api/v1/orders/" + position(again)).ok();
        assertThat(atItsOwnPosition).as("where a repeat that is not waited for sends its client").isEqualTo(found);
        assertThat(read(ALICE, "/api/v1/orders/" + position(again)).ok()).isEqualTo(found);
        assertThat(read(BOB, "/api/v1/orders/" + position(again)).status()).isEqualTo(404);
        assertThat(read(ALICE, "/api/v1/orders?symbol=IDEM-USD").ok().path("orders").size()).isEqualTo(1);
    }

    @Test
    void anOrderThatBreaksARuleIsAnOutcomeWithAnIdThatCanBeRead() throws Exception {
        market.list("RULE-USD");
        LocalApi.Answer resting = market.limit(ALICE, "RULE-USD", "BUY", "1.0", "100", "GTC");
        resting.ok();
        String[][] table = {
            {"RULE-USD", "1.0", "100.001", "INVALID_TICK", "100.001", "1.0"},
            {"RULE-USD", "0.000000001", "100", "INVALID_LOT", "100", "0.000000001"},
            {"RULE-USD", "1000000000000000000", "100", "QUANTITY_OUT_OF_RANGE", "100", "1000000000000000000"},
            {"NONE-USD", "1.5", "100.25", "UNKNOWN_SYMBOL", "100.25", "1.5"},
        };
        for (String[] row : table) {
            LocalApi.Answer refused = market.limit(ALICE, row[0], "BUY", row[1], row[2], "GTC");

            JsonNode problem = Objects.requireNonNull(refused.body());
            assertThat(refused.status() + " " + text(problem, "code")).isEqualTo("422 " + row[3]);
            JsonNode order = market.readAfter(position(refused), ALICE, "/api/v1/orders/" + text(problem, "orderId")).ok();
            assertThat(text(order, "status") + " " + text(order, "code")).isEqualTo("REJECTED " + row[3]);
            assertThat(text(order, "symbol")).isEqualTo(row[0]);
            assertNumber(text(order, "price"), row[4]);
            assertNumber(text(order, "quantity"), row[5]);
        }
        JsonNode book = market.readAfter(position(resting), null, "/api/v1/books/RULE-USD").ok();
        assertThat(book.path("bids").toString()).as("the book has its own digits").contains("\"100.00\"");
        assertThat(read(null, "/api/v1/books/NONE-USD").status()).isEqualTo(404);
        assertThat(read(ALICE, "/api/v1/orders?limit=1").ok().toString())
                .as("a symbol that does not exist has no list").contains("QUANTITY_OUT_OF_RANGE");
    }

    @Test
    void aNewSymbolWithoutAVenueHasNoPriceAndSaysSo() throws Exception {
        market.list("NOWHERE-USD");
        // On a slow machine the view itself may need more than its deadline, which is a 503 as well.
        LocalApi.Answer answer = Market.await(
                "the symbol to be known",
                () -> market.get("/api/v1/prices/NOWHERE-USD"),
                a -> a.status() != 404 && !a.body().path("code").asString().equals("VIEW_UNAVAILABLE"));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body().path("code").asString()).isEqualTo("NO_PRICE");
    }

    /** Of somebody, or of nobody, with no position to be reached. */
    private static LocalApi.Answer read(String key, String path) throws Exception {
        return Market.inItsTime(() -> market.getAs(key, path));
    }

    private static void assertNumber(String actual, String expected) {
        assertThat(new BigDecimal(actual)).isEqualByComparingTo(expected);
    }
}
