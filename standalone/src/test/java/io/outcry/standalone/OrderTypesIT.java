// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static io.outcry.standalone.Market.ADMIN;
import static io.outcry.standalone.Market.ALICE;
import static io.outcry.standalone.Market.BOB;
import static io.outcry.standalone.Market.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.standalone.client.LocalApi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every kind of order through the whole line: REST, the log, the engine, the log, Redis, REST. */
@Timeout(120)
class OrderTypesIT {

    @TempDir
    static Path directory;

    private static Market market;

    @BeforeAll
    static void open() {
        market = Market.open(directory);
    }

    @AfterAll
    static void close() {
        market.close();
    }

    @Test
    void aStopWaitsForItsPriceAndThenTrades() throws Exception {
        market.list("STOP-USD");
        market.limit(BOB, "STOP-USD", "SELL", "1.00", "110.00", "GTC").ok();
        market.limit(BOB, "STOP-USD", "SELL", "1.00", "111.00", "GTC").ok();
        JsonNode stop = place(ALICE, "STOP-USD", "BUY", "STOP_LOSS", Map.of("quantity", "1.00", "stopPrice", "110.00"));
        assertThat(text(stop, "status")).isEqualTo("PENDING_TRIGGER");
        assertThat(text(stop, "stopPrice")).isEqualTo("110.00");
        LocalApi.Answer trade = market.limit(ALICE, "STOP-USD", "BUY", "1.00", "110.00", "IOC");
        assertThat(text(trade.ok(), "status")).isEqualTo("FILLED");
        JsonNode after = market.readAfter(Market.position(trade), ALICE, "/api/v1/orders/" + text(stop, "orderId")).ok();
        assertThat(text(after, "status")).isEqualTo("FILLED");
        assertThat(text(after, "cumulativeQuote")).isEqualTo("111.00");
    }

    @Test
    void lessQuantityKeepsThePlaceAndABetterPriceTrades() throws Exception {
        market.list("AMEND-USD");
        String first = text(market.limit(BOB, "AMEND-USD", "SELL", "2.00", "100.00", "GTC").ok(), "orderId");
        String second = text(market.limit(BOB, "AMEND-USD", "SELL", "1.00", "100.00", "GTC").ok(), "orderId");
        LocalApi.Answer amended = market.send(BOB, "PATCH", "/api/v1/orders/" + first, Map.of("quantity", "1.00"));
        assertThat(text(amended.ok(), "leavesQuantity")).isEqualTo("1.00");
        LocalApi.Answer bought = market.limit(ALICE, "AMEND-USD", "BUY", "1.00", "100.00", "GTC");
        assertThat(text(market.readAfter(Market.position(bought), BOB, "/api/v1/orders/" + first).ok(), "status")).isEqualTo("FILLED");
        String bid = text(market.limit(ALICE, "AMEND-USD", "BUY", "1.00", "99.00", "GTC").ok(), "orderId");
        LocalApi.Answer moved = market.send(ALICE, "PATCH", "/api/v1/orders/" + bid, Map.of("price", "100.00"));
        assertThat(text(moved.ok(), "status")).isEqualTo("FILLED");
        assertThat(text(market.readAfter(Market.position(moved), BOB, "/api/v1/orders/" + second).ok(), "status")).isEqualTo("FILLED");
        assertThat(market.send(ALICE, "PATCH", "/api/v1/orders/" + bid, Map.of("price", "101.00")).status()).isEqualTo(422);
    }

    @Test
    void ordersAreCancelledByTheirClientsIdAndAllAtOnce() throws Exception {
        market.list("MASS-USD");
        place(ALICE, "MASS-USD", "BUY", "LIMIT", Map.of("quantity", "1.00", "price", "10.00", "clientOrderId", "mass-1"));
        place(ALICE, "MASS-USD", "BUY", "LIMIT", Map.of("quantity", "1.00", "price", "11.00", "postOnly", true));
        place(ALICE, "MASS-USD", "SELL", "TAKE_PROFIT_LIMIT", Map.of("quantity", "1.00", "price", "20.00", "stopPrice", "20.00"));
        JsonNode one = market.send(ALICE, "DELETE", "/api/v1/orders?clientOrderId=mass-1", null).ok();
        assertThat(text(one, "status")).isEqualTo("CANCELED");
        JsonNode all = market.send(ALICE, "DELETE", "/api/v1/orders?symbol=MASS-USD", null).ok();
        assertThat(all.path("canceled").asInt()).isEqualTo(2);
        assertThat(market.send(ALICE, "DELETE", "/api/v1/orders?symbol=MASS-USD", null).ok().path("canceled").asInt()).isZero();
    }

    @Test
    void anOrderEndsAtItsTime() throws Exception {
        market.list("TIME-USD");
        // Again where the machine was so slow that its time was over before it came to the engine.
        JsonNode order = Market.await("an order within its time", () -> send(ALICE, "TIME-USD", "BUY", "LIMIT", Map.of(
                "quantity", "1.00", "price", "10.00", "timeInForce", "GTD", "expireTime", System.currentTimeMillis() + 3_000)),
                answer -> answer.status() == 201).ok();
        assertThat(text(order, "status")).isEqualTo("NEW");
        Market.await("expiry", () -> market.getAs(ALICE, "/api/v1/orders/" + text(order, "orderId")),
                answer -> answer.status() == 200 && text(answer.ok(), "status").equals("EXPIRED"));
    }

