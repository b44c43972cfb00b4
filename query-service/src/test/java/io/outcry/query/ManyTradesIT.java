// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.json;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** More trades, candles and levels than one answer tells: at each price from 1.00 to 12.00 one trade, two minutes after the other. */
@Timeout(120)
class ManyTradesIT {

    private static final int PRICES = 12;
    private static final long MINUTE = 60_000;

    @TempDir
    private static Path directory;

    private static QueryStage stage;
    private static long firstMinute;

    @BeforeAll
    static void playMarket() {
        stage = QueryStage.open(directory, 1);
        stage.awaitReady();
        OutcomeScript script = new OutcomeScript(0, QueryStage.SYMBOL);
        List<Outcome> outcomes = new ArrayList<>(List.of(script.define()));
        List<OrderReport> makers = new ArrayList<>();
        for (int price = 1; price <= PRICES; price++) {
            Outcome rest = script.rest("alice", "", Side.SIDE_SELL, price * 100, 5, 5);
            makers.add(rest.getOrders(0));
            outcomes.add(rest);
        }
        // Behind all orders, for time does not go back.
        firstMinute = outcomes.getFirst().getTimeUs() / 1_000 / MINUTE * MINUTE + MINUTE;
        for (int price = 1; price <= PRICES; price++) {
            Outcome taken = script.take("bob", Side.SIDE_BUY, price * 100, 2, makers.get(price - 1), 2, 3);
            outcomes.add(taken.toBuilder().setTimeUs((firstMinute + (price - 1) * 2 * MINUTE) * 1_000).build());
        }
        stage.writeAll(0, outcomes);
        stage.awaitProjected(script);
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    @Test
    void tradesComeNewestFirstPageAfterPage() {
        assertThat(trades("")).containsExactlyElementsOf(prices(PRICES, 1));
        List<String> paged = new ArrayList<>();
        String before = "";
        for (int page = 0; page < 3; page++) {
            JsonNode trades = ok(stage.get("/api/v1/trades/" + QueryStage.SYMBOL + "?limit=5" + before));
            trades.forEach(trade -> paged.add(trade.get("price").asString()));
            before = "&before=" + trades.get(trades.size() - 1).get("tradeId").asString();
        }
        assertThat(paged).isEqualTo(trades(""));
        assertThat(trades("?limit=5" + before)).isEmpty();
    }

    @Test
    void theNewestCandlesComeOldestFirstAndAnIntervalWithoutATradeHasNone() {
        JsonNode candles = ok(stage.get("/api/v1/candles/" + QueryStage.SYMBOL + "?limit=3"));
        assertThat(candles).isEqualTo(json(IntStream.rangeClosed(PRICES - 2, PRICES).mapToObj(price -> {
            String at = "\"" + price + ".00\"";
            return "[" + (firstMinute + (price - 1) * 2 * MINUTE) + "," + at + "," + at + "," + at + "," + at + ",\"0.02\",1]";
        }).toList().toString()));
        assertThat(ok(stage.get("/api/v1/candles/" + QueryStage.SYMBOL)).size()).isEqualTo(PRICES);
    }

    @Test
    void aCandleHasTheFirstTheHighestTheLowestAndTheLastOfItsTradesAndAllTheirQuantity() {
        JsonNode candles = ok(stage.get("/api/v1/candles/" + QueryStage.SYMBOL + "?interval=5m"));
        JsonNode second = candles.get(1);
        long from = firstMinute / (5 * MINUTE) * 5 * MINUTE + 5 * MINUTE;
        List<Integer> within = IntStream.rangeClosed(1, PRICES)
                .filter(price -> (firstMinute + (price - 1) * 2 * MINUTE) / (5 * MINUTE) * 5 * MINUTE == from).boxed().toList();
        String low = "\"" + within.getFirst() + ".00\"";
        String high = "\"" + within.getLast() + ".00\"";
        assertThat(second)
                .isEqualTo(json("[" + from + "," + low + "," + high + "," + low + "," + high + ",\"0.0" + 2 * within.size() + "\","
                        + within.size() + "]"));
    }

    @Test
    void aBookHasTenLevelsOfASideUnlessAskedForMore() {
        assertThat(asks("")).containsExactlyElementsOf(prices(1, 10));
        assertThat(asks("?depth=11")).containsExactlyElementsOf(prices(1, 11));
        assertThat(asks("?depth=1000")).containsExactlyElementsOf(prices(1, PRICES));
    }

    private static List<String> trades(String query) {
        return ok(stage.get("/api/v1/trades/" + QueryStage.SYMBOL + query)).valueStream()
                .map(trade -> trade.get("price").asString()).toList();
    }

    private static List<String> asks(String query) {
        return ok(stage.get("/api/v1/books/" + QueryStage.SYMBOL + query)).get("asks").valueStream()
                .map(level -> level.get(0).asString()).toList();
    }

    private static List<String> prices(int from, int to) {
        return IntStream.rangeClosed(0, Math.abs(to - from)).mapToObj(i -> (from < to ? from + i : from - i) + ".00").toList();
    }
}
