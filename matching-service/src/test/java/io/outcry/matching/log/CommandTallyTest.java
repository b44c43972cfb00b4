// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.matching.codec.CommandKind;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.NewOrder;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.Tier;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.TradingState;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommandTallyTest {

    private static final String SYMBOL = "BTC-USD";
    private static final int WIDEST_BPS = 1_000;
    private static final Instrument RULES = new Instrument(
            SYMBOL, "BTC", "USD", 2, 2, 1, 1, 1, 1_000_000, 0, 0, 0, 0, Tier.HOT, WIDEST_BPS, 0);

    /** So an auction of three pairs is ended by a tick. */
    private static final EngineLimits TWO_FILLS = new EngineLimits(10, 10, 16, 2, 10, 100, 10);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MatchingMetrics metrics = new MatchingMetrics(meters);
    private final CommandTally tally = new CommandTally();
    private final MatchingEngine engine = new MatchingEngine(0, TWO_FILLS);
    private final int account = engine.registerAccount("alice");
    private long offset;

    @BeforeEach
    void list() {
        engine.define(offset++, 1, RULES);
        engine.enter(offset++, 1, SYMBOL, TradingState.TRADING);
    }

    @Test
    void commandsAreCountedByKindAndWhatBecameOfThem() {
        place(Side.BUY, 100, order -> order.clientOrderId.set("a"));
        place(Side.BUY, 100, order -> order.clientOrderId.set("a"));
        place(Side.BUY, 100, order -> order.quantity = 2_000_000);
        place(Side.BUY, 99, order -> {});
        count(CommandKind.CANCEL, engine.cancel(offset++, 1, account, 77));
        tally.tell(metrics);
        assertThat(commands("place", "applied")).isEqualTo(2);
        assertThat(commands("place", "repeated")).isEqualTo(1);
        assertThat(commands("place", "rejected")).isEqualTo(1);
        assertThat(commands("cancel", "rejected")).isEqualTo(1);
        assertThat(commands("cancel", "applied")).isZero();
        tally.tell(metrics);
        assertThat(commands("place", "applied")).as("told once").isEqualTo(2);
    }

    @Test
    void aRefusalThatIsToldAgainIsARepeat() {
        for (int i = 0; i < 2; i++) {
            place(Side.BUY, 100, order -> {
                order.clientOrderId.set("a");
                order.quantity = 2_000_000;
            });
        }
        tally.tell(metrics);
        assertThat(commands("place", "rejected")).isEqualTo(1);
        assertThat(commands("place", "repeated")).isEqualTo(1);
    }

    @Test
    void stopsThatATradeSetsOffAreCounted() {
        place(Side.SELL, 100, order -> {});
        place(Side.BUY, 0, CommandTallyTest::stop);
        place(Side.BUY, 0, CommandTallyTest::stop);
        tally.tell(metrics);
        assertThat(counter("stops.activated")).isZero();
        place(Side.BUY, 100, order -> {});
        place(Side.BUY, 0, CommandTallyTest::stop);
        tally.tell(metrics);
        tally.tell(metrics);
        assertThat(counter("stops.activated")).as("two by the trade, one by what was traded before it").isEqualTo(3);
    }

    @Test
    void onlyAHaltThatATradeBroughtCountsAsOne() {
        count(CommandKind.SET_TRADING_STATE, engine.enter(offset++, 1, SYMBOL, TradingState.HALTED));
        count(CommandKind.DEFINE_INSTRUMENT, engine.define(offset++, 1, RULES));
        count(CommandKind.SET_TRADING_STATE, engine.enter(offset++, 1, SYMBOL, TradingState.TRADING));
        place(Side.SELL, 100, order -> {});
        place(Side.BUY, 100, order -> {});
        tally.tell(metrics);
        assertThat(counter("halts")).isZero();
        place(Side.SELL, 200, order -> {});
        place(Side.BUY, 200, order -> {});
        tally.tell(metrics);
        tally.tell(metrics);
        assertThat(counter("halts")).isEqualTo(1);
    }

    @Test
    void ordersWhoseTimeATickEndsAreCounted() {
        place(Side.BUY, 98, order -> until(order, 50));
        place(Side.BUY, 99, order -> until(order, 60));
        place(Side.BUY, 97, order -> until(order, 61));
        place(Side.BUY, 96, order -> {});
        count(CommandKind.TICK, engine.tick(offset++, 60, SYMBOL));
        count(CommandKind.TICK, engine.tick(offset++, 61, SYMBOL));
        tally.tell(metrics);
        tally.tell(metrics);
        assertThat(counter("expired")).isEqualTo(3);
    }

    /** A tick ends two at most, and goes on with an auction where the third one trades. */
    @Test
    void anOrderThatIsOverAndTradesIsNotOneThatEndedForIt() {
        engine.enter(offset++, 1, SYMBOL, TradingState.AUCTION);
        for (int i = 0; i < 5; i++) {
            place(Side.BUY, 100, order -> until(order, 60));
            place(Side.SELL, 100, order -> {});
        }
        engine.enter(offset++, 1, SYMBOL, TradingState.TRADING);
        CommandOutcome tick = engine.tick(offset++, 60, SYMBOL);
        assertThat(tick.trades().size()).isEqualTo(1);
        count(CommandKind.TICK, tick);
        tally.tell(metrics);
        assertThat(counter("expired")).isEqualTo(2);
    }

    /** A stop whose time is over, but no tick has said so yet, is set off by a trade and runs into the volatility band. */
    @Test
    void whatAnotherCommandEndsDoesNotCountAsOverdue() {
        place(Side.SELL, 100, order -> {});
        place(Side.BUY, 100, order -> {});
        place(Side.SELL, 101, order -> {});
        place(Side.SELL, 120, order -> {});
        place(Side.BUY, 120, order -> {
            order.kind(Side.BUY, OrderType.STOP_LOSS_LIMIT, TimeInForce.GTD, SelfTradePrevention.NONE, false);
            order.stopPrice = 101;
            order.expireTimeUs = 50;
        });
        engine.define(offset++, 60, RULES);
        place(Side.BUY, 101, order -> {});
        tally.tell(metrics);
        assertThat(counter("halts")).isEqualTo(1);
        assertThat(counter("expired")).isZero();
    }

    @Test
    void whatElseATickEndsDoesNotCountAsOverdue() {
        place(Side.BUY, 0, CommandTallyTest::stop);
        engine.enter(offset++, 1, SYMBOL, TradingState.AUCTION);
        for (int i = 0; i < 3; i++) {
            place(Side.BUY, 100, order -> until(order, 60));
            place(Side.SELL, 100, order -> {});
        }
        engine.enter(offset++, 1, SYMBOL, TradingState.TRADING);
        CommandOutcome tick = engine.tick(offset++, 50, SYMBOL);
        assertThat(tick.trades().size()).isEqualTo(1);
        assertThat(tick.stopsActivated()).as("for whom nothing is left").isEqualTo(1);
        count(CommandKind.TICK, tick);
        tally.tell(metrics);
        assertThat(counter("expired")).isZero();
    }

    private static void stop(NewOrder order) {
        order.kind(Side.BUY, OrderType.STOP_LOSS, TimeInForce.IOC, SelfTradePrevention.NONE, false);
        order.stopPrice = 100;
    }

    private static void until(NewOrder order, long timeUs) {
        order.kind(Side.BUY, OrderType.LIMIT, TimeInForce.GTD, SelfTradePrevention.NONE, false);
        order.expireTimeUs = timeUs;
    }

    private void place(Side side, long price, Consumer<NewOrder> more) {
        NewOrder order = new NewOrder();
        order.kind(side, OrderType.LIMIT, TimeInForce.GTC, SelfTradePrevention.NONE, false);
        order.account = account;
        order.symbol = engine.symbol(SYMBOL);
        order.price = price;
        order.quantity = 5;
        more.accept(order);
        count(CommandKind.PLACE, engine.place(offset++, 1, order));
    }

    private void count(CommandKind kind, CommandOutcome outcome) {
        tally.applied(kind, outcome);
    }

    private double commands(String kind, String result) {
        return meters.get("outcry.matching.commands").tags("kind", kind, "result", result).counter().count();
    }

    private double counter(String name) {
        return meters.get("outcry.matching." + name).counter().count();
    }
}