    @Test
    void anIcebergShowsPartOfItself() throws Exception {
        market.list("ICE-USD");
        place(BOB, "ICE-USD", "SELL", "LIMIT", Map.of("quantity", "5.00", "price", "100.00", "displayQuantity", "1.00"));
        LocalApi.Answer bought = market.limit(ALICE, "ICE-USD", "BUY", "1.50", "100.00", "IOC");
        assertThat(text(bought.ok(), "status")).isEqualTo("FILLED");
        JsonNode book = market.readAfter(Market.position(bought), null, "/api/v1/books/ICE-USD").ok();
        assertThat(book.path("asks").get(0).get(1).asString()).isEqualTo("0.50");
    }

    @Test
    void aBatchTellsTenThousandFillsAtMost() throws Exception {
        market.list("PARTS-USD");
        List<Map<String, Object>> orders = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            orders.add(order("PARTS-USD", "SELL", "LIMIT", Map.of("quantity", "10.00", "price", "1.00", "displayQuantity", "0.01")));
        }
        for (int i = 0; i < 11; i++) {
            orders.add(order("PARTS-USD", "BUY", "LIMIT", Map.of("quantity", "10.00", "price", "1.00", "timeInForce", "IOC")));
        }
        LocalApi.Answer answer = market.send(BOB, "POST", "/api/v1/orders/batch", Map.of("orders", orders));
        List<Integer> told = new ArrayList<>();
        answer.ok().path("results").forEach(result -> told.add(result.path("fills").size()));
        assertThat(told.subList(11, 22)).isEqualTo(List.of(1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 0));
        JsonNode last = answer.ok().path("results").get(21);
        assertThat(last.path("moreFills").asBoolean()).isTrue();
        assertThat(text(last, "executedQuantity")).isEqualTo("10.00");
        JsonNode read = market.readAfter(Market.position(answer), BOB, "/api/v1/orders/" + text(last, "orderId")).ok();
        assertThat(read.path("fills").size()).isGreaterThan(100);
    }

    @Test
    void anAuctionCollectsTellsAndTrades() throws Exception {
        market.list("CALL-USD");
        state("CALL-USD", "AUCTION");
        String bid = text(market.limit(ALICE, "CALL-USD", "BUY", "2.00", "101.00", "GTC").ok(), "orderId");
        LocalApi.Answer asked = market.limit(BOB, "CALL-USD", "SELL", "3.00", "99.00", "GTC");
        assertThat(text(asked.ok(), "status")).isEqualTo("NEW");
        JsonNode book = market.readAfter(Market.position(asked), null, "/api/v1/books/CALL-USD").ok();
        assertThat(text(book.path("auction"), "volume")).isEqualTo("2.00");
        LocalApi.Answer opened = state("CALL-USD", "TRADING");
        JsonNode bought = market.readAfter(Market.position(opened), ALICE, "/api/v1/orders/" + bid).ok();
        assertThat(text(bought, "status")).isEqualTo("FILLED");
        assertThat(market.readAfter(Market.position(opened), null, "/api/v1/books/CALL-USD").ok().has("auction")).isFalse();
    }

    @Test
    void twoOrdersOfOneAccountDoNotTradeIfItSaysSo() throws Exception {
        market.list("SELF-USD");
        String resting = text(market.limit(ALICE, "SELF-USD", "SELL", "1.00", "100.00", "GTC").ok(), "orderId");
        LocalApi.Answer taker = send(ALICE, "SELF-USD", "BUY", "LIMIT",
                Map.of("quantity", "1.00", "price", "100.00", "selfTradePrevention", "EXPIRE_TAKER"));
        assertThat(text(taker.ok(), "status")).isEqualTo("EXPIRED_IN_MATCH");
        JsonNode kept = market.readAfter(Market.position(taker), ALICE, "/api/v1/orders/" + resting).ok();
        assertThat(text(kept, "status")).isEqualTo("NEW");
    }

    private static JsonNode place(String key, String symbol, String side, String type, Map<String, Object> terms) throws Exception {
        return send(key, symbol, side, type, terms).ok();
    }

    private static LocalApi.Answer send(String key, String symbol, String side, String type, Map<String, Object> terms) throws Exception {
        return market.send(key, "POST", "/api/v1/orders", order(symbol, side, type, terms));
    }

    private static Map<String, Object> order(String symbol, String side, String type, Map<String, Object> terms) {
        Map<String, Object> order = new HashMap<>(terms);
        order.put("symbol", symbol);
        order.put("side", side);
        order.put("type", type);
        return order;
    }

    private static LocalApi.Answer state(String symbol, String state) throws Exception {
        LocalApi.Answer answer = market.send(ADMIN, "POST", "/api/v1/admin/instruments/" + symbol + "/state", Map.of("state", state));
        assertThat(answer.status()).as("%s", answer).isEqualTo(200);
        return answer;
    }
}
