// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stops that one command sets off, in which order, by each other, and how far. */
class StopCascadeTest {

    private static final EngineLimits TWO_STOPS = new EngineLimits(10, 10, 16, 6, 10, 100, 2);

    private final TestEngine engine = TestEngine.trading();

    @Test
    void risingOnesComeFirstFromTheLowestThenFallingOnesFromTheHighestAndTheOlderAtOnePrice() {
        waiting(OrderType.STOP_LOSS_LIMIT, Side.SELL, 90);
        waiting(OrderType.STOP_LOSS_LIMIT, Side.SELL, 95);
        waiting(OrderType.TAKE_PROFIT_LIMIT, Side.BUY, 95);
        waiting(OrderType.STOP_LOSS_LIMIT, Side.BUY, 105);
        waiting(OrderType.TAKE_PROFIT_LIMIT, Side.SELL, 104);
        waiting(OrderType.STOP_LOSS_LIMIT, Side.BUY, 104);
        engine.buy(1, 110);
        engine.buy(1, 90);
        engine.sell(2, 80);
        assertThat(engine.trades()).isEqualTo("1@110#7 1@90#8");
        assertThat(engine.outcome().stopsActivated()).isEqualTo(6);
        assertThat(engine.reports()).isEqualTo("#9 FILLED 2/2, #7 FILLED 1/1, #8 FILLED 1/1, "
                + "#5 EXPIRED 0/1, #6 EXPIRED 0/1, #4 EXPIRED 0/1, #2 EXPIRED 0/1, #3 EXPIRED 0/1, #1 EXPIRED 0/1");
    }

    @Test
    void oneStopsTradesSetOffTheNextInTheSameCommand() {
        engine.sell(1, 101);
        engine.sell(1, 102);
        engine.sell(1, 103);
        engine.sell(1, 104);
        stop("carol", Side.BUY, 102);
        stop("dave", Side.BUY, 103);
        stop("erin", Side.BUY, 101);
        engine.buy(1, 101);
        assertThat(engine.trades()).isEqualTo("1@101#1 1@102#2 1@103#3 1@104#4");
        assertThat(engine.outcome().trades()).extracting("taker").containsExactly(8L, 7L, 5L, 6L);
        assertThat(engine.outcome().stopsActivated()).isEqualTo(3);
    }

    @Test
    void aStopCanSetOffOneOfTheOtherDirection() {
        engine.sell(1, 105);
        engine.buy(1, 90);
        stop("carol", Side.SELL, 95);
        engine.place(OrderTicket.stop(OrderType.TAKE_PROFIT, "dave", Side.SELL, 1, 105));
        engine.buy(1, 105);
        assertThat(engine.trades()).isEqualTo("1@105#1 1@90#2");
        assertThat(engine.reports()).isEqualTo("#5 FILLED 1/1, #1 FILLED 1/1, #4 FILLED 1/1, #2 FILLED 1/1, #3 EXPIRED 0/1");
    }

