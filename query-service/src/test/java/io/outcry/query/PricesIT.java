// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.json;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.RefreshPrice;
import io.outcry.contracts.v1.RefreshReason;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class PricesIT {

    private static final int READERS = 100;

    @TempDir
    private static Path directory;

    private static QueryStage stage;

    @BeforeAll
    static void start() {
        stage = QueryStage.openImpatient(directory, QueryStage.PARTITIONS);
        stage.awaitReady();
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    private static void define(String symbol) {
        int partition = Partitioning.ofSymbol(symbol, QueryStage.PARTITIONS);
        OutcomeScript script = new OutcomeScript(partition, symbol);
        stage.write(Topics.ORDER_OUTCOMES, partition, symbol, script.define().toByteArray());
        QueryStage.await(symbol + " is known", () -> stage.get("/api/v1/instruments/" + symbol).statusCode() == 200);
    }

    private static HttpResponse<String> read(String path) {
        return PatientRead.of(() -> stage.get(path));
    }

    private static void awaitPrice(String symbol, String price) {
        QueryStage.await(symbol + " costs " + price, () -> {
            HttpResponse<String> answer = stage.get("/api/v1/prices/" + symbol);
            return answer.statusCode() == 200 && json(answer).get("price").asString().equals(price)
                    && answer.headers().firstValue("Outcry-Position").isPresent();
        });
    }

    /** What was asked for, and not what is told of how often a price was read. */
    private static List<ConsumerRecord<byte[], byte[]>> requests(String symbol) {
        return stage.records(Topics.PRICE_COMMANDS).stream()
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8).equals(symbol))
                .filter(record -> parse(record.value()).getReason() != RefreshReason.REFRESH_REASON_READS)
                .toList();
    }

    @Test
    void aPriceSaysHowOldAndHowGoodItIs() {
        long asOf = System.currentTimeMillis() - 1_500;
        stage.price("P-FRESH", 6_000_012, asOf);
        awaitPrice("P-FRESH", "60000.12");
        long before = System.currentTimeMillis();
        HttpResponse<String> answer = read("/api/v1/prices/P-FRESH");
        long after = System.currentTimeMillis();
        JsonNode price = ok(answer);
        assertThat(price.get("bid").asString()).isEqualTo("60000.11");
        assertThat(price.get("ask").asString()).isEqualTo("60000.13");
        assertThat(price.get("confidence").asString()).isEqualTo("0.05");
        assertThat(price.get("asOf").asLong()).isEqualTo(asOf);
        assertThat(price.get("ageMs").asLong()).isBetween(before - asOf, after - asOf);
        assertThat(price.get("status").asString())
                .isIn(after - asOf < 10_000 ? List.of("FRESH") : List.of("FRESH", "STALE"));
        assertThat(price.get("tier").asString()).isEqualTo("HOT");
        assertThat(price.get("sources").asInt()).isEqualTo(3);
        assertThat(price.get("sequence").asLong()).isPositive();
        assertThat(Long.parseLong(answer.headers().firstValue("Age").orElseThrow()))
                .as("in whole seconds, never younger than the truth").isGreaterThanOrEqualTo(2);
        assertThat(answer.headers().firstValue("Outcry-Position").orElseThrow()).startsWith("p");
    }

    @Test
    void anOldPriceStaysAndIsMarkedStale() {
        stage.price("P-OLD", 100, System.currentTimeMillis() - 60_000);
        awaitPrice("P-OLD", "1.00");
        JsonNode price = ok(read("/api/v1/prices/P-OLD"));
        assertThat(price.get("status").asString()).isEqualTo("STALE");
        assertThat(price.get("ageMs").asLong()).isGreaterThanOrEqualTo(60_000);
    }

    @Test
    void manyPricesComeInTheOrderAskedForAndAnUnknownOneIsNamed() {
        long now = System.currentTimeMillis();
        Stream.of("P-A", "P-B").forEach(symbol -> stage.price(symbol, 200, now));
        awaitPrice("P-A", "2.00");
        awaitPrice("P-B", "2.00");
        JsonNode prices = ok(read("/api/v1/prices?symbols=P-B,P-A,P-B"));
        assertThat(prices.valueStream().map(price -> price.get("symbol").asString())).containsExactly("P-B", "P-A");
        HttpResponse<String> answer = read("/api/v1/prices?symbols=P-A,P-NOPE");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("P-NOPE").contains("\"field\":\"symbol\"");
    }

    /** What is read of one symbol may come on another thread than what is read of the next. */
    @Test
    void aListOfUnknownSymbolsHasAWholeAnswerHoweverManyAskForIt() {
        String path = "/api/v1/prices?symbols=" + IntStream.range(0, 100).mapToObj(i -> "NO-" + i).collect(Collectors.joining(","));
        for (int i = 0; i < 100; i++) {
            List<CompletableFuture<HttpResponse<String>>> all = Stream.generate(() -> stage.getAsync(path)).limit(4).toList();
            for (CompletableFuture<HttpResponse<String>> each : all) {
                HttpResponse<String> answer = each.orTimeout(20, TimeUnit.SECONDS).join();
                assertThat(answer.statusCode()).isIn(404, 503);
                assertThat(answer.headers().map()).containsKeys("content-type", "content-length");
                if (answer.statusCode() == 404) {
                    assertThat(answer.headers().map()).containsKey("age");
                    assertThat(json(answer).path("detail").asString()).contains("'NO-0'");
                }
            }
        }
    }

    @Test
    void aKnownSymbolWithoutAPriceIs503AndAPriceIsAskedFor() {
        define("P-NEW");
        HttpResponse<String> answer = read("/api/v1/prices/P-NEW");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(json(answer).get("code").asString()).isEqualTo("NO_PRICE");
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        QueryStage.await("a price was asked for", () -> !requests("P-NEW").isEmpty());
    }

    @Test
    void theExplanationShowsWhatEachVenueSaid() {
        stage.price("P-WHY", 500, System.currentTimeMillis());
        awaitPrice("P-WHY", "5.00");
        JsonNode venues = ok(read("/api/v1/prices/P-WHY/explain")).get("venues");
        assertThat(venues.get(0).get("venue").asString()).isEqualTo("binance");
        assertThat(venues.get(0).get("status").asString()).isEqualTo("USED");
        assertThat(venues.get(0).get("bid").asString()).isEqualTo("4.99");
        assertThat(venues.get(1).get("status").asString()).isEqualTo("UNAVAILABLE");
        assertThat(venues.get(1).get("reason").asString()).isEqualTo("said \"no\"\n");
        assertThat(venues.get(1).get("weight").asInt()).isZero();
    }

    @Test
    void aHundredReadersOfAnOldPriceCauseOneRequestAndGetTheNewPrice() {
        stage.price("P-MANY", 100, System.currentTimeMillis() - 60_000);
        awaitPrice("P-MANY", "1.00");
        long start = System.nanoTime();
        List<CompletableFuture<HttpResponse<String>>> readers =
                IntStream.range(0, READERS).mapToObj(_ -> stage.getAsync("/api/v1/prices/P-MANY?maxAgeMs=30000")).toList();
        QueryStage.await("a price was asked for", () -> !requests("P-MANY").isEmpty());
        stage.price("P-MANY", 101, System.currentTimeMillis());
        for (CompletableFuture<HttpResponse<String>> reader : readers) {
            assertThat(ok(reader.join()).get("price").asString()).isIn("1.00", "1.01");
        }
        awaitPrice("P-MANY", "1.01");
        List<ConsumerRecord<byte[], byte[]>> requests = requests("P-MANY");
        // A request stands for two seconds: only a machine that needs longer for a hundred readers sees another.
        int others = (int) (Duration.ofNanos(System.nanoTime() - start).toMillis() / 2_000);
        assertThat(requests).hasSizeBetween(1, 1 + others);
        assertThat(parse(requests.getFirst().value()).getReason()).isEqualTo(RefreshReason.REFRESH_REASON_REQUEST);
        assertThat(requests.getFirst().partition()).isEqualTo(Partitioning.ofSymbol("P-MANY", QueryStage.PARTITIONS));
    }

    @Test
    void aFreshPriceThatDoesNotComeLeavesTheLastGoodOneAfterTheDeadline() {
        stage.price("P-WAIT", 300, System.currentTimeMillis() - 5_000);
        awaitPrice("P-WAIT", "3.00");
        long start = System.nanoTime();
        JsonNode price = ok(read("/api/v1/prices/P-WAIT?maxAgeMs=0"));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(400), Duration.ofSeconds(10));
        assertThat(price.get("price").asString()).isEqualTo("3.00");
        assertThat(price.get("ageMs").asLong()).isGreaterThanOrEqualTo(5_000);
    }

    @Test
    void aNewerPriceThatIsStillTooOldDoesNotEndTheWaitOfOneOrOfAList() {
        for (String path : List.of("/P-STRICT?maxAgeMs=2000", "?symbols=P-STRICT,P-YOUNG&maxAgeMs=2000")) {
            // Again where the machine was too busy to write both within the deadline of a read.
            QueryStage.await("a read has waited for the second price", () -> {
                stage.price("P-YOUNG", 100, System.currentTimeMillis());
                stage.price("P-STRICT", 100, System.currentTimeMillis() - 60_000);
                awaitPrice("P-STRICT", "1.00");
                CompletableFuture<HttpResponse<String>> reader = asking("/api/v1/prices" + path);
                stage.price("P-STRICT", 101, System.currentTimeMillis() - 50_000);
                stage.price("P-STRICT", 102, System.currentTimeMillis());
                HttpResponse<String> answer = reader.join();
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                awaitPrice("P-STRICT", "1.02");
                return answer.body().contains("\"price\":\"1.02\"");
            });
        }
    }

    @Test
    void aNewerPriceThatIsStillTooOldIsTheAnswerAfterTheDeadline() {
        stage.price("P-LATE", 100, System.currentTimeMillis() - 60_000);
        awaitPrice("P-LATE", "1.00");
        QueryStage.await("a newer price came within the deadline of a read", () -> {
            long start = System.nanoTime();
            CompletableFuture<HttpResponse<String>> reader = asking("/api/v1/prices/P-LATE?maxAgeMs=1000");
            stage.price("P-LATE", 101, System.currentTimeMillis() - 50_000);
            JsonNode price = ok(reader.join());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(400), Duration.ofSeconds(10));
            assertThat(price.get("status").asString()).isEqualTo("STALE");
            return price.get("price").asString().equals("1.01");
        });
    }

    /** A read that waits for a fresh price, or has waited in vain. */
    private static CompletableFuture<HttpResponse<String>> asking(String path) {
        double before = stage.bean(MeterRegistry.class).get("outcry.query.refresh.requests").counter().count();
        CompletableFuture<HttpResponse<String>> reader = stage.getAsync(path);
        QueryStage.await("a price is asked for", () -> reader.isDone()
                || stage.bean(MeterRegistry.class).get("outcry.query.refresh.requests").counter().count() > before);
        return reader;
    }

    @Test
    void aNewPriceIsAskedForAndComesAlsoWhileRedisHangs() {
        stage.price("P-LOG", 100, System.currentTimeMillis() - 2_000);
        awaitPrice("P-LOG", "1.00");
        stage.freezeRedis();
        try {
            CompletableFuture<HttpResponse<String>> reader = stage.getAsync("/api/v1/prices/P-LOG?maxAgeMs=1000");
            QueryStage.await("a price was asked for", () -> !requests("P-LOG").isEmpty());
            stage.price("P-LOG", 101, System.currentTimeMillis());
            awaitPrice("P-LOG", "1.01");
            assertThat(ok(reader.join()).get("price").asString()).isIn("1.00", "1.01");
        } finally {
            stage.thawRedis();
        }
        stage.awaitReady();
    }

    /** Also while it is not known yet that Redis hangs, and the view does not reach the position in time. */
    @Test
    void anOldPriceThatATokenNamesIsToldWhileRedisHangsAloneAndInAList() {
        stage.freezeRedis();
        try {
            stage.price("P-HELD", 100, System.currentTimeMillis() - 60_000);
            awaitPrice("P-HELD", "1.00");
            for (String path : List.of("/P-HELD", "?symbols=P-HELD", "/P-HELD?maxAgeMs=0", "?symbols=P-HELD&maxAgeMs=0")) {
                HttpResponse<String> untold = stage.get("/api/v1/prices" + path);
                String token = untold.headers().firstValue("Outcry-Position").orElseThrow();
                HttpResponse<String> answer = stage.get("/api/v1/prices" + path, "Outcry-Read-After", token);
                assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(200);
                assertThat(answer.body()).as(path).contains("\"price\":\"1.00\"").contains("STALE");
            }
        } finally {
            stage.thawRedis();
        }
        stage.awaitReady();
    }

    @Test
    void aSymbolThatNobodyKnowsIs404HoweverItIsAskedFor() {
        for (String path : List.of("", "?maxAgeMs=0", "/explain")) {
            HttpResponse<String> answer = read("/api/v1/prices/P-NEVER" + path);
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(json(answer).get("code").asString()).as(path).isEqualTo("UNKNOWN_SYMBOL");
            assertThat(answer.headers().firstValue("Age")).as(path).isPresent();
        }
        assertThat(requests("P-NEVER")).as("requests for a symbol that does not exist").isEmpty();
    }

    @Test
    void aKnownSymbolWithoutAPriceHasNoExplanationAndNoneComesOfWaiting() {
        define("P-SOON");
        for (String path : List.of("/explain", "?maxAgeMs=1000")) {
            HttpResponse<String> answer = read("/api/v1/prices/P-SOON" + path);
            assertThat(answer.statusCode()).as(path).isEqualTo(503);
            assertThat(json(answer).get("code").asString()).as(path).isEqualTo("NO_PRICE");
        }
    }

    @Test
    void anAgeThatIsNoneIsRefused() {
        for (String age : List.of("-1", "soon", "1.5", "99999999999")) {
            HttpResponse<String> answer = read("/api/v1/prices/P-AGE?maxAgeMs=" + age);
            assertThat(answer.statusCode()).as(age).isEqualTo(400);
            assertThat(answer.body()).as(age).contains("maxAgeMs");
        }
    }

    private static RefreshPrice parse(byte[] value) {
        try {
            return RefreshPrice.parseFrom(value);
        } catch (com.google.protobuf.InvalidProtocolBufferException e) {
            throw new AssertionError("not a request for a price", e);
        }
    }
}
