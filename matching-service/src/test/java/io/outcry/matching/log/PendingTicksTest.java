// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PendingTicksTest {

    private static final String BTC = WireCommands.SYMBOL;

    private final WireEngine engine = new WireEngine(0, new EngineLimits(10, 10, 16, 2, 10_000, 10_000, 1));
    private final PendingTicks ticks = new PendingTicks(0);
    private long nowNanos = -5;

    @BeforeEach
    void defineTheSymbol() {
        engine.apply(WireCommands.define(1, WireCommands.rules()));
    }

    @Test
    void nothingIsDueWhereNothingEnds() {
        engine.apply(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_BUY, 5, 100)));
        assertThat(take(Long.MAX_VALUE - 1)).isEmpty();
    }

    @Test
    void anOrderIsDueFromItsTimeOnUntilItHasEnded() {
        engine.apply(gtd(BTC, 1_000));
        engine.apply(gtd(BTC, 2_000));
        assertThat(take(999)).isEmpty();
        assertThat(take(1_000)).containsExactly(BTC);
        applyTick(1_000);
        assertThat(take(1_999)).isEmpty();
        assertThat(take(2_000)).containsExactly(BTC);
        engine.apply(WireCommands.massCancel(2_000, "alice", BTC, Side.SIDE_UNSPECIFIED));
        ticks.settle(BTC);
        assertThat(take(3_000)).isEmpty();
    }

    @Test
    void anOrderOfTheDayIsDueAtMidnight() {
        engine.apply(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_BUY, 5, 100)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_DAY)));
        assertThat(take(86_399_999_999L)).isEmpty();
        assertThat(take(86_400_000_000L)).containsExactly(BTC);
    }

    @Test
    void aSymbolHasOneTickUnderWayAtATime() {
        engine.apply(gtd(BTC, 1_000));
        assertThat(take(1_000)).containsExactly(BTC);
        assertThat(take(2_000)).isEmpty();
        ticks.settle(BTC);
        assertThat(take(2_000)).as("given up, so asked for again").containsExactly(BTC);
    }

    @Test
    void theEngineIsAskedAtMostOncePerInterval() {
        engine.apply(gtd(BTC, 1_000));
        assertThat(take(999)).isEmpty();
        assertThat(ticks.take(engine.engine(), 1_000, nowNanos + PendingTicks.INTERVAL.toNanos() - 1)).isEmpty();
        assertThat(symbols(ticks.take(engine.engine(), 1_000, nowNanos + PendingTicks.INTERVAL.toNanos()))).containsExactly(BTC);
    }

    @Test
    void whatIsDueByTheEnginesClockIsDueWhateverTheMachinesSays() {
        engine.apply(gtd(BTC, 1_000));
        engine.apply(WireCommands.define(1_500, WireCommands.rules().setSymbol("LATER")));
        assertThat(ticks.take(engine.engine(), 900, nowNanos)).as("with a time that Kafka takes")
                .containsExactly(new PendingTicks.Due(BTC, 900));
        ticks.settle(BTC);
        engine.apply(gtd("LATER", 2_000));
        nowNanos += PendingTicks.INTERVAL.toNanos();
        assertThat(ticks.take(engine.engine(), 1_000_000, nowNanos))
                .containsExactly(new PendingTicks.Due(BTC, 1_500), new PendingTicks.Due("LATER", 1_000_000));
    }

    /** One producer's batch has both, and for one record of it Kafka refuses them all. */
    @Test
    void whileTicksFailThoseOfTheMachinesClockAreKeptFromThoseOfTheEngines() {
        engine.apply(gtd(BTC, 1_000));
        engine.apply(WireCommands.define(1_500, WireCommands.rules().setSymbol("LATER")));
        engine.apply(gtd("LATER", 2_000));
        assertThat(take(1_000_000)).containsExactly(BTC, "LATER");
        for (String symbol : List.of(BTC, "LATER")) {
            ticks.failed(symbol, new IllegalStateException("refused"));
        }
        assertThat(take(1_000_000)).as("not at once").isEmpty();
        assertThat(take(1_000_000)).containsExactly(BTC);
        ticks.written();
        ticks.applied(BTC, false);
        engine.apply(WireCommands.massCancel(1_500, "alice", BTC, Side.SIDE_UNSPECIFIED));
        assertThat(take(1_000_000)).containsExactly("LATER");
    }

    @Test
    void soManyTicksAreUnderWayAndNoMore() {
        for (int i = 0; i <= PendingTicks.LIMIT; i++) {
            engine.apply(WireCommands.define(1, WireCommands.rules().setSymbol("S" + i)));
            engine.apply(gtd("S" + i, 1_000));
        }
        List<String> first = take(1_000);
        assertThat(first).hasSize(PendingTicks.LIMIT);
        assertThat(take(1_000)).isEmpty();
        first.forEach(symbol -> {
            engine.apply(WireCommands.tick(1_000, symbol));
            ticks.applied(symbol, true);
        });
        assertThat(take(1_000)).containsExactly("S" + PendingTicks.LIMIT);
    }

    @Test
    void anAuctionThatWasCutOffIsDueAtOnce() {
        engine.apply(WireCommands.enter(1, BTC, TradingState.TRADING_STATE_AUCTION));
        for (int i = 0; i < 3; i++) {
            engine.apply(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_SELL, 1, 100)));
        }
        engine.apply(WireCommands.place(1, WireCommands.limit("bob", Side.SIDE_BUY, 3, 100)));
        assertThat(take(1)).as("it collects").isEmpty();
        engine.apply(WireCommands.enter(1, BTC, TradingState.TRADING_STATE_TRADING));
        assertThat(take(1)).containsExactly(BTC);
        applyTick(1);
        assertThat(take(1)).isEmpty();
    }

    @Test
    void stopsThatWereCutOffAreDueAtOnce() {
        for (int i = 0; i < 2; i++) {
            engine.apply(stop(Side.SIDE_BUY, 100));
            engine.apply(stop(Side.SIDE_SELL, 90));
        }
        assertThat(take(1)).as("no trade yet").isEmpty();
        trade(95);
        assertThat(take(1)).as("the trade is between them").isEmpty();
        trade(100);
        assertThat(take(1)).containsExactly(BTC);
        engine.apply(WireCommands.enter(1, BTC, TradingState.TRADING_STATE_HALTED));
        ticks.settle(BTC);
        assertThat(take(1)).as("a halt keeps them waiting").isEmpty();
    }

    @Test
    void whatATickHasLeftIsDueAtOnce() {
        engine.apply(WireCommands.place(1, WireCommands.limit("maker", Side.SIDE_SELL, 9, 110)));
        for (int i = 0; i < 4; i++) {
            engine.apply(stop(Side.SIDE_BUY, 100));
        }
        trade(100);
        assertThat(take(1)).containsExactly(BTC);
        assertThat(takeEarly()).as("one is under way").isEmpty();
        for (int left = 2; left > 0; left--) {
            ticks.applied(BTC, true);
            assertThat(takeEarly()).containsExactly(BTC);
        }
        ticks.applied(BTC, false);
        assertThat(takeEarly()).isEmpty();
    }

    /** So that what others send waits for one tick and not for those of all symbols. */
    @Test
    void onlyOneTickAtATimeIsAskedForAtOnce() {
        for (String symbol : List.of("A", "B")) {
            engine.apply(WireCommands.define(1, WireCommands.rules().setSymbol(symbol)));
            engine.apply(gtd(symbol, 1_000));
        }
        assertThat(take(1_000)).containsExactly("A", "B");
        ticks.applied("B", true);
        assertThat(takeEarly()).as("A is under way").isEmpty();
        ticks.applied("A", false);
        assertThat(takeEarly()).as("without a look at all others").containsExactly("B");
        ticks.applied("B", false);
        assertThat(takeEarly()).as("that one has left nothing").isEmpty();
        assertThat(take(1_000)).containsExactly("A", "B");
    }

    @Test
    void whileTicksCannotBeWrittenNoneIsDueAtOnce() {
        engine.apply(gtd(BTC, 1_000));
        assertThat(take(1_000)).containsExactly(BTC);
        ticks.failed(BTC, new IllegalStateException("refused"));
        assertThat(take(1_000)).isEmpty();
        ticks.applied(BTC, true);
        assertThat(takeEarly()).isEmpty();
        assertThat(take(1_000)).containsExactly(BTC);
    }

    @Test
    void stopsThatAnEarlierTradeOfTheCommandHasReachedAreDueAtOnce() {
        engine.apply(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_BUY, 9, 90)));
        for (int i = 0; i < 2; i++) {
            engine.apply(WireCommands.place(1, WireCommands.market("carol", Side.SIDE_SELL, 1)
                    .setType(OrderType.ORDER_TYPE_TAKE_PROFIT).setStopPrice(105)));
        }
        trade(110);
        assertThat(take(1)).as("one has sold at 90, the other one waits").containsExactly(BTC);
        applyTick(1);
        assertThat(take(1)).isEmpty();
    }

    @Test
    void whatWasReachedIsNotDueForStopsThatAreCancelled() {
        engine.apply(stop(Side.SIDE_BUY, 100));
        engine.apply(stop(Side.SIDE_BUY, 100));
        trade(100);
        assertThat(take(1)).containsExactly(BTC);
        ticks.settle(BTC);
        engine.apply(WireCommands.massCancel(1, "carol", BTC, Side.SIDE_UNSPECIFIED));
        assertThat(take(1)).as("a tick would change nothing, time after time").isEmpty();
    }

    @Test
    void theEngineNamesNoMoreSymbolsThanItIsAskedFor() {
        engine.apply(gtd(BTC, 1_000));
        engine.apply(WireCommands.define(1, WireCommands.rules().setSymbol("SECOND")));
        engine.apply(gtd("SECOND", 1_000));
        assertThat(engine.engine().dueSymbols(1_000, 1)).containsExactly(BTC);
        assertThat(engine.engine().dueSymbols(1_000, 2)).containsExactly(BTC, "SECOND");
    }

    private List<String> take(long timeUs) {
        nowNanos += PendingTicks.INTERVAL.toNanos();
        return symbols(ticks.take(engine.engine(), timeUs, nowNanos));
    }

    /** Before the next interval is over. */
    private List<String> takeEarly() {
        return symbols(ticks.take(engine.engine(), 1_000, nowNanos));
    }

    private static List<String> symbols(List<PendingTicks.Due> due) {
        return due.stream().map(PendingTicks.Due::symbol).toList();
    }

    private void applyTick(long timeUs) {
        engine.apply(WireCommands.tick(timeUs, BTC));
        ticks.applied(BTC, true);
    }

    private void trade(long price) {
        engine.apply(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_SELL, 1, price)));
        engine.apply(WireCommands.place(1, WireCommands.market("bob", Side.SIDE_BUY, 1)));
    }

    private static OrderCommand gtd(String symbol, long expireUs) {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 5, 100).setSymbol(symbol);
        return WireCommands.place(1, order.setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD).setExpireTimeUs(expireUs));
    }

    private static OrderCommand stop(Side side, long price) {
        return WireCommands.place(1, WireCommands.market("carol", side, 1).setType(OrderType.ORDER_TYPE_STOP_LOSS).setStopPrice(price));
    }
}
