// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.domain.EngineLimits;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** An outcome carries all that its command did. */
class OutcomeFieldsTest {

    private static final int PARTITION = 1;

    private WireEngine engine = new WireEngine(PARTITION, EngineLimits.STANDARD);
    private final Set<String> met = new TreeSet<>();

    @Test
    void aTradeIsToldInFull() {
        begin(WireCommands.rules().setMakerFeeBps(-100).setTakerFeeBps(100));
        apply(WireCommands.place(41, WireCommands.limit("bob", Side.SIDE_SELL, 3, 100)));
        assertThat(apply(WireCommands.place(39, WireCommands.limit("alice", Side.SIDE_BUY, 5, 101)))).isEqualTo(Outcome.newBuilder()
                .setInputOffset(2)
                .setSequence(3)
                .setTimeUs(41)
                .setSymbol(WireCommands.SYMBOL)
                .setPriceScale(2)
                .setQuantityScale(5)
                .addOrders(report(2, "alice", Side.SIDE_BUY, 101, 5)
                        .setExecutedQuantity(3)
                        .setLeavesQuantity(2)
                        .setCumulativeQuoteLow(300)
                        .setStatus(OrderStatus.ORDER_STATUS_PARTIALLY_FILLED))
                .addOrders(report(1, "bob", Side.SIDE_SELL, 100, 3)
                        .setExecutedQuantity(3)
                        .setCumulativeQuoteLow(300)
                        .setStatus(OrderStatus.ORDER_STATUS_FILLED))
                .addTrades(Trade.newBuilder()
                        .setTakerOrderId(LogPosition.of(PARTITION, 2))
                        .setMakerOrderId(LogPosition.of(PARTITION, 1))
                        .setTakerSide(Side.SIDE_BUY)
                        .setPrice(100)
                        .setQuantity(3)
                        .setTakerFee(3)
                        .setMakerFee(-3))
                .addLevels(LevelChange.newBuilder().setSide(Side.SIDE_SELL).setPrice(100))
                .addLevels(LevelChange.newBuilder().setSide(Side.SIDE_BUY).setPrice(101).setQuantity(2).setOrders(1))
                .build());
    }

    @Test
    void anAuctionSaysWhereItWouldTrade() {
        begin(WireCommands.rules());
        apply(WireCommands.enter(41, WireCommands.SYMBOL, TradingState.TRADING_STATE_AUCTION));
        Outcome alone = apply(WireCommands.place(42, WireCommands.limit("bob", Side.SIDE_SELL, 3, 100)));
        assertThat(alone.hasAuction()).isTrue();
        assertThat(alone.getAuction()).isEqualTo(AuctionIndication.getDefaultInstance());
        Outcome crossed = apply(WireCommands.place(43, WireCommands.limit("alice", Side.SIDE_BUY, 2, 101)));
        assertThat(crossed.getAuction().getVolume()).isEqualTo(2);
        assertThat(crossed.getAuction().getImbalance()).isEqualTo(-1);
        Outcome opened = apply(WireCommands.enter(44, WireCommands.SYMBOL, TradingState.TRADING_STATE_TRADING));
        assertThat(opened.getTradesList()).extracting(Trade::getPrice).containsExactly(crossed.getAuction().getPrice());
        assertThat(opened.getTradingState()).isEqualTo(TradingState.TRADING_STATE_TRADING);
        assertThat(opened.hasAuction()).isFalse();
    }

    @Test
    void aTradeBeyondTheBandHaltsAndSaysSo() {
        begin(WireCommands.rules().setVolatilityBandBps(100));
        trade(1, 100);
        apply(WireCommands.place(43, WireCommands.limit("bob", Side.SIDE_SELL, 1, 150)));
        Outcome halted = apply(WireCommands.place(44, WireCommands.limit("alice", Side.SIDE_BUY, 1, 150)));
        assertThat(halted.getTradingState()).isEqualTo(TradingState.TRADING_STATE_HALTED);
        assertThat(halted.getInstrument().getVolatilityBandBps()).isEqualTo(100);
        assertThat(halted.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_EXPIRED);
    }

    @Test
    void aRepeatNamesTheFirstOutcome() {
        OrderCommand placement = WireCommands.place(41, WireCommands.limit("alice", Side.SIDE_BUY, 1, 100).setClientOrderId("a"));
        begin(WireCommands.rules());
        Outcome first = apply(placement);
        apply(WireCommands.tick(50, WireCommands.SYMBOL));
        Outcome repeat = apply(placement);
        assertThat(repeat.getRepeatOfSequence()).isEqualTo(first.getSequence());
        assertThat(repeat.getRepeatOfTimeUs()).isEqualTo(41);
        assertThat(repeat.getOrdersList()).isEqualTo(first.getOrdersList());
        assertThat(repeat.getTimeUs()).isEqualTo(50);
    }

    @Test
    void aSumBeyond64BitsIsToldInTwoHalves() {
        begin(WireCommands.rules());
        for (int i = 0; i < 5; i++) {
            apply(WireCommands.place(41, WireCommands.limit("bob", Side.SIDE_SELL, 1 << 17, 1L << 45)));
        }
        OrderReport bought = apply(WireCommands.place(42, WireCommands.market("alice", Side.SIDE_BUY, 5 << 17))).getOrders(0);
        assertThat(bought.getCumulativeQuoteHigh()).isEqualTo(1);
        assertThat(bought.getCumulativeQuoteLow()).isEqualTo(1L << 62);
    }

