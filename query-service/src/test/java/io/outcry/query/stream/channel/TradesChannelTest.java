// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TradesChannelTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int HISTORY = 64;

    /** What was announced of the partition, whatever its symbol. */
    private long heard;

    /** What the stored view answers. */
    private CompletableFuture<StreamSource.RecentTrades> stored =
            CompletableFuture.completedFuture(new StreamSource.RecentTrades(10, List.of()));

    private final TradesChannel channel = new TradesChannel("BTC-USD", 2, () -> 7, () -> heard, () -> stored, HISTORY);

    private static JsonNode only(Update update) {
        assertThat(update.messages()).hasSize(1);
        return JSON.readTree(new String(update.messages().getFirst(), StandardCharsets.UTF_8));
    }

    private void trade(int from, int to) {
        for (int sequence = from; sequence <= to; sequence++) {
            channel.traded(sequence, List.of("{\"tradeId\":\"" + sequence + "-0\"}"));
        }
    }

    @Test
    void whoIsNoFurtherBehindThanIsKeptGetsEveryTrade() {
        channel.load(10);
        Cursor at = channel.since(Cursor.NONE).to();
        trade(11, 10 + HISTORY);
        Update update = channel.since(at);
        assertThat(update.messages()).hasSize(HISTORY);
        assertThat(update.dropped()).isZero();
        assertThat(update.to().sequence()).isEqualTo(10 + HISTORY);
    }

    @Test
    void whoIsFurtherBehindGetsTheNewestTradesAndHowManyHeDoesNotGetOneByOne() {
        channel.load(10);
        Cursor at = channel.since(Cursor.NONE).to();
        trade(11, 10 + HISTORY + 1);
        Update update = channel.since(at);
        assertThat(update.dropped()).isEqualTo(HISTORY + 1);
        JsonNode snapshot = only(update);
        assertThat(snapshot.get("type").asString()).isEqualTo("snapshot");
        assertThat(snapshot.get("dropped").asLong()).isEqualTo(HISTORY + 1);
        assertThat(snapshot.get("trades").size()).isEqualTo(TradesChannel.SNAPSHOT);
        assertThat(snapshot.get("trades").get(0).get("tradeId").asString()).isEqualTo(10 + HISTORY + 1 + "-0");
        assertThat(channel.since(update.to()).messages()).isEmpty();
    }

    @Test
    void aPlaceThatHasNotBeenReachedCannotBeGoneOnFrom() {
        channel.load(10);
        assertThat(channel.resume(7, 10)).isNotNull();
        assertThat(channel.resume(7, 11)).isNull();
        assertThat(channel.resume(7, Long.MAX_VALUE)).isNull();
        assertThat(channel.resume(8, 10)).as("in another log").isNull();
    }

    @Test
    void aPlaceThatThePartitionHasReachedCanBeGoneOnFromThoughNothingWasTradedThere() {
        channel.load(10);
        heard = 15;
        Cursor at = channel.resume(7, 15);
        assertThat(at).isNotNull();
        assertThat(channel.resume(7, 16)).isNull();
        trade(16, 16);
        assertThat(only(channel.since(at)).get("first").asLong()).isEqualTo(16);
    }

    @Test
    void whoIsFarBehindGetsItInPartsThatEndWithAnOutcome() {
        String filling = "x".repeat(Update.ENOUGH_BYTES / 8);
        channel.load(10);
        Cursor at = channel.since(Cursor.NONE).to();
        for (int sequence = 11; sequence <= 30; sequence++) {
            channel.traded(sequence, List.of(
                    "{\"tradeId\":\"" + sequence + "-0\"}",
                    "{\"tradeId\":\"" + sequence + "-1\",\"x\":\"" + filling + "\"}"));
        }
        List<String> trades = new ArrayList<>();
        Update part;
        do {
            part = channel.since(at);
            assertThat(part.messages()).hasSizeBetween(1, 18);
            part.messages().forEach(message -> trades.add(JSON.readTree(message).get("tradeId").asString()));
            at = part.to();
            assertThat(trades.getLast()).isEqualTo(at.sequence() + "-1");
        } while (part.more());
        assertThat(trades).hasSize(40).doesNotHaveDuplicates();
        assertThat(at.sequence()).isEqualTo(30);
        assertThat(channel.since(at).messages()).isEmpty();
    }

    /** The trades of one outcome, and of each of its trades the id. */
    private List<String> large(int sequence, int trades) {
        List<String> ids = IntStream.range(0, trades).mapToObj(index -> sequence + "-" + index).toList();
        channel.traded(sequence, ids.stream().map(TradesChannelTest::json).toList());
        return ids;
    }

    private static String json(String id) {
        return "{\"tradeId\":\"" + id + "\"}";
    }

    private List<String> told() {
        JsonNode trades = only(channel.since(Cursor.NONE)).get("trades");
        return StreamSupport.stream(trades.spliterator(), false).map(trade -> trade.get("tradeId").asString()).toList();
    }

    @Test
    void thereIsNoHoleInTheNewestTradesWhereAnOutcomeWasLargerThanWhatIsKept() {
        stored = CompletableFuture.completedFuture(new StreamSource.RecentTrades(10, List.of(json("9-0"), json("8-0"))));
        channel.load(10);
        List<String> large = large(11, HISTORY);
        assertThat(told()).isEqualTo(large.reversed().subList(0, TradesChannel.SNAPSHOT));
        trade(12, 12);
        List<String> told = told();
        assertThat(told).startsWith("12-0", large.getLast()).hasSize(TradesChannel.SNAPSHOT).doesNotContain("9-0");
        assertThat(told.subList(1, told.size())).isEqualTo(large.reversed().subList(0, TradesChannel.SNAPSHOT - 1));
        assertThat(only(channel.since(Cursor.NONE)).get("sequence").asLong()).isEqualTo(12);
    }

    @Test
    void norWhereItCameBeforeTheStoredTradesDid() {
        stored = new CompletableFuture<>();
        channel.load(10);
        trade(11, 11);
        List<String> large = large(12, HISTORY);
        trade(13, 13);
        stored.complete(new StreamSource.RecentTrades(11, List.of(json("11-0"), json("9-0"))));
        assertThat(told()).startsWith("13-0", large.getLast()).hasSize(TradesChannel.SNAPSHOT).doesNotContain("11-0", "9-0");
        assertThat(channel.resume(7, 11)).as("the trades after it are not known one by one").isNull();
        heard = 13;
        assertThat(channel.resume(7, 12)).as("nor may all of its own be known").isNull();
        assertThat(channel.resume(7, 13)).isNotNull();
    }

    @Test
    void whoHasOneTradeOfTheOutcomeThatTheChannelBeginsWithBeginsAnew() {
        stored = CompletableFuture.completedFuture(new StreamSource.RecentTrades(12, List.of(json("12-2"), json("12-1"), json("12-0"))));
        channel.load(12);
        heard = 12;
        assertThat(channel.resume(7, 12)).isNull();
        stored = CompletableFuture.completedFuture(new StreamSource.RecentTrades(13, List.of(json("13-0"), json("12-1"))));
        channel.restart(Map.of());
        heard = 13;
        assertThat(channel.resume(7, 13)).as("it had one only").isNotNull();
    }

    @Test
    void whoHasOneTradeOfAnOutcomeThatIsNotKeptBeginsAnew() {
        channel.load(10);
        large(11, HISTORY);
        trade(12, 12);
        heard = 12;
        assertThat(channel.resume(7, 11)).isNull();
        assertThat(channel.resume(7, 12)).isNotNull();
    }

    /** The connection may have ended between two messages of one sequence. */
    @Test
    void whoHasOneTradeOfAnOutcomeGetsAllOfThemWhenHeGoesOn() {
        channel.load(10);
        trade(11, 11);
        List<String> several = large(12, 3);
        trade(13, 13);
        heard = 13;
        List<String> told = channel.since(channel.resume(7, 12)).messages().stream()
                .map(message -> JSON.readTree(message).get("tradeId").asString()).toList();
        assertThat(told).startsWith(several.toArray(String[]::new)).hasSize(4).endsWith("13-0");
        assertThat(channel.since(channel.resume(7, 11)).messages()).hasSize(4);
        assertThat(channel.since(channel.resume(7, 13)).messages()).isEmpty();
    }

    @Test
    void storedTradesFillUpWhatHasBeenAnnouncedAndComeOnce() {
        stored = new CompletableFuture<>();
        channel.load(10);
        trade(11, 12);
        stored.complete(new StreamSource.RecentTrades(11, List.of(json("11-0"), json("9-0"))));
        assertThat(told()).containsExactly("12-0", "11-0", "9-0");
        channel.restart(Map.of());
        assertThat(told()).as("what was announced before a gap does not come again beside what is stored").containsExactly("11-0", "9-0");
    }

    @Test
    void aNewcomerHasMissedNothing() {
        channel.load(10);
        trade(11, 200);
        Update update = channel.since(Cursor.NONE);
        assertThat(update.dropped()).isZero();
        assertThat(only(update).has("dropped")).isFalse();
    }

    @Test
    void theStoredTradesMustIncludeWhatWasAnnouncedBefore() {
        channel.load(11);
        assertThat(channel.ready()).as("they end at 10").isNotCompleted();
        assertThat(channel.since(Cursor.NONE).messages()).isEmpty();
    }
}
