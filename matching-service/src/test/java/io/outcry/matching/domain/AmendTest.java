// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What an amend does: in place, to the back, or into the market. */
class AmendTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void lessQuantityAtTheSamePriceKeepsThePlace() {
        engine.buy(5, 100);
        engine.buy(5, 100);
        engine.amend("alice", 1, 100, 3);
        assertThat(engine.reports()).isEqualTo("#1 NEW 0/3");
        assertThat(engine.levels()).isEqualTo("BUY 100x8(2)");
        engine.sell(4, 100);
        assertThat(engine.trades()).isEqualTo("3@100#1 1@100#2");
    }

    @Test
    void moreQuantityGoesToTheBack() {
        engine.buy(5, 100);
        engine.buy(5, 100);
        engine.amend("alice", 1, 0, 6);
        assertThat(engine.levels()).isEqualTo("BUY 100x11(2)");
        engine.sell(6, 100);
        assertThat(engine.trades()).isEqualTo("5@100#2 1@100#1");
    }

    @Test
    void anotherPriceGoesToTheBackEvenWithLessQuantity() {
        engine.buy(5, 101);
        engine.buy(5, 100);
        engine.amend("alice", 1, 100, 2);
        assertThat(engine.levels()).isEqualTo("BUY 100x7(2), BUY 101x0(0)");
        engine.sell(6, 100);
        assertThat(engine.trades()).isEqualTo("5@100#2 1@100#1");
    }

    @Test
    void theSameAgainChangesNothingAndIsReported() {
        engine.buy(5, 100);
        engine.buy(5, 100);
        engine.amend("alice", 1, 100, 5);
        assertThat(engine.reports()).isEqualTo("#1 NEW 0/5");
        assertThat(engine.levels()).isEmpty();
        engine.amend("alice", 1, 100, 0);
        assertThat(engine.levels()).isEmpty();
        engine.sell(1, 100);
        assertThat(engine.trades()).as("still the first").isEqualTo("1@100#1");
    }

    @Test
    void anAmendThatCrossesTradesAndItsRemainderRests() {
        engine.sell(3, 102);
        engine.buy(5, 100);
        engine.amend("alice", 2, 103, 8);
        assertThat(engine.reports()).isEqualTo("#2 PARTIALLY_FILLED 3/8, #1 FILLED 3/3");
        assertThat(engine.outcome().trades().getFirst().takerSide()).isEqualTo(Side.BUY);
        assertThat(engine.levels()).isEqualTo("BUY 100x0(0), BUY 103x5(1), SELL 102x0(0)");
        assertThat(engine.book()).isEqualTo("103x5(1) |");
    }

    @Test
    void theQuantityCountsWhatHasBeenExecuted() {
        engine.sell(4, 100);
        engine.buy(10, 100);
        engine.amend("alice", 2, 0, 7);
        assertThat(engine.reports()).isEqualTo("#2 PARTIALLY_FILLED 4/7");
        assertThat(engine.outcome().orders().getFirst().leaves()).isEqualTo(3);
        for (long price : new long[]{0, 99, 100}) {
            engine.amend("alice", 2, price, 4);
            assertThat(engine.reject()).as("nothing would be left at %d", price).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
            assertThat(engine.book()).isEqualTo("100x3(1) |");
        }
    }

    @Test
    void itIsForTheAccountWhoseOrderItIs() {
        engine.buy(5, 100);
        engine.amend("bob", 1, 99, 6);
        assertThat(engine.reject()).isEqualTo(RejectCode.ORDER_NOT_FOUND);
        assertThat(engine.book()).isEqualTo("100x5(1) |");
        engine.amend("alice", 1, 99, 6);
        assertThat(engine.book()).isEqualTo("99x6(1) |");
    }

    @Test
    void zeroIsUnchangedAndNeverAWayToCancel() {
        engine.buy(5, 100);
        engine.amend("alice", 1, 0, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        engine.amend("alice", 1, 99, 0);
        assertThat(engine.book()).isEqualTo("99x5(1) |");
    }

    @Test
    void anAmendedOrderThatMeetsAnOwnOneUnderExpireMakerGoesOn() {
        engine.limit("alice", Side.SELL, 3, 102);
        engine.sell(3, 102);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).preventing(SelfTradePrevention.EXPIRE_MAKER));
        engine.amend("alice", 3, 102, 0);
        assertThat(engine.reports()).isEqualTo("#3 PARTIALLY_FILLED 3/5, #1 EXPIRED_IN_MATCH 0/3, #2 FILLED 3/3");
    }

    @Test
    void anAmendAtTheLimitOfFillsExpiresIfItStillCrosses() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 16, 2, 10, 100, 10));
        for (int i = 0; i < 3; i++) {
            limited.sell(1, 101);
        }
        limited.buy(5, 100);
        limited.amend("alice", 4, 101, 0);
        assertThat(limited.reports()).startsWith("#4 EXPIRED 2/5");
        assertThat(limited.book()).isEqualTo("| 101x1(1)");
    }

    @Test
    void inAnAuctionItDoesNotTrade() {
        engine.enter(TradingState.AUCTION);
        engine.sell(3, 102);
        engine.buy(5, 100);
        engine.amend("alice", 3, 103, 0);
        assertThat(engine.trades()).isEmpty();
        assertThat(engine.book()).isEqualTo("103x5(1) | 102x3(1)");
        assertThat(engine.outcome().indication().volume()).isEqualTo(3);
    }

    @Test
    void theOrderKeepsItsNamesAndItsExpireTime() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("mine").until(50));
        engine.amend("alice", 1, 101, 6);
        assertThat(engine.outcome().orders().getFirst().clientOrderId()).isEqualTo("mine");
        assertThat(engine.outcome().orders().getFirst().orderId()).isEqualTo(1);
        engine.tick(50);
        assertThat(engine.reports()).isEqualTo("#1 EXPIRED 0/6");
    }

    @Test
    void anAmendSetsOffStopsLikeAnyTrade() {
        engine.sell(1, 102);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, 1, 102));
        engine.buy(1, 100);
        engine.amend("alice", 3, 102, 0);
        assertThat(engine.reports()).isEqualTo("#3 FILLED 1/1, #1 FILLED 1/1, #2 EXPIRED 0/1");
    }

    /** One that needs no second row finds there what an order that is gone has left, and takes it for nothing of its own. */
    @Test
    void itHasNothingOfTheOrderWhoseRowItTook() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 9, 100).showing(2));
        engine.sell(1, 100);
        engine.cancel("alice", 1);
        engine.buy(5, 100);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, 1, 150));
        engine.amend("alice", 4, 99, 0);
        assertThat(engine.reports()).isEqualTo("#4 NEW 0/5");
        assertThat(engine.book()).isEqualTo("99x5(1) |");
    }
}
