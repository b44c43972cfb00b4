// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static io.outcry.query.stream.MarketOnStage.level;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.outcry.contracts.v1.Side;
import io.outcry.query.stream.channel.StreamSource;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a client sees. */
@Timeout(60)
class StreamProtocolTest {

    private StreamStage stage;
    private MarketOnStage market;

    @BeforeEach
    void open() {
        stage = new StreamStage();
        market = stage.market;
        market.define("BTC-USD");
        market.define("ETH-USD");
        market.price("BTC-USD", 6_000_000);
    }

    @AfterEach
    void close() {
        stage.close();
        assertThat(stage.isEmpty()).as("after the end").isTrue();
    }

    @Test
    void theNewestPriceComesAtOnceAndThenEveryChange() {
        try (StreamClient client = stage.client()) {
            JsonNode subscribed = client.subscribe("price:BTC-USD");
            assertThat(subscribed.get("id").asInt()).isEqualTo(1);
            assertThat(subscribed.get("channels").get(0).asString()).isEqualTo("price:BTC-USD");
            JsonNode price = client.next("price:BTC-USD");
            assertThat(price.get("type").asString()).isEqualTo("price");
            assertThat(price.get("price").asString()).isEqualTo("60000.00");
            assertThat(price.get("epoch").asLong()).isEqualTo(MarketOnStage.EPOCH);
            assertThat(price.get("sequence").asLong()).isEqualTo(1);
            assertThat(price.get("status").asString()).isEqualTo("FRESH");
            assertThat(price.get("conflated").asLong()).isZero();
            market.price("BTC-USD", 6_000_001);
            assertThat(client.next("price:BTC-USD").get("price").asString()).isEqualTo("60000.01");
        }
    }

    @Test
    void aBookComesWholeAndThenInChangesThatFollowEachOther() {
        market.levels("BTC-USD", level(Side.SIDE_BUY, 100, 5), level(Side.SIDE_SELL, 102, 7));
        try (StreamClient client = stage.client()) {
            client.subscribe("book:BTC-USD");
            JsonNode whole = client.next("book:BTC-USD");
            assertThat(whole.get("type").asString()).isEqualTo("snapshot");
            assertThat(whole.get("bids").toString()).isEqualTo("[[\"1.00\",\"0.05\"]]");
            assertThat(whole.get("asks").toString()).isEqualTo("[[\"1.02\",\"0.07\"]]");
            market.elsewhere();
            long sequence = market.levels("BTC-USD", level(Side.SIDE_BUY, 100, 0), level(Side.SIDE_BUY, 99, 1));
            JsonNode delta = client.next("book:BTC-USD");
            assertThat(delta.get("type").asString()).isEqualTo("delta");
            assertThat(delta.get("first").asLong()).isEqualTo(whole.get("sequence").asLong() + 1);
            assertThat(delta.get("sequence").asLong()).isEqualTo(sequence).isGreaterThan(delta.get("first").asLong());
            assertThat(delta.get("bids").toString()).isEqualTo("[[\"1.00\",\"0\"],[\"0.99\",\"0.01\"]]");
            assertThat(delta.get("asks").toString()).isEqualTo("[]");
        }
    }

    @Test
    void tradesBeginWithTheStoredOnes() {
        market.storedTrades(CompletableFuture.completedFuture(new StreamSource.RecentTrades(2, List.of("{\"tradeId\":\"2-0\"}"))));
        try (StreamClient client = stage.client()) {
            client.subscribe("trades:BTC-USD");
            JsonNode stored = client.next("trades:BTC-USD");
            assertThat(stored.get("type").asString()).isEqualTo("snapshot");
            assertThat(stored.get("trades").get(0).get("tradeId").asString()).isEqualTo("2-0");
            market.rest("BTC-USD", "bob", 6_000_000, 3);
            long sequence = market.trade("BTC-USD", 6_000_000, 3, "alice", "bob");
            JsonNode trade = client.next("trades:BTC-USD");
            assertThat(trade.get("type").asString()).isEqualTo("trade");
            assertThat(trade.get("tradeId").asString()).isEqualTo(sequence + "-0");
            assertThat(trade.get("first").asLong()).isEqualTo(3);
            assertThat(trade.get("sequence").asLong()).isEqualTo(sequence);
            assertThat(trade.get("takerSide").asString()).isEqualTo("BUY");
        }
    }

