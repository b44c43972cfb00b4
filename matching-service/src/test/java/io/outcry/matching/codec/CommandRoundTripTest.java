// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.Instrument;
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
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.domain.EngineLimits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each field of each command comes back in the outcome as it was sent. */
class CommandRoundTripTest {

    private static final int PARTITION = 3;

    private final WireEngine engine = new WireEngine(PARTITION, EngineLimits.STANDARD);

    @BeforeEach
    void defineTheSymbol() {
        engine.apply(WireCommands.define(100, WireCommands.rules()));
    }

    @Test
    void rules() {
        Instrument.Builder rules = WireCommands.rules()
                .setSymbol("X")
                .setPriceScale(3)
                .setQuantityScale(4)
                .setTickSize(5)
                .setLotSize(6)
                .setMinQuantity(7)
                .setMaxQuantity(8_000)
                .setMinNotional(9)
                .setPriceBandBps(10)
                .setMakerFeeBps(-11)
                .setTakerFeeBps(12)
                .setVolatilityBandBps(13);
        Outcome outcome = engine.apply(WireCommands.define(101, rules));
        assertThat(outcome.getInstrument()).isEqualTo(rules.build());
        assertThat(outcome.getTradingState()).isEqualTo(TradingState.TRADING_STATE_TRADING);
        assertThat(outcome.getTimeUs()).isEqualTo(101);
    }

