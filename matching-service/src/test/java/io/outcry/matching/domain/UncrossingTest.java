// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.reference.ExpectedOutcome.Indication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The trades with which a symbol enters trading, all at one price; and what happens when one command may not make them all. */
class UncrossingTest {

    private static final EngineLimits TWO_FILLS = new EngineLimits(10, 100, 64, 2, 10, 100, 10);

    private final TestEngine engine = TestEngine.trading(TestEngine.PLAIN, TWO_FILLS);

    @Test
    void theBestOrdersOfBothSidesTradeInTheirOrder() {
        TestEngine all = TestEngine.trading();
        all.enter(TradingState.AUCTION);
        all.buy(2, 101);
        all.buy(3, 102);
        all.sell(4, 99);
        all.sell(4, 101);
        all.enter(TradingState.TRADING);
        assertThat(all.trades()).isEqualTo("3@101#3 1@101#2 1@101#2");
        assertThat(all.toldState()).isEqualTo(TradingState.TRADING);
        assertThat(all.book()).isEqualTo("| 101x3(1)");
    }

    @Test
    void ordersAreReportedAsTheyAreReachedTheBidBeforeTheAsk() {
        TestEngine all = TestEngine.trading();
        all.enter(TradingState.AUCTION);
        all.sell(4, 100);
        all.buy(3, 100);
        all.buy(3, 100);
        all.enter(TradingState.TRADING);
        assertThat(all.reports()).isEqualTo("#3 FILLED 3/3, #2 FILLED 4/4, #4 PARTIALLY_FILLED 1/3");
        assertThat(all.levels()).isEqualTo("BUY 100x2(1), SELL 100x0(0)");
    }

    /** Another one may have been told since. */
    @Test
    void thePriceIsThatOfTheSymbol() {
        TestEngine all = TestEngine.trading();
        all.define(InstrumentRules.of("ETH-USD").build());
        all.enter(TradingState.AUCTION);
        all.buy(1, 105);
        all.sell(1, 95);
        all.apply(new Command.SetTradingState(0, "ETH-USD", TradingState.AUCTION));
        all.place(OrderTicket.limit("alice", Side.BUY, 1, 100).on("ETH-USD"));
        all.place(OrderTicket.limit("bob", Side.SELL, 1, 100).on("ETH-USD"));
        assertThat(all.outcome().indication()).isEqualTo(new Indication(100, 1, 0));
        all.enter(TradingState.TRADING);
        assertThat(all.trades()).isEqualTo("1@105#3");
    }

    @Test
    void selfTradePreventionDoesNotApply() {
        TestEngine all = TestEngine.trading();
        all.enter(TradingState.AUCTION);
        all.place(OrderTicket.limit("alice", Side.BUY, 3, 100).preventing(SelfTradePrevention.EXPIRE_BOTH));
        all.limit("alice", Side.SELL, 3, 100);
        all.enter(TradingState.TRADING);
        assertThat(all.trades()).isEqualTo("3@100#2");
    }

    @ParameterizedTest
    @EnumSource(value = TradingState.class, names = {"HALTED", "CANCEL_ONLY", "CLOSED"})
    void aBookThatStayedCrossedIsUncrossedFromAnyState(TradingState state) {
        TestEngine all = TestEngine.trading();
        all.enter(TradingState.AUCTION);
        all.buy(3, 100);
        all.sell(3, 100);
        all.enter(state);
        assertThat(all.trades()).isEmpty();
        all.enter(TradingState.TRADING);
        assertThat(all.trades()).isEqualTo("3@100#2");
    }

    @Test
    void whatIsCutOffGoesOnAtTheSamePrice() {
        fiveOfEach();
        engine.enter(TradingState.TRADING);
        assertThat(engine.trades()).isEqualTo("1@100#2 1@100#3");
        assertThat(engine.toldState()).isEqualTo(TradingState.AUCTION);
        assertThat(engine.outcome().indication()).isEqualTo(new Indication(100, 3, 0));
        engine.tick(1);
        assertThat(engine.outcome().trades()).hasSize(2);
        assertThat(engine.outcome().indication()).isEqualTo(new Indication(100, 1, 0));
        engine.enter(TradingState.TRADING);
        assertThat(engine.trades()).isEqualTo("1@100#6");
        assertThat(engine.toldState()).isEqualTo(TradingState.TRADING);
        assertThat(engine.book()).isEqualTo("|");
    }

    @ParameterizedTest
    @EnumSource(value = TradingState.class, names = {"HALTED", "CANCEL_ONLY", "CLOSED"})
    void untilAllIsDoneItIsAnAuctionWhateverItWasBefore(TradingState state) {
        fiveOfEach();
        engine.enter(state);
        engine.enter(TradingState.TRADING);
        assertThat(engine.toldState()).isEqualTo(TradingState.AUCTION);
        engine.tick(1);
        assertThat(engine.outcome().trades()).hasSize(2);
    }

    @Test
    void aTickCanEndIt() {
        fiveOfEach();
        engine.enter(TradingState.TRADING);
        engine.tick(1);
        engine.tick(2);
        assertThat(engine.toldState()).isEqualTo(TradingState.TRADING);
        engine.tick(3);
        assertThat(engine.outcome().tradingState()).as("nothing changes any more").isNull();
    }

    @Test
    void justEnoughFillsAreNoCut() {
        engine.enter(TradingState.AUCTION);
        engine.buy(1, 100);
        engine.buy(1, 100);
        engine.sell(2, 100);
        engine.enter(TradingState.TRADING);
        assertThat(engine.toldState()).isEqualTo(TradingState.TRADING);
    }

