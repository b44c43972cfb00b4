// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.BOB;
import static io.outcry.query.QueryStage.json;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What the reads answer, after a small market: alice rests, bob takes a part, one order is cancelled and one rejected. */
@Timeout(120)
class ReadsIT {

    @TempDir
    private static Path directory;

    private static QueryStage stage;
    private static OutcomeScript script;
    private static OrderReport resting;
    private static OrderReport canceled;
    private static long bobsOrder;
    private static long rejected;
    private static long tradeSequence;

    @BeforeAll
    static void playMarket() {
        stage = QueryStage.open(directory);
        script = new OutcomeScript(QueryStage.PARTITION, QueryStage.SYMBOL);
        stage.awaitReady();
        stage.write(script.define());
        Outcome rest = script.rest("alice", "a:1", Side.SIDE_SELL, 6_000_000, 100, 100);
        resting = rest.getOrders(0);
        stage.write(rest);
        stage.write(script.rest("alice", "", Side.SIDE_BUY, 5_999_900, 30, 30));
        stage.write(script.rest("bob", "", Side.SIDE_BUY, 5_999_000, 40, 40));
        bobsOrder = script.nextOrderId();
        Outcome taken = script.take("bob", Side.SIDE_BUY, 6_000_000, 40, resting, 40, 60);
        tradeSequence = taken.getSequence();
        stage.write(taken);
        Outcome toCancel = script.rest("alice", "a:2", Side.SIDE_SELL, 6_100_000, 10, 10);
        canceled = toCancel.getOrders(0);
        stage.write(toCancel);
        stage.write(script.cancel(canceled));
        rejected = script.nextOrderId();
        stage.write(script.reject("alice", "a:1", RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID));
        // A repeat of the first order and a refused cancel: neither changes what is there.
        stage.write(script.next().setRepeatOfSequence(rest.getSequence()).setRepeatOfTimeUs(rest.getTimeUs()).addOrders(resting).build());
        stage.write(script.next().setReject(RejectCode.REJECT_CODE_ORDER_NOT_OPEN)
                .addOrders(canceled.toBuilder().setStatus(OrderStatus.ORDER_STATUS_CANCELED)).build());
        stage.awaitProjected(script);
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    @Test
    void anInstrumentHasItsRulesAndItsState() {
        JsonNode one = ok(stage.get("/api/v1/instruments/BTC-USD"));
        assertThat(one).isEqualTo(json("""
                {"symbol":"BTC-USD","baseAsset":"BTC","quoteAsset":"USD","priceScale":2,"quantityScale":2,"tickSize":"0.01",
                 "lotSize":"0.01","minQuantity":"0.01","maxQuantity":"10000.00","minNotional":"10.00","priceBandPercent":"10.00",
                 "volatilityBandPercent":"2.50","makerFeeBps":1,"takerFeeBps":5,"tier":"HOT","state":"TRADING"}"""));
        JsonNode all = ok(stage.get("/api/v1/instruments"));
        assertThat(all.valueStream().toList()).contains(one);
    }

    @Test
    void aBookHasAbsoluteLevelsBestFirst() {
        JsonNode book = ok(stage.get("/api/v1/books/BTC-USD"));
        assertThat(book.get("bids")).isEqualTo(json("[[\"59999.00\",\"0.30\"],[\"59990.00\",\"0.40\"]]"));
        assertThat(book.get("asks")).isEqualTo(json("[[\"60000.00\",\"0.60\"]]"));
        assertThat(book.get("symbol").asString()).isEqualTo("BTC-USD");
        assertThat(book.get("sequence").asLong()).isEqualTo(7);
        assertThat(book.get("asOf").asLong()).isPositive();
        assertThat(ok(stage.get("/api/v1/books/BTC-USD?depth=1")).get("bids").size()).isEqualTo(1);
        JsonNode top = ok(stage.get("/api/v1/books/BTC-USD/top"));
        assertThat(top.get("bid")).isEqualTo(json("[\"59999.00\",\"0.30\"]"));
        assertThat(top.get("ask")).isEqualTo(json("[\"60000.00\",\"0.60\"]"));
    }

    @Test
    void tradesComeNewestFirstAndPageBackwards() {
        JsonNode trades = ok(stage.get("/api/v1/trades/BTC-USD"));
        assertThat(trades.size()).isEqualTo(1);
        JsonNode trade = trades.get(0);
        assertThat(trade.get("tradeId").asString()).isEqualTo(tradeSequence + "-0");
        assertThat(trade.get("price").asString()).isEqualTo("60000.00");
        assertThat(trade.get("quantity").asString()).isEqualTo("0.40");
        assertThat(trade.get("takerSide").asString()).isEqualTo("BUY");
        assertThat(ok(stage.get("/api/v1/trades/BTC-USD?before=" + tradeSequence + "-1")).size()).isEqualTo(1);
        assertThat(ok(stage.get("/api/v1/trades/BTC-USD?before=" + tradeSequence + "-0")).size()).isZero();
    }

    @Test
    void whatTheClientHasAlreadyIs304WithItsAgeAndPosition() {
        for (String path : List.of("/api/v1/orders/" + resting.getOrderId(), "/api/v1/positions", "/api/v1/books/BTC-USD",
                "/api/v1/books/BTC-USD/top",
                "/api/v1/trades/BTC-USD", "/api/v1/candles/BTC-USD", "/api/v1/instruments", "/api/v1/orders")) {
            String tag = stage.getAs(ALICE, path).headers().firstValue("ETag").orElseThrow();
            HttpResponse<String> again = stage.getAs(ALICE, path, "If-None-Match", "\"other\", " + tag);
            assertThat(again.statusCode()).as(path).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(again.headers().firstValue("ETag")).contains(tag);
            assertThat(again.headers().firstValue("Age")).isPresent();
            assertThat(again.headers().firstValue("Outcry-Position")).isPresent();
            assertThat(stage.getAs(ALICE, path, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aSymbolIsWhereTheRegistrySays() {
        String symbol = IntStream.iterate(0, i -> i + 1).mapToObj(i -> "MOVED" + i)
                .filter(name -> Partitioning.ofSymbol(name, QueryStage.PARTITIONS) == QueryStage.PARTITION).findFirst().orElseThrow();
        OutcomeScript elsewhere = new OutcomeScript((QueryStage.PARTITION + 1) % QueryStage.PARTITIONS, symbol);
        stage.write(elsewhere.partition(), elsewhere.define());
        stage.write(elsewhere.partition(), elsewhere.rest("alice", "", Side.SIDE_BUY, 100, 5, 5));
        RegisteredInstrument entry = RegisteredInstrument.newBuilder().setPartition(elsewhere.partition())
                .setInstrument(Instrument.newBuilder().setSymbol(symbol)).build();
        stage.write(Topics.INSTRUMENTS, 0, symbol, entry.toByteArray());
        QueryStage.await("the registry is read", () -> stage.get("/api/v1/books/" + symbol).statusCode() == 200);
        QueryStage.await("the order is in the book",
                () -> ok(stage.get("/api/v1/books/" + symbol)).get("bids").equals(json("[[\"1.00\",\"0.05\"]]")));
        stage.awaitProjected(elsewhere);
        assertThat(ok(stage.get("/api/v1/instruments/" + symbol)).get("symbol").asString()).isEqualTo(symbol);
        stage.awaitProjected(elsewhere);
    }

    @Test
    void candlesOfEveryLengthBeginAtMultiplesOfIt() {
        long time = ok(stage.get("/api/v1/trades/BTC-USD")).get(0).get("time").asLong();
        Map.of("1m", 60_000L, "5m", 300_000L, "15m", 900_000L, "1h", 3_600_000L, "1d", 86_400_000L).forEach((interval, millis) -> {
            JsonNode candles = ok(stage.get("/api/v1/candles/BTC-USD?interval=" + interval));
            assertThat(candles).as(interval).isEqualTo(json("[[" + time / millis * millis
                    + ",\"60000.00\",\"60000.00\",\"60000.00\",\"60000.00\",\"0.40\",1]]"));
        });
        assertThat(ok(stage.get("/api/v1/candles/BTC-USD"))).as("a minute unless asked").isEqualTo(
                ok(stage.get("/api/v1/candles/BTC-USD?interval=1m")));
    }

    @Test
    void positionsAreWhatEachSideOfTheTradeHasAndHasPaid() {
        JsonNode buyer = ok(stage.getAs(BOB, "/api/v1/positions"));
        assertThat(buyer.size()).isEqualTo(1);
        assertThat(buyer.get(0).get("symbol").asString()).isEqualTo("BTC-USD");
        assertThat(buyer.get(0).get("netQuantity").asString()).isEqualTo("0.40");
        assertThat(buyer.get(0).get("averagePrice").asString()).isEqualTo("60000.00");
        assertThat(buyer.get(0).get("realisedProfit").asString()).isEqualTo("0.00");
        assertThat(buyer.get(0).get("fees").asString()).isEqualTo("12.00");
        assertThat(buyer.get(0).get("sequence").asLong()).isEqualTo(tradeSequence);
        JsonNode seller = ok(stage.getAs(ALICE, "/api/v1/positions"));
        assertThat(seller.get(0).get("netQuantity").asString()).isEqualTo("-0.40");
        assertThat(seller.get(0).get("fees").asString()).isEqualTo("-0.0001");
    }

    @Test
    void anOrderHasItsStateAndItsFillsFromBothSides() {
        JsonNode maker = ok(stage.getAs(ALICE, "/api/v1/orders/" + resting.getOrderId()));
        assertThat(maker.get("status").asString()).isEqualTo("PARTIALLY_FILLED");
        assertThat(maker.get("executedQuantity").asString()).isEqualTo("0.40");
        assertThat(maker.get("leavesQuantity").asString()).isEqualTo("0.60");
        assertThat(maker.get("fills")).isEqualTo(json(
                "[{\"tradeId\":\"" + tradeSequence
                        + "-0\",\"price\":\"60000.00\",\"quantity\":\"0.40\",\"fee\":\"-0.0001\",\"liquidity\":\"MAKER\"}]"));
        JsonNode taker = ok(stage.getAs(BOB, "/api/v1/orders/" + bobsOrder));
        assertThat(taker.get("status").asString()).isEqualTo("FILLED");
        assertThat(taker.get("fills").get(0).get("liquidity").asString()).isEqualTo("TAKER");
        assertThat(taker.get("fills").get(0).get("fee").asString()).isEqualTo("12.00");
        JsonNode refused = ok(stage.getAs(ALICE, "/api/v1/orders/" + rejected));
        assertThat(refused.get("status").asString()).isEqualTo("REJECTED");
        assertThat(refused.get("code").asString()).isEqualTo("DUPLICATE_CLIENT_ORDER_ID");
        JsonNode gone = ok(stage.getAs(ALICE, "/api/v1/orders/" + canceled.getOrderId()));
        assertThat(gone.get("status").asString()).isEqualTo("CANCELED");
        assertThat(gone.get("sequence").asLong()).as("a refused cancel leaves the order as it was").isEqualTo(7);
    }

    @Test
    void aClientOrderIdLeadsToTheOrderThatHadItFirst() {
        JsonNode order = ok(stage.getAs(ALICE, "/api/v1/orders/by-client-id/a:1"));
        assertThat(order.get("orderId").asString()).isEqualTo(String.valueOf(resting.getOrderId()));
        assertThat(stage.getAs(BOB, "/api/v1/orders/by-client-id/a:1").statusCode()).isEqualTo(404);
    }

    @Test
    void anotherAccountsOrderDoesNotExist() {
        HttpResponse<String> answer = stage.getAs(BOB, "/api/v1/orders/" + resting.getOrderId());
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(json(answer).get("code").asString()).isEqualTo("ORDER_NOT_FOUND");
        assertThat(answer.headers().firstValue("Outcry-Position")).as("a no is a statement as well").isPresent();
    }

    @Test
    void ordersAreListedNewestFirstByAccountSymbolAndState() {
        List<String> all = ids(ok(stage.getAs(ALICE, "/api/v1/orders?symbol=BTC-USD")));
        assertThat(all).hasSize(3).endsWith(String.valueOf(resting.getOrderId()));
        assertThat(all).as("a duplicate of an id was no order").doesNotContain(String.valueOf(rejected));
        assertThat(ids(ok(stage.getAs(ALICE, "/api/v1/orders")))).containsSubsequence(all);
        assertThat(ids(ok(stage.getAs(ALICE, "/api/v1/orders?symbol=ETH-USD")))).isEmpty();
        JsonNode open = ok(stage.getAs(ALICE, "/api/v1/orders?symbol=BTC-USD&status=OPEN"));
        assertThat(ids(open)).hasSize(2).endsWith(String.valueOf(resting.getOrderId()));
        assertThat(open.get("nextCursor").isNull()).isTrue();
        assertThat(open.get("orders").get(1).get("fills").size()).isEqualTo(1);
        assertThat(ids(ok(stage.getAs(BOB, "/api/v1/orders?status=OPEN")))).hasSize(1);
    }

    @Test
    void pagesOfOrdersFollowEachOtherWithoutGapOrRepeat() {
        List<String> paged = new ArrayList<>();
        String cursor = "";
        for (int page = 0; page < 3; page++) {
            JsonNode answer = ok(stage.getAs(ALICE, "/api/v1/orders?symbol=BTC-USD&limit=1" + cursor));
            paged.addAll(ids(answer));
            cursor = "&cursor=" + answer.get("nextCursor").asString("");
            assertThat(answer.get("nextCursor").isNull()).isEqualTo(page == 2);
        }
        assertThat(paged).isEqualTo(ids(ok(stage.getAs(ALICE, "/api/v1/orders?symbol=BTC-USD"))));
    }

    @Test
    void everyReadStatesItsPositionAndItsAge() {
        for (String path : List.of("/api/v1/instruments", "/api/v1/books/BTC-USD", "/api/v1/trades/BTC-USD", "/api/v1/orders")) {
            HttpResponse<String> answer = stage.getAs(ALICE, path);
            assertThat(answer.headers().firstValue("Outcry-Position").orElseThrow()).as(path).contains(String.valueOf(script.position()));
            assertThat(Long.parseLong(answer.headers().firstValue("Age").orElseThrow())).as(path).isBetween(0L, 60L);
        }
    }

    @ParameterizedTest(name = "{0}: {1} {2} {3}")
    @CsvSource({
        "/api/v1/orders, 401, UNAUTHORIZED,", "/api/v1/orders/1, 401, UNAUTHORIZED,", "/api/v1/books/NOPE-USD, 404, UNKNOWN_SYMBOL, symbol",
        "/api/v1/books/b%20d, 404, UNKNOWN_SYMBOL, symbol", "/api/v1/books/NOPE-USD/top, 404, UNKNOWN_SYMBOL, symbol",
        "/api/v1/trades/NOPE-USD, 404, UNKNOWN_SYMBOL, symbol", "/api/v1/instruments/NOPE-USD, 404, UNKNOWN_SYMBOL, symbol",
        "/api/v1/prices/NOPE-USD, 404, UNKNOWN_SYMBOL, symbol", "/api/v1/prices/NOPE-USD/explain, 404, UNKNOWN_SYMBOL, symbol",
        "/api/v1/books/BTC-USD?depth=0, 400, INVALID_PARAMETER, depth", "/api/v1/books/BTC-USD?depth=1001, 400, INVALID_PARAMETER, depth",
        "/api/v1/books/BTC-USD?depth=1.5, 400, INVALID_PARAMETER, depth", "/api/v1/books/BTC-USD?depth=, 400, INVALID_PARAMETER, depth",
        "/api/v1/books/BTC-USD?depth=1&depth=2, 400, INVALID_PARAMETER, depth",
        "/api/v1/trades/BTC-USD?limit=-1, 400, INVALID_PARAMETER, limit",
        "/api/v1/trades/BTC-USD?limit=99999, 400, INVALID_PARAMETER, limit",
        "/api/v1/trades/BTC-USD?before=x, 400, INVALID_PARAMETER, before", "/api/v1/candles/NOPE-USD, 404, UNKNOWN_SYMBOL, symbol",
        "/api/v1/candles/BTC-USD?interval=2m, 400, INVALID_PARAMETER, interval", "/api/v1/positions, 401, UNAUTHORIZED,",
        "/api/v1/candles/BTC-USD?limit=1001, 400, INVALID_PARAMETER, limit", "/api/v1/prices, 400, INVALID_PARAMETER, symbols",
        "/api/v1/prices?symbols=, 400, INVALID_PARAMETER, symbols", "'/api/v1/prices?symbols=A,,B', 400, INVALID_PARAMETER, symbols",
        "/api/v1/prices/BTC-USD?maxAgeMs=-1, 400, INVALID_PARAMETER, maxAgeMs", "/api/v1/nothing, 404, NOT_FOUND,"})
    void whatCannotBeAnsweredSaysWhy(String path, int status, String code, String field) {
        HttpResponse<String> answer = stage.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(json(answer).get("code").asString()).isEqualTo(code);
        assertThat(json(answer).path("field").asString(null)).isEqualTo(field);
    }

    @Test
    void aSymbolThatIsTooLongForOneIsNotRepeated() {
        HttpResponse<String> answer = stage.get("/api/v1/prices/" + "A".repeat(20_000));
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(json(answer).get("code").asString()).isEqualTo("UNKNOWN_SYMBOL");
        assertThat(answer.body()).hasSizeLessThan(300);
    }

    @ParameterizedTest(name = "{0}: {1} {2} {3}")
    @CsvSource({
        "key-of-admin, /api/v1/orders, 403, FORBIDDEN,", "key-of-nobody, /api/v1/orders, 401, UNAUTHORIZED,",
        "key-of-alice, /api/v1/orders?limit=0, 400, INVALID_PARAMETER, limit",
        "key-of-alice, /api/v1/orders?status=NEW, 400, INVALID_PARAMETER, status",
        "key-of-alice, /api/v1/orders?cursor=x, 400, INVALID_PARAMETER, cursor",
        "key-of-alice, /api/v1/orders?symbol=%00, 400, INVALID_PARAMETER, symbol",
        "key-of-alice, /api/v1/orders/abc, 404, ORDER_NOT_FOUND,",
        "key-of-alice, /api/v1/orders/9223372036854775807, 404, ORDER_NOT_FOUND,",
        "key-of-alice, /api/v1/orders/9999999999999999999, 404, ORDER_NOT_FOUND,",
        "key-of-alice, /api/v1/orders/by-client-id/nobodys, 404, ORDER_NOT_FOUND,",
        "key-of-alice, /api/v1/orders/by-client-id/b%20d, 400, INVALID_PARAMETER, clientOrderId"})
    void ownOrdersNeedTheRightKeyAndParameters(String key, String path, int status, String code, String field) {
        HttpResponse<String> answer = stage.getAs(key, path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(json(answer).get("code").asString()).isEqualTo(code);
        assertThat(json(answer).path("field").asString(null)).isEqualTo(field);
    }

    @Test
    void aReadWaitsForThePositionItNames() {
        // Again where the machine was too busy to write within the deadline of a read.
        QueryStage.await("a read has waited", () -> {
            long next = script.nextOrderId();
            CompletableFuture<HttpResponse<String>> waiting =
                    stage.getAsync("/api/v1/books/BTC-USD", "Outcry-Read-After", String.valueOf(next));
            stage.write(script.nothing());
            HttpResponse<String> answer = waiting.join();
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 412);
            if (answer.statusCode() == 200) {
                assertThat(Long.parseLong(answer.headers().firstValue("Outcry-Position").orElseThrow())).isGreaterThanOrEqualTo(next);
            }
            return answer.statusCode() == 200;
        });
        stage.awaitProjected(script);
    }

    @Test
    void aPositionThatDoesNotComeIs412AfterTheDeadline() {
        long start = System.nanoTime();
        long farOff = LogPosition.of(QueryStage.PARTITION, 1_000_000);
        HttpResponse<String> answer =
                stage.get("/api/v1/instruments", "Outcry-Read-After", String.valueOf(farOff), "If-None-Match", "*");
        assertThat(answer.statusCode()).as("whatever the client has").isEqualTo(412);
        assertThat(json(answer).get("code").asString()).isEqualTo("POSITION_NOT_REACHED");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(490), Duration.ofSeconds(10));
        assertThat(answer.headers().firstValue("Age")).isPresent();
        assertThat(answer.headers().firstValue("Outcry-Position")).as("how far the view is").contains(String.valueOf(script.position()));
    }

    /** There is no partition 10, of orders or of prices. */
    @ParameterizedTest
    @CsvSource({"2814749767106560, o10", "p2814749767106560, x10"})
    void aPartitionThatDoesNotExistIs412AtOnceWhateverIsRead(String token, String partition) {
        double waited = waits();
        for (String path : List.of("/api/v1/instruments", "/api/v1/books/BTC-USD", "/api/v1/orders/" + resting.getOrderId())) {
            HttpResponse<String> answer = stage.getAs(ALICE, path, "Outcry-Read-After", token);
            assertThat(answer.statusCode()).as(path).isEqualTo(412);
            assertThat(json(answer).get("code").asString()).isEqualTo("POSITION_NOT_REACHED");
            assertThat(json(answer).get("detail").asString())
                    .isEqualTo("the token names partition " + partition + ", which does not exist");
            assertThat(answer.headers().firstValue("Age")).as(path).isPresent();
            assertThat(answer.headers().firstValue("Outcry-Position").orElseThrow()).as(path).contains(String.valueOf(script.position()));
        }
        assertThat(waits() - waited).as("ms waited for all of them").isLessThan(500);
    }

    private static double waits() {
        return stage.bean(MeterRegistry.class).get("outcry.query.readafter.wait").tag("result", "missed").timer()
                .totalTime(TimeUnit.MILLISECONDS);
    }

    @ParameterizedTest
    @CsvSource({"abc", "''", "-1", "1;2", "p", "99999999999999999999"})
    void aTokenThatNobodyGaveOutIsABadParameter(String token) {
        HttpResponse<String> answer = stage.get("/api/v1/instruments", "Outcry-Read-After", token);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(json(answer).get("code").asString()).isEqualTo("INVALID_PARAMETER");
    }

    private static List<String> ids(JsonNode page) {
        return page.get("orders").valueStream().map(order -> order.get("orderId").asString()).toList();
    }
}
