// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PriceStatus;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import io.outcry.contracts.v1.TradingState;
import io.outcry.query.domain.ViewOrigin;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.StoredCandle;
import io.outcry.query.view.StoredHolding;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.TotalsReader;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/**
 * What is written to Redis is compared with texts that were kept when the format got its number: an instance of another version reads them, or
 * writes beside it, and notices nothing. With another number each partition is made anew.
 */
class GoldenViewTest {

    private static final String GOLDEN = "/golden/view-" + ViewOrigin.FORMAT + ".txt";
    private static final String WHY = "a change of this is a change of ViewOrigin.FORMAT, and of this file's name";
    private static final int PARTITION = 3;
    private static final long TIME_US = 1_763_700_000_123_456L;

    private final List<Outcome> outcomes = new ArrayList<>();

    @Test
    void aViewIsWrittenAsItWasKept() throws Exception {
        List<ViewChange> changes = new ArrayList<>();
        project(changes);
        price(changes);
        assertThat(changes.stream().map(GoldenViewTest::text)).as(WHY).containsExactlyElementsOf(golden());
    }

    @Test
    void whatWasKeptIsReadAsItWasMeant() throws IOException {
        List<String> kept = golden();
        String order = value(kept, "{o3}:o:844424930131969 = ");
        StoredOrder read = StoredOrder.of(order, value(kept, "{o3}:f:844424930131969 + "));
        assertThat(read.account()).isEqualTo("alice");
        assertThat(read.appendJson(new StringBuilder()).toString()).startsWith("{\"orderId\":\"844424930131969\",")
                .endsWith("\"MAKER\"}]}");
        assertThat(StoredOrder.of(value(kept, "{o3}:o:844424930131971 = "), null).repeatOf()).isEqualTo(844_424_930_131_969L);
        String holding = value(kept, "{o3}:h:alice BTC-USD = ");
        assertThat(StoredHolding.parse(holding).stored()).as(WHY).isEqualTo(holding);
        String candle = value(kept, "{o3}:k1m:BTC-USD + ");
        assertThat(StoredCandle.json(StoredCandle.parse(candle, 2, 2), 2, 2)).as(WHY).isEqualTo(candle);
        String price = value(kept, "{x0}:p:BTC-USD = ");
        assertThat(StoredPrice.parse(price).stored()).as(WHY).isEqualTo(price);
    }

    private void project(List<ViewChange> changes) throws Exception {
        outcomes();
        RunningTotals totals = new RunningTotals((holders, symbols) -> new TotalsReader.Totals(
                ViewPosition.EMPTY, Collections.nCopies(holders.size(), null), Collections.nCopies(symbols.size(), Map.of())));
        totals.open(ViewPosition.EMPTY, outcomes);
        OutcomeChanges meaning =
                new OutcomeChanges(new ViewPartition(ViewLog.ORDERS, PARTITION), new ProjectionSettings("", 9, 9, 9, 9, 1), totals);
        for (Outcome outcome : outcomes) {
            meaning.add(outcome, changes);
        }
    }