    @Test
    void ownOrdersNeedAKeyAndComeWithTheirFills() {
        market.storedOrders(CompletableFuture.completedFuture(new StreamSource.OpenOrders(
                Map.of(MarketOnStage.PARTITION, 2L), List.of("{\"orderId\":\"9\",\"status\":\"NEW\"}"), false)));
        try (StreamClient client = stage.client(StreamStage.ALICE)) {
            client.subscribe("orders");
            JsonNode open = client.next("orders");
            assertThat(open.get("type").asString()).isEqualTo("snapshot");
            assertThat(open.get("orders").get(0).get("orderId").asString()).isEqualTo("9");
            assertThat(open.get("more").asBoolean()).isFalse();
            market.rest("BTC-USD", "bob", 6_000_000, 3);
            market.trade("BTC-USD", 6_000_000, 3, "alice", "bob");
            JsonNode report = client.next("orders");
            assertThat(report.get("type").asString()).isEqualTo("order");
            assertThat(report.get("sequence").asLong()).isEqualTo(open.get("sequence").asLong() + 1);
            assertThat(report.get("order").get("status").asString()).isEqualTo("FILLED");
            assertThat(report.get("order").get("fills").get(0).get("liquidity").asString()).isEqualTo("TAKER");
        }
    }

    @Test
    void aPageThatCannotSetHeadersSaysItsKeyInAMessage() {
        try (StreamClient client = stage.client()) {
            client.send("{\"op\":\"subscribe\",\"id\":\"a\",\"channels\":[\"orders\"]}");
            JsonNode error = client.nextOfType("error");
            assertThat(error.get("code").asString()).isEqualTo("UNAUTHORIZED");
            assertThat(error.get("channel").asString()).isEqualTo("orders");
            assertThat(error.get("id").asString()).isEqualTo("a");
            client.send("{\"op\":\"auth\",\"token\":\"no key of ours\",\"id\":2}");
            assertThat(client.nextOfType("error").get("code").asString()).isEqualTo("UNAUTHORIZED");
            client.send("{\"op\":\"auth\",\"token\":\"" + "as.long.as.a.web.token.may.be".repeat(100) + "\",\"id\":2}");
            assertThat(client.nextOfType("error").get("code").asString()).isEqualTo("UNAUTHORIZED");
            client.send("{\"op\":\"auth\",\"token\":\"key-of-admin\",\"id\":3}");
            assertThat(client.nextOfType("error").get("code").asString()).isEqualTo("FORBIDDEN");
            client.send("{\"op\":\"auth\",\"token\":\"" + StreamStage.ALICE + "\",\"id\":4}");
            assertThat(client.next("authenticated", message -> message.has("op")).get("account").asString()).isEqualTo("alice");
            client.subscribe("orders");
            assertThat(client.next("orders").get("type").asString()).isEqualTo("snapshot");
        }
    }

    @Test
    void aClientThatComesBackGetsOnlyWhatItMissed() {
        long seen;
        try (StreamClient client = stage.client()) {
            client.subscribe("book:BTC-USD");
            seen = client.next("book:BTC-USD").get("sequence").asLong();
        }
        market.levels("BTC-USD", level(Side.SIDE_BUY, 100, 5));
        long newest = market.levels("BTC-USD", level(Side.SIDE_BUY, 100, 6));
        try (StreamClient client = stage.client()) {
            client.send("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-USD\"],\"resume\":{\"book:BTC-USD\":[77," + seen + "]}}");
            assertThat(client.next("subscribed", message -> message.has("op")).get("recovered").asBoolean()).isTrue();
            JsonNode missed = client.next("book:BTC-USD");
            assertThat(missed.get("type").asString()).isEqualTo("delta");
            assertThat(missed.get("first").asLong()).isEqualTo(seen + 1);
            assertThat(missed.get("sequence").asLong()).isEqualTo(newest);
            assertThat(missed.get("conflated").asLong()).isEqualTo(1);
            assertThat(missed.get("bids").toString()).isEqualTo("[[\"1.00\",\"0.06\"]]");
        }
    }