    @Test
    void noFieldOfTheSchemaIsNeverWritten() {
        aTradeBeyondTheBandHaltsAndSaysSo();
        apply(WireCommands.define(50, WireCommands.rules().setSymbol("X").setMinNotional(1).setPriceBandBps(1).setMaxOpenOrders(1)));
        apply(WireCommands.enter(50, WireCommands.SYMBOL, TradingState.TRADING_STATE_CLOSED));
        apply(WireCommands.place(51, WireCommands.limit("alice", Side.SIDE_BUY, 1, 1)));
        aSumBeyond64BitsIsToldInTwoHalves();
        aRepeatNamesTheFirstOutcome();
        anAuctionSaysWhereItWouldTrade();
        apply(WireCommands.place(60, WireCommands.market("alice", Side.SIDE_BUY, 0).setQuoteQuantity(1_000)));
        apply(WireCommands.place(60, WireCommands.limit("alice", Side.SIDE_BUY, 10, 1)
                .setPostOnly(true)
                .setDisplayQuantity(2)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_BOTH)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_DAY)));
        PlaceOrder.Builder stop = WireCommands.market("alice", Side.SIDE_BUY, 1)
                .setType(OrderType.ORDER_TYPE_STOP_LOSS)
                .setStopPrice(1);
        assertThat(apply(WireCommands.place(61, stop)).getStopsActivated()).isEqualTo(1);
        assertThat(apply(WireCommands.activate(62, 1)).getEngineVersion()).isEqualTo(1);
        assertThat(met).isEqualTo(fieldsOf(Outcome.getDefaultInstance(), OrderReport.getDefaultInstance(), Trade.getDefaultInstance(),
                LevelChange.getDefaultInstance(), AuctionIndication.getDefaultInstance(), Instrument.getDefaultInstance()));
    }

    @Test
    void theEnginesWordsAreTheWiresWords() {
        for (var code : io.outcry.matching.domain.RejectCode.values()) {
            String name = code == io.outcry.matching.domain.RejectCode.NONE ? "UNSPECIFIED" : code.name();
            assertThat(WireEnums.of(code)).isEqualTo(RejectCode.valueOf("REJECT_CODE_" + name));
        }
        for (var status : io.outcry.matching.domain.OrderStatus.values()) {
            assertThat(WireEnums.of(status).name()).isEqualTo("ORDER_STATUS_" + status);
        }
        for (var type : io.outcry.matching.domain.OrderType.values()) {
            assertThat(WireEnums.of(type).name()).isEqualTo("ORDER_TYPE_" + type);
            assertThat(KnownValues.type(WireEnums.of(type))).isEqualTo(type);
        }
        for (var timeInForce : io.outcry.matching.domain.TimeInForce.values()) {
            assertThat(WireEnums.of(timeInForce).name()).isEqualTo("TIME_IN_FORCE_" + timeInForce);
            assertThat(KnownValues.timeInForce(WireEnums.of(timeInForce))).isEqualTo(timeInForce);
        }
        for (var prevention : io.outcry.matching.domain.SelfTradePrevention.values()) {
            assertThat(KnownValues.selfTradePrevention(WireEnums.of(prevention))).isEqualTo(prevention);
        }
        for (var state : io.outcry.matching.domain.TradingState.values()) {
            assertThat(WireEnums.of(state).name()).isEqualTo("TRADING_STATE_" + state);
            assertThat(KnownValues.state(WireEnums.of(state))).isEqualTo(state);
        }
        for (var tier : io.outcry.matching.domain.Tier.values()) {
            assertThat(KnownValues.tier(WireEnums.of(tier))).isEqualTo(tier);
        }
        for (var side : io.outcry.matching.domain.Side.values()) {
            assertThat(KnownValues.side(WireEnums.of(side))).isEqualTo(side);
        }
    }

    /** A new engine that knows the symbol. */
    private void begin(Instrument.Builder rules) {
        engine = new WireEngine(PARTITION, EngineLimits.STANDARD);
        apply(WireCommands.define(40, rules));
    }

    private Outcome apply(OrderCommand command) {
        Outcome outcome = engine.apply(command);
        meet(outcome);
        return outcome;
    }

    private void trade(long quantity, long price) {
        apply(WireCommands.place(41, WireCommands.limit("bob", Side.SIDE_SELL, quantity, price)));
        apply(WireCommands.place(42, WireCommands.limit("alice", Side.SIDE_BUY, quantity, price)));
    }

    private void meet(Message message) {
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            met.add(field.getKey().getFullName());
            List<?> values = field.getValue() instanceof List<?> several ? several : List.of(field.getValue());
            values.stream().filter(Message.class::isInstance).map(Message.class::cast).forEach(this::meet);
        }
    }

    private static Set<String> fieldsOf(Message... messages) {
        return List.of(messages).stream()
                .flatMap(message -> message.getDescriptorForType().getFields().stream())
                .map(FieldDescriptor::getFullName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static OrderReport.Builder report(long offset, String account, Side side, long price, long quantity) {
        return OrderReport.newBuilder()
                .setOrderId(LogPosition.of(PARTITION, offset))
                .setAccount(account)
                .setSide(side)
                .setType(OrderType.ORDER_TYPE_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                .setPrice(price)
                .setQuantity(quantity);
    }
}
