// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.OutcomeScript.level;
import static io.outcry.query.OutcomeScript.report;
import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.BOB;
import static io.outcry.query.QueryStage.json;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import io.outcry.contracts.v1.TradingState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Stops, amendments, auctions and halts in the view. Each trial has a partition of its own. */
@Timeout(120)
class AdvancedOrdersIT {

    @TempDir
    private static Path directory;

    private static QueryStage stage;

    @BeforeAll
    static void start() {
        stage = QueryStage.open(directory, 6);
        stage.awaitReady();
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    private static OutcomeScript market(int partition) {
        OutcomeScript script = new OutcomeScript(partition, stage.symbolIn(partition));
        write(script, script.define());
        return script;
    }

    private static void write(OutcomeScript script, Outcome outcome) {
        stage.write(script.partition(), outcome);
    }

    private static JsonNode book(OutcomeScript script) {
        stage.awaitProjected(script);
        return ok(stage.get("/api/v1/books/" + script.symbol()));
    }

    private static List<String> open(OutcomeScript script, String key) {
        stage.awaitProjected(script);
        JsonNode page = ok(stage.getAs(key, "/api/v1/orders?status=OPEN&symbol=" + script.symbol()));
        return page.get("orders").valueStream().map(order -> order.get("orderId").asString()).toList();
    }

    @Test
    void aWaitingStopIsAnOpenOrderUntilItIsActivated() {
        OutcomeScript script = market(0);
        OrderReport stop = report(script.nextOrderId(), "alice", "s", Side.SIDE_SELL, 9_000, 100, 0,
                OrderStatus.ORDER_STATUS_PENDING_TRIGGER).toBuilder()
                .setType(OrderType.ORDER_TYPE_STOP_LOSS_LIMIT).setStopPrice(9_500).setDisplayQuantity(10)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD).setExpireTimeUs(1_763_800_000_000_000L)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_TAKER).build();
        write(script, script.next().addOrders(stop).build());
        String id = String.valueOf(stop.getOrderId());
        assertThat(open(script, ALICE)).containsExactly(id);
        JsonNode waiting = ok(stage.getAs(ALICE, "/api/v1/orders/" + id));
        assertThat(waiting.get("status").asString()).isEqualTo("PENDING_TRIGGER");
        assertThat(waiting.get("stopPrice").asString()).isEqualTo("95.00");
        assertThat(waiting.get("displayQuantity").asString()).isEqualTo("0.10");
        assertThat(waiting.get("selfTradePrevention").asString()).isEqualTo("EXPIRE_TAKER");
        assertThat(waiting.get("expireTime").asLong()).isEqualTo(1_763_800_000_000L);
        assertThat(waiting.get("leavesQuantity").asString()).isEqualTo("1.00");