    @Test
    void oneThatWasAwayTooLongOrComesFromAnotherLogIsToldSo() {
        try (StreamClient client = stage.client()) {
            client.subscribe("book:BTC-USD");
            long seen = client.next("book:BTC-USD").get("sequence").asLong();
            long last = seen;
            for (int i = 0; i < 2 * StreamStage.HISTORY; i++) {
                last = market.levels("BTC-USD", level(Side.SIDE_BUY, 100, i + 1));
            }
            client.next("the last level", message -> message.path("bids").toString().contains("\"5.12\""));
            for (String point : List.of("[77," + seen + "]", "[78," + last + "]")) {
                client.send("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-USD\"],\"resume\":{\"book:BTC-USD\":" + point + "}}");
                JsonNode subscribed = client.next("subscribed", message -> message.has("op"));
                assertThat(subscribed.get("recovered").asBoolean()).isFalse();
                assertThat(subscribed.get("unrecovered").get(0).asString()).isEqualTo("book:BTC-USD");
                JsonNode whole = client.next("book:BTC-USD");
                assertThat(whole.get("type").asString()).isEqualTo("snapshot");
                assertThat(whole.get("sequence").asLong()).isEqualTo(last);
                assertThat(whole.get("bids").toString()).isEqualTo("[[\"1.00\",\"5.12\"]]");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"book:BTC-USD, snapshot", "trades:BTC-USD, snapshot", "price:BTC-USD, price", "orders, snapshot"})
    void oneThatHasMoreThanThereIsBeginsAnew(String channel, String first) {
        try (StreamClient client = stage.client(StreamStage.ALICE)) {
            client.subscribe(channel);
            JsonNode seen = client.next(channel);
            assertThat(seen.get("type").asString()).isEqualTo(first);
            long sequence = seen.get("sequence").asLong();
            client.send("{\"op\":\"subscribe\",\"channels\":[\"" + channel + "\"],\"resume\":{\"" + channel + "\":["
                    + seen.get("epoch").asLong() + "," + (sequence + 1_000) + "]}}");
            JsonNode subscribed = client.next("subscribed", message -> message.has("op"));
            assertThat(subscribed.get("recovered").asBoolean()).isFalse();
            assertThat(subscribed.get("unrecovered").get(0).asString()).isEqualTo(channel);
            JsonNode again = client.next(channel);
            assertThat(again.get("type").asString()).isEqualTo(first);
            assertThat(again.get("sequence").asLong()).isEqualTo(sequence);
            assertThat(client.nextOfType("heartbeat").get("sequences").get(channel).asLong()).isEqualTo(sequence);
            market.price("BTC-USD", 6_100_000);
            market.trade("BTC-USD", 6_000_000, 3, "alice", "bob");
            assertThat(client.next(channel).get("sequence").asLong()).isGreaterThan(sequence).isLessThan(sequence + 1_000);
        }
    }

    @Test
    void whoComesToABookThatOthersWatchGetsItAsItIsNow() {
        try (StreamClient watcher = stage.client(); StreamClient later = stage.client()) {
            watcher.subscribe("book:BTC-USD");
            watcher.next("book:BTC-USD");
            long last = 0;
            for (int i = 1; i <= 3; i++) {
                last = market.levels("BTC-USD", level(Side.SIDE_BUY, 100, i));
                watcher.next("book:BTC-USD");
            }
            for (StreamClient client : List.of(later, watcher)) {
                client.subscribe("book:BTC-USD");
                JsonNode whole = client.next("book:BTC-USD");
                assertThat(whole.get("type").asString()).isEqualTo("snapshot");
                assertThat(whole.get("sequence").asLong()).isEqualTo(last);
                assertThat(whole.get("bids").toString()).isEqualTo("[[\"1.00\",\"0.03\"]]");
                assertThat(client.next("nothing of the channel", _ -> true).get("type").asString()).isEqualTo("heartbeat");
            }
        }
    }

    @Test
    void aKeyThatMayNotTradeSeesTheMarketButNoOrders() {
        try (StreamClient client = stage.client("key-of-admin")) {
            client.send("{\"op\":\"subscribe\",\"id\":8,\"channels\":[\"price:BTC-USD\",\"orders\",\"book:BTC-USD\"]}");
            JsonNode error = client.nextOfType("error");
            assertThat(error.get("code").asString()).isEqualTo("FORBIDDEN");
            assertThat(error.get("channel").asString()).isEqualTo("orders");
            assertThat(error.get("id").asInt()).isEqualTo(8);
            assertThat(client.next("subscribed", message -> message.has("op")).get("channels").toString())
                    .isEqualTo("[\"price:BTC-USD\",\"book:BTC-USD\"]");
            assertThat(client.next("price:BTC-USD").get("price").asString()).isEqualTo("60000.00");
        }
    }

    @Test
    void aHeartbeatSaysHowFarEachChannelIs() {
        try (StreamClient client = stage.client()) {
            client.subscribe("price:BTC-USD", "book:ETH-USD");
            client.next("book:ETH-USD");
            JsonNode heartbeat = client.next("a heartbeat with both", message -> message.path("sequences").size() == 2);
            assertThat(heartbeat.get("type").asString()).isEqualTo("heartbeat");
            assertThat(heartbeat.get("time").asLong()).isPositive();
            assertThat(heartbeat.get("sequences").get("price:BTC-USD").asLong()).isEqualTo(1);
            assertThat(heartbeat.get("sequences").get("book:ETH-USD").asLong()).isEqualTo(2);
        }
    }

    @Test
    void nothingComesAfterUnsubscribing() {
        try (StreamClient client = stage.client()) {
            client.subscribe("price:BTC-USD");
            client.send("{\"op\":\"unsubscribe\",\"id\":5,\"channels\":[\"price:BTC-USD\"]}");
            assertThat(client.next("unsubscribed", message -> message.path("id").asInt(0) == 5).get("op").asString())
                    .isEqualTo("unsubscribed");
            assertThat(stage.subscriptions()).isZero();
            market.price("BTC-USD", 7_000_000);
            JsonNode next = client.next("anything", _ -> true);
            assertThat(next.get("type").asString()).isEqualTo("heartbeat");
            assertThat(next.get("sequences").size()).isZero();
        }
    }

    /** Whoever is counted as watching a price has it asked for. */
    @Test
    void whoUnsubscribesBeforeAllThatHeAskedForCanBeginHoldsNothing() {
        market.storedTrades(new CompletableFuture<>());
        try (StreamClient client = stage.client()) {
            client.send("{\"op\":\"subscribe\",\"id\":4,\"channels\":[\"price:BTC-USD\",\"trades:BTC-USD\"]}");
            client.send("{\"op\":\"unsubscribe\",\"id\":5,\"channels\":[\"price:BTC-USD\"]}");
            JsonNode left = client.next("unsubscribed", message -> message.path("id").asInt(0) == 5);
            assertThat(left.path("op").asString("")).as(left.toString()).isEqualTo("unsubscribed");
            assertNoPriceIsWatched();
        }
    }

    @Test
    void whoNamesAChannelTwiceHasItOnce() {
        try (StreamClient client = stage.client()) {
            client.send("{\"op\":\"subscribe\",\"id\":4,\"channels\":[\"price:BTC-USD\",\"price:BTC-USD\"]}");
            JsonNode subscribed = client.next("subscribed", message -> message.path("id").asInt(0) == 4);
            assertThat(subscribed.path("channels").size()).as(subscribed.toString()).isEqualTo(1);
            client.send("{\"op\":\"unsubscribe\",\"id\":5,\"channels\":[\"price:BTC-USD\"]}");
            client.next("unsubscribed", message -> message.path("id").asInt(0) == 5);
            assertNoPriceIsWatched();
        }
    }

    private void assertNoPriceIsWatched() {
        stage.channels.watchedPrices((symbol, watchers) -> fail(symbol + " is watched by " + watchers));
    }

    @Test
    void aServerThatGoesSaysGoodbye() {
        try (StreamClient client = stage.client()) {
            client.subscribe("price:BTC-USD");
            stage.fanout.stop(Duration.ofSeconds(5));
            JsonNode bye = client.nextOfType("bye");
            assertThat(bye.get("reason").asString()).isEqualTo("shutdown");
            assertThat(bye.get("retryMs").asInt()).isPositive();
            StreamStage.await("the close frame", () -> client.closeStatus() == 1001);
        }
    }

    @Test
    void pricesComeAsServerSentEventsToo() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + stage.port() + "/api/v1/stream/prices?symbols=BTC-USD")).build();
        var response = stage.http().send(request, HttpResponse.BodyHandlers.ofLines());
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream;charset=utf-8");
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        var lines = response.body().iterator();
        assertThat(lines.next()).isEqualTo("retry: 2000");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("event: price");
        assertThat(lines.next()).isEqualTo("id: 77-1");
        assertThat(lines.next()).startsWith("data: {\"channel\":\"price:BTC-USD\"").contains("\"price\":\"60000.00\"");
        assertThat(lines.next()).isEmpty();
        market.price("BTC-USD", 6_100_000);
        assertThat(lines.next()).isEqualTo("event: price");
        assertThat(lines.next()).isEqualTo("id: 77-2");
        response.body().close();
        // The reader who has this price gets the next one only.
        var resumed = events("77-2");
        var more = resumed.body().iterator();
        more.next();
        more.next();
        market.price("BTC-USD", 6_200_000);
        assertThat(more.next()).isEqualTo("event: price");
        assertThat(more.next()).isEqualTo("id: 77-3");
        resumed.body().close();
    }

    @Test
    void anIdThatNoEventHasHadYetIsAsGoodAsNone() throws Exception {
        var opened = events("77-1001");
        assertThat(opened.body().limit(4)).contains("event: price", "id: 77-1");
        opened.body().close();
    }

    /** It says what he has of one of them. */
    @Test
    void anIdIsAsGoodAsNoneForAReaderOfSeveralSymbols() throws Exception {
        market.price("ETH-USD", 200_000);
        var opened = events("BTC-USD,ETH-USD", "77-2");
        assertThat(opened.body().limit(10)).contains("id: 77-1", "id: 77-2");
        opened.body().close();
    }

    @Test
    void whoNamesASymbolThatIsNotThereReadsNoneOfTheOthers() throws Exception {
        var refused = events("BTC-USD,NO-USD", "");
        assertThat(refused.statusCode()).isEqualTo(404);
        refused.body().close();
        assertNoPriceIsWatched();
    }

    private HttpResponse<Stream<String>> events(String lastEventId) throws Exception {
        return events("BTC-USD", lastEventId);
    }

    private HttpResponse<Stream<String>> events(String symbols, String lastEventId) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + stage.port() + "/api/v1/stream/prices?symbols=" + symbols))
                .header("Last-Event-ID", lastEventId).timeout(Duration.ofSeconds(20)).build();
        return stage.http().send(request, HttpResponse.BodyHandlers.ofLines());
    }
}