    @Test
    void meanwhileOrdersAreNeitherTakenNorAmendedButCancelled() {
        fiveOfEach();
        engine.enter(TradingState.TRADING);
        engine.limit("carol", Side.BUY, 1, 50);
        assertThat(engine.reject()).isEqualTo(RejectCode.HALTED);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, 1, 500));
        assertThat(engine.reject()).isEqualTo(RejectCode.HALTED);
        engine.amend("alice", 6, 99, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.HALTED);
        engine.cancel("alice", 6);
        assertThat(engine.outcome().indication()).isEqualTo(new Indication(100, 2, -1));
        engine.tick(1);
        assertThat(engine.book()).isEqualTo("| 100x1(1)");
        assertThat(engine.toldState()).as("nothing crosses any more").isEqualTo(TradingState.TRADING);
    }

    @ParameterizedTest
    @EnumSource(value = TradingState.class, names = {"HALTED", "CANCEL_ONLY", "CLOSED", "AUCTION"})
    void anotherStateEndsIt(TradingState state) {
        fiveOfEach();
        engine.enter(TradingState.TRADING);
        engine.enter(state);
        engine.tick(1);
        assertThat(engine.trades()).as("a tick does not go on with it").isEmpty();
        engine.enter(TradingState.AUCTION);
        engine.limit("carol", Side.BUY, 9, 105);
        assertThat(engine.outcome().indication()).as("the price is open again").isEqualTo(new Indication(105, 3, 6));
        engine.enter(TradingState.TRADING);
        assertThat(engine.outcome().trades()).hasSize(2);
    }

    @Test
    void thePriceHoldsThoughTheOrderThatNamedItIsGone() {
        engine.enter(TradingState.AUCTION);
        for (int i = 0; i < 3; i++) {
            engine.buy(1, 110);
        }
        long named = engine.buy(1, 105);
        for (int i = 0; i < 4; i++) {
            engine.sell(1, 90);
        }
        engine.enter(TradingState.TRADING);
        assertThat(engine.trades()).isEqualTo("1@105#2 1@105#3");
        engine.cancel("alice", named);
        assertThat(engine.outcome().indication()).isEqualTo(new Indication(105, 1, -1));
        engine.tick(1);
        assertThat(engine.trades()).isEqualTo("1@105#4");
        assertThat(engine.toldState()).isEqualTo(TradingState.TRADING);
    }

    /** Whoever meets at the price is cancelled, and others are left that cross elsewhere. */
    @Test
    void aBookThatStillCrossesElsewhereIsUncrossedOnceMoreBeforeItTrades() {
        engine.enter(TradingState.AUCTION);
        engine.buy(4, 105);
        for (int i = 0; i < 4; i++) {
            engine.sell(1, 100);
        }
        long last = engine.limit("carol", Side.SELL, 1, 103);
        engine.enter(TradingState.TRADING);
        assertThat(engine.outcome().trades()).hasSize(2);
        assertThat(engine.outcome().trades().getFirst().price()).isEqualTo(100);
        engine.cancelAll("bob", Side.SELL);
        assertThat(engine.outcome().indication()).as("carol is left").isEqualTo(new Indication(103, 1, 1));
        engine.tick(1);
        assertThat(engine.outcome().trades()).hasSize(1);
        assertThat(engine.outcome().trades().getFirst().quantity()).isEqualTo(1);
        assertThat(engine.toldState()).isEqualTo(TradingState.TRADING);
        assertThat(engine.book()).isEqualTo("105x1(1) |");
        engine.cancel("carol", last);
        assertThat(engine.reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
    }

    @Test
    void soItIsWhenNobodyBidsThatPriceAnyMore() {
        engine.enter(TradingState.AUCTION);
        engine.sell(4, 100);
        for (int i = 0; i < 4; i++) {
            engine.buy(1, 105);
        }
        engine.limit("carol", Side.BUY, 1, 102);
        engine.enter(TradingState.TRADING);
        assertThat(engine.trades()).isEqualTo("1@105#2 1@105#2");
        engine.cancelAll("alice", Side.BUY);
        assertThat(engine.outcome().indication()).as("carol is left").isEqualTo(new Indication(102, 1, -1));
        engine.tick(1);
        assertThat(engine.trades()).isEqualTo("1@102#2");
        assertThat(engine.book()).isEqualTo("| 100x1(1)");
    }

    @Test
    void aTickFirstEndsWhatIsOver() {
        engine.enter(TradingState.AUCTION);
        for (int i = 0; i < 3; i++) {
            engine.place(OrderTicket.limit("alice", Side.BUY, 1, 100).until(10));
        }
        engine.sell(5, 100);
        engine.enter(TradingState.TRADING);
        assertThat(engine.outcome().trades()).hasSize(2);
        engine.tick(10);
        assertThat(engine.reports()).isEqualTo("#4 EXPIRED 0/1");
        assertThat(engine.trades()).isEmpty();
        assertThat(engine.toldState()).isEqualTo(TradingState.TRADING);
    }

    @Test
    void stopsAreSetOffWhenTheLastTradeIsDone() {
        engine.enter(TradingState.AUCTION);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "carol", Side.BUY, 1, 100, 90));
        engine.buy(3, 100);
        for (int i = 0; i < 3; i++) {
            engine.sell(1, 100);
        }
        engine.enter(TradingState.TRADING);
        assertThat(engine.outcome().stopsActivated()).isZero();
        engine.tick(1);
        assertThat(engine.outcome().stopsActivated()).isEqualTo(1);
        assertThat(engine.book()).isEqualTo("90x1(1) |");
    }

    private void fiveOfEach() {
        engine.enter(TradingState.AUCTION);
        for (int i = 0; i < 5; i++) {
            engine.buy(1, 100);
        }
        for (int i = 0; i < 5; i++) {
            engine.sell(1, 100);
        }
    }
}