    @Test
    void whatIsOverTheLimitOfActivationsWaitsForTheNextCommand() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        fiveDueStops(limited);
        assertThat(limited.outcome().stopsActivated()).isEqualTo(2);
        assertThat(limited.reports()).endsWith("#1 EXPIRED 0/1, #2 EXPIRED 0/1");
    }

    /** The stops' own trades have led the price away from them: it was reached all the same, for those that waited then. */
    @Test
    void whatATradeHasReachedIsSetOffThoughTheLastPriceIsAnotherOne() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        fourReachedStops(limited);
        assertThat(limited.outcome().stopsActivated()).isEqualTo(2);
        limited.place(OrderTicket.stop(OrderType.TAKE_PROFIT, "dave", Side.SELL, 1, 104));
        assertThat(limited.reports()).as("the new one waits").startsWith("#8 PENDING_TRIGGER 0/1");
        assertThat(limited.outcome().stopsActivated()).isEqualTo(2);
        limited.tick(1);
        assertThat(limited.outcome().stopsActivated()).isZero();
    }

    /** Newer stops stand before the older ones that are left, whichever way they wait; another of them comes with each command. */
    @ParameterizedTest
    @EnumSource(value = Side.class, names = {"BUY", "SELL"})
    void newerStopsArePassedByOnceAndStaySo(Side side) {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        boolean rising = side == Side.SELL;
        limited.limit("maker", rising ? Side.BUY : Side.SELL, 20, rising ? 90 : 110);
        for (long stopPrice : new long[]{105, 106, 105, 107, 106, 105, 107}) {
            limited.place(OrderTicket.stop(OrderType.TAKE_PROFIT, "carol", side, 1, rising ? stopPrice : 200 - stopPrice));
        }
        limited.limit("bob", side, 1, rising ? 110 : 90);
        limited.limit("bob", rising ? Side.BUY : Side.SELL, 1, rising ? 110 : 90);
        assertThat(limited.reports()).contains("#2 FILLED", "#4 FILLED");
        for (String[] older : new String[][]{{"#7", "#3"}, {"#6", "#5"}, {"#8"}}) {
            limited.place(OrderTicket.stop(OrderType.TAKE_PROFIT, "dave", side, 1, rising ? 104 : 96));
            assertThat(limited.reports()).startsWith("#" + (limited.nextOffset() - 1) + " PENDING_TRIGGER 0/1");
            for (String id : older) {
                assertThat(limited.reports()).contains(id + " FILLED 1/1");
            }
        }
        limited.tick(1);
        assertThat(limited.outcome().stopsActivated()).isZero();
    }

    private static void sixteenStopsReachedByFourTrades(TestEngine limited) {
        for (int i = 0; i < 16; i++) {
            killed(limited);
        }
        for (long price = 110; price <= 113; price++) {
            limited.sell(1, price);
            limited.buy(1, price);
        }
    }

    /** Each of them may be walked through anew, past all newer stops. */
    @Test
    void aCommandForgetsSoManySpansInWhichNothingIsLeftAndTheNextOneGoesOn() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        sixteenStopsReachedByFourTrades(limited);
        killed(limited);
        assertThat(limited.reports()).isEqualTo("#25 PENDING_TRIGGER 0/9, #15 EXPIRED 0/9, #16 EXPIRED 0/9");
        limited.tick(1);
        assertThat(limited.outcome().stopsActivated()).as("a span from before it is left").isZero();
        limited.tick(1);
        assertThat(limited.reports()).isEqualTo("#25 EXPIRED 0/9");
    }

    /** It counts for the stops of then, and the next one does not wait until it has been looked through for these. */
    @Test
    void whatWasReachedIsForgottenWithTheLastStop() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        sixteenStopsReachedByFourTrades(limited);
        limited.cancelAll("carol", Side.SELL);
        killed(limited);
        assertThat(limited.reports()).isEqualTo("#26 EXPIRED 0/9");
    }

    @Test
    void aHaltForgetsWhatWasReached() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        fourReachedStops(limited);
        limited.enter(TradingState.HALTED);
        limited.enter(TradingState.TRADING);
        assertThat(limited.outcome().stopsActivated()).isZero();
    }

    /** Every applied command about a symbol that is trading goes on with them. */
    static List<Consumer<TestEngine>> nextCommands() {
        return List.of(
                next -> next.tick(1),
                next -> next.cancel("maker", 6),
                next -> next.cancel("maker", "six"),
                next -> next.cancelAll("nobody", Side.UNSPECIFIED),
                next -> next.cancelAll("maker", Side.SELL),
                next -> next.define(TestEngine.PLAIN),
                next -> next.enter(TradingState.TRADING),
                next -> next.amend("maker", 6, 0, 9),
                next -> next.amend("maker", 6, 0, 8),
                next -> next.amend("maker", 6, 900, 0),
                next -> next.amend("carol", 5, 0, 3),
                next -> next.cancel("maker", 7),
                next -> next.amend("maker", 7, 900, 0),
                next -> next.amend("maker", 7, 0, 9),
                next -> next.limit("dave", Side.BUY, 1, 1),
                next -> next.place(OrderTicket.stop(OrderType.STOP_LOSS, "dave", Side.BUY, 1, 400)));
    }

    @ParameterizedTest
    @MethodSource("nextCommands")
    void anyNextCommandGoesOnWithTheStopsThatAreLeft(Consumer<TestEngine> command) {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        fiveDueStops(limited);
        command.accept(limited);
        assertThat(limited.reject()).isEqualTo(RejectCode.NONE);
        assertThat(limited.outcome().stopsActivated()).isEqualTo(2);
        limited.tick(2);
        assertThat(limited.outcome().stopsActivated()).isEqualTo(1);
        limited.tick(3);
        assertThat(limited.outcome().stopsActivated()).isZero();
    }

    @Test
    void aRefusedOrRepeatedCommandSetsOffNothing() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        fiveDueStops(limited);
        limited.cancel("maker", 99);
        assertThat(limited.outcome().stopsActivated()).isZero();
        limited.limit("alice", Side.BUY, 0, 100);
        assertThat(limited.outcome().stopsActivated()).isZero();
        limited.place(OrderTicket.limit("maker", Side.SELL, 9, 901).named("six"));
        assertThat(limited.outcome().repeatOfSequence()).isEqualTo(7);
        assertThat(limited.outcome().stopsActivated()).isZero();
    }

    @Test
    void aCommandThatHasUsedItsFillsSetsOffNothing() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        limited.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, 1, 100));
        for (int i = 0; i < 7; i++) {
            limited.sell(1, 100);
        }
        limited.buy(6, 100);
        assertThat(limited.outcome().stopsActivated()).isZero();
        limited.tick(1);
        assertThat(limited.reports()).isEqualTo("#1 FILLED 1/1, #8 FILLED 1/1");
    }

    @Test
    void theFillsOfTheWholeCommandCountForEachStop() {
        TestEngine limited = nineOffersAndAStopForNine();
        limited.buy(3, 100);
        assertThat(limited.reports()).contains("#1 EXPIRED 3/9");
        assertThat(limited.outcome().trades()).hasSize(6);
    }

    /** It would end for want of trades that others have made. */
    @Test
    void aStopForWhichLessThanHalfOfTheFillsAreLeftWaitsForTheNextCommand() {
        TestEngine limited = nineOffersAndAStopForNine();
        limited.buy(4, 100);
        assertThat(limited.outcome().stopsActivated()).isZero();
        limited.tick(1);
        assertThat(limited.reports()).startsWith("#1 EXPIRED 5/9");
    }

    private static TestEngine nineOffersAndAStopForNine() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, TWO_STOPS);
        limited.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, 9, 100));
        for (int i = 0; i < 9; i++) {
            limited.sell(1, 100);
        }
        return limited;
    }

    @ParameterizedTest
    @EnumSource(value = TradingState.class, names = {"HALTED", "CANCEL_ONLY", "CLOSED", "AUCTION"})
    void onlyATradingSymbolSetsOffStops(TradingState state) {
        engine.tradeAt(100);
        engine.sell(5, 120);
        stop("carol", Side.BUY, 110);
        engine.enter(state);
        engine.define(TestEngine.PLAIN);
        if (state == TradingState.AUCTION) {
            engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "dave", Side.BUY, 1, 90));
            assertThat(engine.reports()).as("due, but it waits").isEqualTo("#7 PENDING_TRIGGER 0/1");
        }
        engine.enter(TradingState.TRADING);
        assertThat(engine.outcome().stopsActivated()).isEqualTo(state == TradingState.AUCTION ? 2 : 0);
    }

    @Test
    void uncrossingTradesSetOffStopsOnceTheSymbolTrades() {
        engine.enter(TradingState.AUCTION);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, 2, 100));
        engine.sell(3, 100);
        engine.buy(1, 100);
        engine.enter(TradingState.TRADING);
        assertThat(engine.trades()).isEqualTo("1@100#3 2@100#3");
        assertThat(engine.outcome().stopsActivated()).isEqualTo(1);
    }

    /** Ended by one command or by several: what was the last price before is not that any more. */
    @ParameterizedTest
    @ValueSource(ints = {2, 9})
    void afterAnAuctionItsPriceIsTheLastOne(int fillsPerCommand) {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 100, 64, fillsPerCommand, 10, 100, 10));
        limited.tradeAt(100);
        limited.enter(TradingState.AUCTION);
        limited.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.SELL, 1, 105));
        limited.place(OrderTicket.stop(OrderType.TAKE_PROFIT, "carol", Side.SELL, 1, 105));
        limited.sell(3, 200);
        for (int i = 0; i < 3; i++) {
            limited.buy(1, 200);
        }
        limited.enter(TradingState.TRADING);
        limited.tick(1);
        limited.cancelAll("carol", Side.SELL);
        assertThat(limited.reports()).isEqualTo("#4 CANCELED 0/1");
    }

    private void waiting(OrderType type, Side side, long stopPrice) {
        long limit = side == Side.BUY ? 1 : 1_000;
        engine.place(OrderTicket.stopLimit(type, "carol", side, 1, stopPrice, limit).in(TimeInForce.IOC));
    }

    private void stop(String account, Side side, long stopPrice) {
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, account, side, 1, stopPrice));
    }

    /** A stop that trades with nobody. */
    private static void killed(TestEngine limited) {
        limited.place(OrderTicket.stop(OrderType.TAKE_PROFIT, "carol", Side.SELL, 9, 105).in(TimeInForce.FOK));
    }

    /** Four stops to sell are reached by a trade at 110, and the first of them sell at 90. */
    private static void fourReachedStops(TestEngine limited) {
        limited.buy(9, 90);
        for (int i = 0; i < 4; i++) {
            limited.place(OrderTicket.stop(OrderType.TAKE_PROFIT, "carol", Side.SELL, 1, 105));
        }
        limited.sell(1, 110);
        limited.limit("bob", Side.BUY, 1, 110);
    }

    /** Five stops to buy are due after the trade at 100, and nobody sells below 901. Order 7 is the only plain one that stays. */
    private static void fiveDueStops(TestEngine limited) {
        for (int i = 0; i < 5; i++) {
            limited.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "carol", Side.BUY, 1, 100, 50).in(TimeInForce.IOC));
        }
        limited.place(OrderTicket.limit("maker", Side.SELL, 9, 901).named("six"));
        limited.limit("maker", Side.SELL, 8, 902);
        limited.limit("alice", Side.SELL, 1, 100);
        limited.limit("bob", Side.BUY, 1, 100);
    }
}