    /** Rules, an order of every term, one that takes of it, the first one's repeat, its end, and an auction. */
    private void outcomes() {
        outcomes.add(outcome(0).setTradingState(TradingState.TRADING_STATE_TRADING).setInstrument(Instrument.newBuilder()
                .setSymbol("BTC-USD").setBaseAsset("BTC").setQuoteAsset("USD").setPriceScale(2).setQuantityScale(2).setTickSize(1)
                .setLotSize(1).setMinQuantity(1).setMaxQuantity(100).setMinNotional(5).setPriceBandBps(50).setVolatilityBandBps(60)
                .setMakerFeeBps(-1).setTakerFeeBps(5).setMaxOpenOrders(7).setTier(Tier.TIER_MEDIUM)).build());
        OrderReport.Builder maker = order(1, "alice", Side.SIDE_SELL, 50).setClientOrderId("mine").setStopPrice(90).setDisplayQuantity(10)
                .setPostOnly(true).setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_DECREMENT)
                .setType(OrderType.ORDER_TYPE_STOP_LOSS_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD)
                .setExpireTimeUs(TIME_US + 1_000);
        outcomes.add(outcome(1).addOrders(maker).addLevels(level(50)).build());
        maker.setExecutedQuantity(20).setLeavesQuantity(30).setCumulativeQuoteLow(2_000)
                .setStatus(OrderStatus.ORDER_STATUS_PARTIALLY_FILLED);
        OrderReport.Builder taker = order(2, "bob", Side.SIDE_BUY, 20).setExecutedQuantity(20).setLeavesQuantity(0)
                .setCumulativeQuoteLow(2_000).setStatus(OrderStatus.ORDER_STATUS_FILLED);
        outcomes.add(outcome(2).addOrders(taker).addOrders(maker).addLevels(level(30)).addTrades(Trade.newBuilder()
                .setTakerOrderId(taker.getOrderId()).setMakerOrderId(maker.getOrderId()).setTakerSide(Side.SIDE_BUY).setPrice(100)
                .setQuantity(20).setTakerFee(1).setMakerFee(-1)).build());
        outcomes.add(outcome(3).setRepeatOfSequence(2).setRepeatOfTimeUs(TIME_US).addOrders(maker).build());
        maker.setLeavesQuantity(0).setStatus(OrderStatus.ORDER_STATUS_CANCELED);
        outcomes.add(outcome(4).addOrders(maker).addLevels(level(0)).build());
        outcomes.add(outcome(5).setAuction(AuctionIndication.newBuilder().setPrice(101).setVolume(7).setImbalance(-3)).build());
    }

    private static void price(List<ViewChange> changes) throws Exception {
        byte[] update = PriceUpdate.newBuilder().setSymbol("BTC-USD").setScale(2).setPrice(100).setBid(99).setAsk(101).setConfidence(1)
                .setAsOfUs(TIME_US).setTier(Tier.TIER_HOT).setStatus(PriceStatus.PRICE_STATUS_DEGRADED).setSources(3).build().toByteArray();
        PriceFold fold = new PriceFold(new ViewPartition(ViewLog.PRICES, 0));
        fold.open(ViewPosition.EMPTY, List.of(new ConsumerRecord<>("", 0, 6, new byte[0], update)));
        fold.fold(ViewPosition.EMPTY, 0, changes);
        // The update itself is the log's.
        changes.removeLast();
    }

    private static Outcome.Builder outcome(long input) {
        return Outcome.newBuilder().setInputOffset(input).setSequence(input + 1).setTimeUs(TIME_US + input).setSymbol("BTC-USD")
                .setPriceScale(2).setQuantityScale(2);
    }

    private static OrderReport.Builder order(long input, String account, Side side, long quantity) {
        return OrderReport.newBuilder().setOrderId(LogPosition.of(PARTITION, input)).setAccount(account).setSide(side)
                .setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setPrice(100).setQuantity(quantity)
                .setLeavesQuantity(quantity).setStatus(OrderStatus.ORDER_STATUS_NEW);
    }

    private static LevelChange level(long quantity) {
        return LevelChange.newBuilder().setSide(Side.SIDE_SELL).setPrice(100).setQuantity(quantity).setOrders(1).build();
    }

    /** One line. */
    private static String text(ViewChange change) {
        return switch (change) {
            case ViewChange.Set set -> set.key() + " = " + text(set.value());
            case ViewChange.Order order -> order.key() + " = " + text(order.value().bytes());
            case ViewChange.Fill fill -> fill.fills() + " + " + fill.json();
            case ViewChange.Delete delete -> delete.key() + " is gone";
            case ViewChange.Push push -> push.key() + " + " + text(push.element().bytes());
            case ViewChange.ReplaceLast last -> last.key() + " ends in " + text(last.element().bytes());
            case ViewChange.Rank rank -> rank.key() + " + " + rank.member() + " at " + rank.score();
            case ViewChange.Unrank unrank -> unrank.key() + " - " + unrank.member();
            case ViewChange.Add add -> add.key() + " + " + add.member();
            case ViewChange.Field field -> field.key() + " " + field.field() + " = " + text(field.value().bytes());
            case ViewChange.Level level -> level.names() + " " + level.quantities() + " " + level.price() + " = "
                    + (level.json() == null ? "gone" : text(level.json().bytes()));
        };
    }

    private static String text(byte[] value) {
        return new String(value, UTF_8).replace("\n", "\\n");
    }

    /** What the first line that begins so goes on with. */
    private static String value(List<String> kept, String start) {
        return kept.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow().substring(start.length())
                .replace("\\n", "\n");
    }

    private static List<String> golden() throws IOException {
        try (var in = GoldenViewTest.class.getResourceAsStream(GOLDEN)) {
            return in == null ? List.of() : new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