    @Test
    void aStopWithEveryTermItMayHave() {
        PlaceOrder.Builder stop = WireCommands.limit("alice", Side.SIDE_SELL, 60, 95)
                .setClientOrderId("Aa-1_.:")
                .setType(OrderType.ORDER_TYPE_STOP_LOSS_LIMIT)
                .setStopPrice(97)
                .setDisplayQuantity(20)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_DECREMENT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD)
                .setExpireTimeUs(5_000);
        assertThat(engine.apply(WireCommands.place(102, stop)).getOrdersList()).containsExactly(OrderReport.newBuilder()
                .setOrderId(LogPosition.of(PARTITION, 1))
                .setAccount("alice")
                .setClientOrderId("Aa-1_.:")
                .setSide(Side.SIDE_SELL)
                .setType(OrderType.ORDER_TYPE_STOP_LOSS_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD)
                .setPrice(95)
                .setQuantity(60)
                .setLeavesQuantity(60)
                .setStopPrice(97)
                .setDisplayQuantity(20)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_DECREMENT)
                .setExpireTimeUs(5_000)
                .setStatus(OrderStatus.ORDER_STATUS_PENDING_TRIGGER)
                .build());
    }

    @Test
    void aPostOnlyOrderOfTheDay() {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 60, 95)
                .setPostOnly(true)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_DAY);
        OrderReport report = engine.apply(WireCommands.place(102, order)).getOrders(0);
        assertThat(report.getPostOnly()).isTrue();
        assertThat(report.getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_NEW);
        assertThat(report.getExpireTimeUs()).isEqualTo(86_400_000_000L);
    }

    @Test
    void aMarketOrderByQuoteQuantity() {
        engine.apply(WireCommands.place(102, WireCommands.limit("bob", Side.SIDE_SELL, 60, 95)));
        PlaceOrder.Builder order = WireCommands.market("alice", Side.SIDE_BUY, 0).setQuoteQuantity(1_000);
        OrderReport report = engine.apply(WireCommands.place(103, order)).getOrders(0);
        assertThat(report.getQuoteQuantity()).isEqualTo(1_000);
        assertThat(report.getQuantity()).isEqualTo(10);
        assertThat(report.getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_FILLED);
    }

    @ParameterizedTest
    @EnumSource(value = SelfTradePrevention.class, mode = EnumSource.Mode.EXCLUDE, names = "UNRECOGNIZED")
    void selfTradePreventionOfWhichNoneIsLeftOut(SelfTradePrevention mode) {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 1, 1).setSelfTradePrevention(mode);
        SelfTradePrevention expected = mode == SelfTradePrevention.SELF_TRADE_PREVENTION_NONE
                ? SelfTradePrevention.SELF_TRADE_PREVENTION_UNSPECIFIED
                : mode;
        assertThat(engine.apply(WireCommands.place(102, order)).getOrders(0).getSelfTradePrevention()).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(value = OrderType.class, mode = EnumSource.Mode.EXCLUDE, names = {"UNRECOGNIZED", "ORDER_TYPE_UNSPECIFIED"})
    void everyTypeComesBack(OrderType type) {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 0, 0).setType(type);
        assertThat(engine.apply(WireCommands.place(102, order)).getOrders(0).getType()).isEqualTo(type);
    }

    @ParameterizedTest
    @EnumSource(value = TimeInForce.class, mode = EnumSource.Mode.EXCLUDE, names = {"UNRECOGNIZED", "TIME_IN_FORCE_UNSPECIFIED"})
    void everyTimeInForceComesBack(TimeInForce timeInForce) {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 0, 0).setTimeInForce(timeInForce);
        assertThat(engine.apply(WireCommands.place(102, order)).getOrders(0).getTimeInForce()).isEqualTo(timeInForce);
    }

    @Test
    void aCancelByEitherName() {
        long first = place("alice", Side.SIDE_BUY, "one");
        place("alice", Side.SIDE_BUY, "two");
        Outcome byClientOrderId = engine.apply(WireCommands.cancel(103, "alice", "two"));
        assertThat(byClientOrderId.getOrders(0).getClientOrderId()).isEqualTo("two");
        Outcome byId = engine.apply(WireCommands.cancel(103, "alice", first));
        assertThat(byId.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_CANCELED);
        assertThat(engine.apply(WireCommands.cancel(103, "alice", first)).getReject()).isEqualTo(RejectCode.REJECT_CODE_ORDER_NOT_OPEN);
        assertThat(engine.apply(WireCommands.cancel(103, "bob", "two")).getReject()).isEqualTo(RejectCode.REJECT_CODE_ORDER_NOT_FOUND);
        assertThat(engine.apply(WireCommands.cancel(103, "alice", 0)).getReject()).isEqualTo(RejectCode.REJECT_CODE_ORDER_NOT_FOUND);
    }

    @Test
    void whereACancelHasBothNamesTheOrdersIdCounts() {
        long first = place("alice", Side.SIDE_BUY, "one");
        place("alice", Side.SIDE_BUY, "two");
        OrderCommand.Builder both = WireCommands.cancel(103, "alice", first).toBuilder();
        both.getCancelBuilder().setClientOrderId("two");
        assertThat(engine.apply(both.build()).getOrders(0).getClientOrderId()).isEqualTo("one");
    }

    @Test
    void aCancelOfOneSideOrBoth() {
        place("alice", Side.SIDE_BUY, "");
        place("alice", Side.SIDE_SELL, "");
        place("bob", Side.SIDE_BUY, "");
        place("bob", Side.SIDE_SELL, "");
        Outcome oneSide = engine.apply(WireCommands.massCancel(103, "alice", WireCommands.SYMBOL, Side.SIDE_SELL));
        assertThat(oneSide.getOrdersList()).extracting(OrderReport::getSide).containsExactly(Side.SIDE_SELL);
        Outcome both = engine.apply(WireCommands.massCancel(103, "bob", WireCommands.SYMBOL, Side.SIDE_UNSPECIFIED));
        assertThat(both.getOrdersList()).extracting(OrderReport::getAccount).containsExactly("bob", "bob");
        assertThat(engine.apply(WireCommands.massCancel(103, "bob", "NOPE", Side.SIDE_BUY)).getReject())
                .isEqualTo(RejectCode.REJECT_CODE_UNKNOWN_SYMBOL);
        assertThat(engine.engine().openOrders()).isEqualTo(1);
    }

    @Test
    void anAmendment() {
        long order = place("alice", Side.SIDE_BUY, "");
        OrderReport amended = engine.apply(WireCommands.amend(103, AmendOrder.newBuilder()
                .setAccount("alice").setOrderId(order).setPrice(7).setPriceScale(2).setQuantity(8).setQuantityScale(5))).getOrders(0);
        assertThat(amended.getPrice()).isEqualTo(7);
        assertThat(amended.getQuantity()).isEqualTo(8);
        assertThat(amended.getLeavesQuantity()).isEqualTo(8);
    }

    @ParameterizedTest
    @EnumSource(value = TradingState.class, mode = EnumSource.Mode.EXCLUDE, names = {"UNRECOGNIZED", "TRADING_STATE_UNSPECIFIED"})
    void aTradingState(TradingState state) {
        Outcome outcome = engine.apply(WireCommands.enter(103, WireCommands.SYMBOL, state));
        assertThat(outcome.getTradingState()).isEqualTo(state);
        assertThat(outcome.getInstrument()).isEqualTo(WireCommands.rules().build());
        assertThat(outcome.hasAuction()).isEqualTo(state == TradingState.TRADING_STATE_AUCTION);
    }

    @Test
    void aTick() {
        engine.apply(WireCommands.place(102, WireCommands.limit("alice", Side.SIDE_BUY, 5, 95)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD)
                .setExpireTimeUs(200)));
        assertThat(engine.apply(WireCommands.tick(199, WireCommands.SYMBOL)).getOrdersCount()).isZero();
        Outcome outcome = engine.apply(WireCommands.tick(200, WireCommands.SYMBOL));
        assertThat(outcome.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_EXPIRED);
        assertThat(outcome.getSymbol()).isEqualTo(WireCommands.SYMBOL);
        assertThat(WireCommand.tick("X", 7)).isEqualTo(WireCommands.tick(7, "X").toByteArray());
    }

    private long place(String account, Side side, String clientOrderId) {
        PlaceOrder.Builder order = WireCommands.limit(account, side, 5, side == Side.SIDE_BUY ? 95 : 105).setClientOrderId(clientOrderId);
        return engine.apply(WireCommands.place(102, order)).getOrders(0).getOrderId();
    }
}
