// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.setting.UnknownSettings;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.query.feed.LogFeed;
import io.outcry.query.stream.StreamClient;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** The streams as they are in the service: from Kafka to a client, beside the reads from Redis. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class StreamsIT {

    /** Twice as long as it may take: watchers are counted every five seconds, and told of after ten more. */
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(40);

    @TempDir
    private static Path directory;

    private static QueryStage stage;

    @BeforeAll
    static void open(CapturedOutput output) {
        stage = QueryStage.open(directory);
        assertThat(output).doesNotContain(UnknownSettings.TOLD);
        stage.awaitReady();
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    /** WebSockets are open to every page, and here are keys that everybody knows. */
    @Test
    void aPageFromElsewhereOpensNoStream() {
        URI stream = URI.create("ws://localhost:" + stage.port() + "/api/v1/stream");
        assertThatThrownBy(() -> HttpClient.newHttpClient().newWebSocketBuilder().header("Origin", "https://attacker.example")
                .buildAsync(stream, new WebSocket.Listener() {}).join())
                .hasCauseInstanceOf(WebSocketHandshakeException.class)
                .satisfies(failure -> assertThat(((WebSocketHandshakeException) failure.getCause()).getResponse().statusCode())
                        .isEqualTo(403));
        HttpClient.newHttpClient().newWebSocketBuilder().header("Origin", "http://localhost:" + stage.port())
                .buildAsync(stream, new WebSocket.Listener() {}).join().abort();
    }

    @Test
    void aPriceThatIsWrittenReachesWhoWatchesIt() {
        String symbol = "P-USD";
        stage.price(symbol, 1_000, System.currentTimeMillis());
        QueryStage.await("the price is known", () -> stage.get("/api/v1/prices/" + symbol).statusCode() == 200);
        try (StreamClient client = StreamClient.open(stage.port(), null)) {
            client.subscribe("price:" + symbol);
            assertThat(client.next("price:" + symbol).get("price").asString()).isEqualTo("10.00");
            stage.price(symbol, 1_001, System.currentTimeMillis());
            JsonNode price = client.next("price:" + symbol);
            assertThat(price.get("price").asString()).isEqualTo("10.01");
            assertThat(price.get("sequence")).isEqualTo(ok(stage.get("/api/v1/prices/" + symbol)).get("sequence"));
        }
    }

    /** A symbol of this partition that readers know. */
    private OutcomeScript listed(int partition) {
        OutcomeScript script = new OutcomeScript(partition, stage.symbolIn(partition));
        stage.write(partition, script.define());
        stage.awaitProjected(script);
        return script;
    }

    /** Nobody else need read a price that is watched: it must not grow cold for that. */
    @Test
    void aPriceThatIsWatchedIsToldToBeRead() {
        String symbol = listed(2).symbol();
        try (StreamClient client = StreamClient.open(stage.port(), null)) {
            client.subscribe("price:" + symbol);
            QueryStage.await("it is told to be read", TOLD_WITHIN, () -> stage.records(Topics.PRICE_COMMANDS).stream()
                    .anyMatch(record -> new String(record.key(), StandardCharsets.UTF_8).equals(symbol)));
        }
    }

    /** What a client puts together from a snapshot and changes is what the reads answer, level by level. */
    @Test
    void aRebuiltBookIsTheBookThatIsRead() {
        OutcomeScript script = listed(1);
        String channel = "book:" + script.symbol();
        SplittableRandom random = new SplittableRandom(7);
        play(script, random, 50);
        stage.awaitProjected(script);
        try (StreamClient client = StreamClient.open(stage.port(), null)) {
            client.subscribe(channel);
            TreeMap<Long, String> bids = new TreeMap<>(Comparator.reverseOrder());
            long sequence = apply(client.next(channel), -1, bids);
            play(script, random, 200);
            stage.awaitProjected(script);
            JsonNode read = ok(stage.get("/api/v1/books/" + script.symbol() + "?depth=1000"));
            while (sequence < read.get("sequence").asLong()) {
                sequence = apply(client.next(channel), sequence, bids);
            }
            assertThat(sequence).isEqualTo(read.get("sequence").asLong());
            List<String> levels = new ArrayList<>();
            read.get("bids").forEach(level -> levels.add(level.get(0).asString() + "x" + level.get(1).asString()));
            assertThat(bids.values()).containsExactlyElementsOf(levels);
        }
    }

    @Test
    void whoComesLaterGetsTheBookThatIsReadAndSoDoesOneWhoSaysHeHasMore() {
        OutcomeScript script = listed(0);
        String channel = "book:" + script.symbol();
        try (StreamClient watcher = StreamClient.open(stage.port(), null);
                StreamClient later = StreamClient.open(stage.port(), QueryStage.ADMIN)) {
            watcher.subscribe(channel);
            watcher.next(channel);
            play(script, new SplittableRandom(11), 3);
            stage.awaitProjected(script);
            JsonNode read = ok(stage.get("/api/v1/books/" + script.symbol() + "?depth=1000"));
            later.subscribe(channel);
            JsonNode whole = later.next(channel);
            assertThat(whole.get("sequence")).isEqualTo(read.get("sequence"));
            assertThat(whole.get("bids")).isEqualTo(read.get("bids"));
            later.send("{\"op\":\"subscribe\",\"channels\":[\"" + channel + "\"],\"resume\":{\"" + channel + "\":["
                    + whole.get("epoch").asLong() + "," + (whole.get("sequence").asLong() + 1_000) + "]}}");
            assertThat(later.next("the answer", message -> message.has("op")).get("recovered").asBoolean()).isFalse();
            assertThat(later.next(channel)).isEqualTo(whole);
        }
    }

    private static void play(OutcomeScript script, SplittableRandom random, int times) {
        for (int i = 0; i < times; i++) {
            int quantity = random.nextInt(3);
            Outcome outcome = quantity == 0
                    ? script.next().addLevels(OutcomeScript.level(Side.SIDE_BUY, 1_000 + random.nextInt(20), 0)).build()
                    : script.rest("alice", "", Side.SIDE_BUY, 1_000 + random.nextInt(20), quantity, quantity);
            stage.write(script.partition(), outcome);
        }
    }

    private static long apply(JsonNode message, long sequence, TreeMap<Long, String> bids) {
        if (message.get("type").asString().equals("delta")) {
            assertThat(message.get("first").asLong()).isEqualTo(sequence + 1);
        }
        for (JsonNode level : message.get("bids")) {
            long price = Long.parseLong(level.get(0).asString().replace(".", ""));
            if (level.get(1).asString().equals("0")) {
                bids.remove(price);
            } else {
                bids.put(price, level.get(0).asString() + "x" + level.get(1).asString());
            }
        }
        return message.get("sequence").asLong();
    }

    @Test
    void ownOrdersAndTradesComeAsTheyHappen() {
        int partition = 2;
        OutcomeScript script = new OutcomeScript(partition, stage.symbolIn(partition));
        stage.write(partition, script.define());
        Outcome rest = script.rest("bob", "b:1", Side.SIDE_SELL, 5_000, 100, 100);
        OrderReport maker = rest.getOrders(0);
        stage.write(partition, rest);
        stage.awaitProjected(script);
        try (StreamClient bob = StreamClient.open(stage.port(), QueryStage.BOB);
                StreamClient anybody = StreamClient.open(stage.port(), null)) {
            bob.subscribe("orders");
            JsonNode open = bob.next("orders");
            assertThat(open.get("type").asString()).isEqualTo("snapshot");
            assertThat(open.get("orders").get(0).get("clientOrderId").asString()).isEqualTo("b:1");
            anybody.subscribe("trades:" + script.symbol());
            assertThat(anybody.next("trades:" + script.symbol()).get("trades").size()).isZero();
            stage.write(partition, script.take("alice", Side.SIDE_BUY, 5_000, 40, maker, 40, 60));
            JsonNode report = bob.next("orders").get("order");
            assertThat(report.get("orderId").asString()).isEqualTo(Long.toString(maker.getOrderId()));
            assertThat(report.get("status").asString()).isEqualTo("PARTIALLY_FILLED");
            assertThat(report.get("fills").get(0).get("liquidity").asString()).isEqualTo("MAKER");
            JsonNode trade = anybody.next("trades:" + script.symbol());
            assertThat(trade.get("quantity").asString()).isEqualTo("0.40");
            stage.awaitProjected(script);
            JsonNode read = ok(stage.get("/api/v1/trades/" + script.symbol())).get(0);
            assertThat(read.get("tradeId")).isEqualTo(trade.get("tradeId"));
            // Who comes later gets the trade at once.
            try (StreamClient later = StreamClient.open(stage.port(), null)) {
                later.subscribe("trades:" + script.symbol());
                assertThat(later.next("trades:" + script.symbol()).get("trades").get(0).get("tradeId")).isEqualTo(trade.get("tradeId"));
            }
        }
    }

    @Test
    void aServiceThatStopsSaysGoodbyeAndTheNextOneTakesUpWhereTheClientWas() {
        int partition = 3;
        OutcomeScript script = new OutcomeScript(partition, stage.symbolIn(partition));
        String channel = "book:" + script.symbol();
        stage.write(partition, script.define());
        stage.awaitProjected(script);
        JsonNode whole;
        try (StreamClient client = StreamClient.open(stage.port(), null)) {
            client.subscribe(channel);
            whole = client.next(channel);
            stage.stopService();
            assertThat(client.nextOfType("bye").get("reason").asString()).isEqualTo("shutdown");
        }
        stage.startService();
        stage.awaitReady();
        QueryStage.await("its books are known here",
                () -> stage.bean(LogFeed.class).isLive(new ViewPartition(ViewLog.ORDERS, partition)));
        try (StreamClient client = StreamClient.open(stage.port(), null)) {
            client.send("{\"op\":\"subscribe\",\"channels\":[\"" + channel + "\"],\"resume\":{\"" + channel + "\":["
                    + whole.get("epoch").asLong() + "," + whole.get("sequence").asLong() + "]}}");
            assertThat(client.next("the answer", message -> message.has("op")).get("recovered").asBoolean()).isTrue();
            stage.write(partition, script.rest("alice", "", Side.SIDE_BUY, 1_000, 5, 5));
            JsonNode delta = client.next(channel);
            assertThat(delta.get("type").asString()).isEqualTo("delta");
            assertThat(delta.get("first").asLong()).isEqualTo(whole.get("sequence").asLong() + 1);
        }
    }
}