        // Somebody's trade activates it: it rests, and is still the account's open order.
        write(script, script.next().setStopsActivated(1).addOrders(stop.toBuilder().setStatus(OrderStatus.ORDER_STATUS_NEW))
                .addLevels(level(Side.SIDE_SELL, 9_000, 10)).build());
        assertThat(open(script, ALICE)).containsExactly(id);
        write(script, script.next()
                .addOrders(stop.toBuilder().setStatus(OrderStatus.ORDER_STATUS_EXPIRED_IN_MATCH).setLeavesQuantity(0))
                .addLevels(level(Side.SIDE_SELL, 9_000, 0)).build());
        assertThat(open(script, ALICE)).isEmpty();
        assertThat(ok(stage.getAs(ALICE, "/api/v1/orders/" + id)).get("status").asString()).isEqualTo("EXPIRED_IN_MATCH");
    }

    @Test
    void anAmendedOrderKeepsItsIdAndItsPlaceInTheList() {
        OutcomeScript script = market(1);
        Outcome rest = script.rest("bob", "b", Side.SIDE_BUY, 9_000, 100, 100);
        write(script, rest);
        OrderReport order = rest.getOrders(0);
        write(script, script.rest("bob", "", Side.SIDE_BUY, 8_000, 10, 10));
        List<String> before = open(script, BOB);
        write(script, script.next().addOrders(order.toBuilder().setPrice(9_100).setQuantity(50).setLeavesQuantity(50))
                .addLevels(level(Side.SIDE_BUY, 9_000, 0)).addLevels(level(Side.SIDE_BUY, 9_100, 50)).build());
        assertThat(open(script, BOB)).isEqualTo(before);
        assertThat(ok(stage.getAs(BOB, "/api/v1/orders/by-client-id/b")).get("price").asString()).isEqualTo("91.00");
        assertThat(book(script).get("bids")).isEqualTo(json("[[\"91.00\",\"0.50\"],[\"80.00\",\"0.10\"]]"));
        write(script, script.next().setReject(RejectCode.REJECT_CODE_WOULD_TAKE).addOrders(order).build());
        stage.awaitProjected(script);
        assertThat(ok(stage.getAs(BOB, "/api/v1/orders/by-client-id/b")).get("price").asString())
                .as("a refused amendment leaves the order as it was").isEqualTo("91.00");
    }

    @Test
    void aLevelThatCameAndWentWithinOneOutcomeLeavesNothingBehind() {
        OutcomeScript script = market(2);
        write(script, script.rest("alice", "", Side.SIDE_BUY, 9_000, 100, 100));
        long id = script.nextOrderId();
        write(script, script.next()
                .addOrders(report(id, "bob", "", Side.SIDE_BUY, 9_500, 10, 10, OrderStatus.ORDER_STATUS_FILLED))
                .addOrders(report(77, "alice", "", Side.SIDE_SELL, 9_500, 10, 10, OrderStatus.ORDER_STATUS_FILLED))
                .addTrades(Trade.newBuilder().setTakerOrderId(77).setMakerOrderId(id).setTakerSide(Side.SIDE_SELL).setPrice(9_500)
                        .setQuantity(10).setTakerFee(1))
                .addLevels(level(Side.SIDE_BUY, 9_500, 0)).addLevels(level(Side.SIDE_SELL, 9_600, 0)).build());
        JsonNode book = book(script);
        assertThat(book.get("bids")).isEqualTo(json("[[\"90.00\",\"1.00\"]]"));
        assertThat(book.get("asks").size()).isZero();
        assertThat(open(script, BOB)).isEmpty();
        JsonNode fill = ok(stage.getAs(BOB, "/api/v1/orders/" + id)).get("fills").get(0);
        assertThat(fill.get("liquidity").asString()).isEqualTo("MAKER");
        assertThat(fill.get("fee").asString()).isEqualTo("0.00");
    }

    @Test
    void anAuctionShowsWhereItWouldTradeAndDisappearsWithIt() {
        OutcomeScript script = market(3);
        assertThat(book(script).has("auction")).isFalse();
        write(script, script.enter(TradingState.TRADING_STATE_AUCTION).setAuction(AuctionIndication.getDefaultInstance()).build());
        assertThat(book(script).get("auction")).isEqualTo(json("{\"price\":null,\"volume\":\"0.00\",\"imbalance\":\"0.00\"}"));
        Outcome bid = script.rest("alice", "", Side.SIDE_BUY, 9_500, 100, 100);
        write(script, bid);
        write(script, script.rest("bob", "", Side.SIDE_SELL, 9_000, 130, 130).toBuilder()
                .setAuction(AuctionIndication.newBuilder().setPrice(9_250).setVolume(100).setImbalance(-30)).build());
        JsonNode crossed = book(script);
        assertThat(crossed.get("bids").get(0).get(0).asString()).isEqualTo("95.00");
        assertThat(crossed.get("asks").get(0).get(0).asString()).isEqualTo("90.00");
        assertThat(crossed.get("auction")).isEqualTo(json("{\"price\":\"92.50\",\"volume\":\"1.00\",\"imbalance\":\"-0.30\"}"));

        // Refused while an auction is on: it stays.
        write(script, script.reject("bob", "", RejectCode.REJECT_CODE_HALTED));
        assertThat(book(script).has("auction")).isTrue();
        // Hidden quantity moves the indication and no level.
        write(script, script.next().setAuction(AuctionIndication.newBuilder().setPrice(9_250).setVolume(100).setImbalance(-20)).build());
        JsonNode moved = book(script);
        assertThat(moved.get("auction").get("imbalance").asString()).isEqualTo("-0.20");
        assertThat(moved.get("sequence").asLong()).isGreaterThan(crossed.get("sequence").asLong());

        write(script, script.enter(TradingState.TRADING_STATE_TRADING)
                .addOrders(bid.getOrders(0).toBuilder().setStatus(OrderStatus.ORDER_STATUS_FILLED).setExecutedQuantity(100)
                        .setLeavesQuantity(0))
                .addLevels(level(Side.SIDE_BUY, 9_500, 0)).addLevels(level(Side.SIDE_SELL, 9_000, 20)).build());
        JsonNode after = book(script);
        assertThat(after.has("auction")).isFalse();
        assertThat(after.get("bids").size()).isZero();
        assertThat(ok(stage.get("/api/v1/instruments/" + script.symbol())).get("state").asString()).isEqualTo("TRADING");
    }

    @Test
    void theOrderThatHaltsItsSymbolChangesTheStateOfTheInstrument() {
        OutcomeScript script = market(4);
        long id = script.nextOrderId();
        write(script, script.enter(TradingState.TRADING_STATE_HALTED)
                .addOrders(report(id, "bob", "", Side.SIDE_BUY, 9_500, 10, 0, OrderStatus.ORDER_STATUS_EXPIRED)).build());
        stage.awaitProjected(script);
        JsonNode instrument = ok(stage.get("/api/v1/instruments/" + script.symbol()));
        assertThat(instrument.get("state").asString()).isEqualTo("HALTED");
        assertThat(instrument.get("volatilityBandPercent").asString()).isEqualTo("2.50");
        assertThat(ok(stage.getAs(BOB, "/api/v1/orders/" + id)).get("status").asString()).isEqualTo("EXPIRED");
    }
}
