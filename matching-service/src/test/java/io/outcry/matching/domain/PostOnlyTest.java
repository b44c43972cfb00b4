// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders that rest or are refused, and never take. */
class PostOnlyTest {

    private final TestEngine engine = TestEngine.trading();

    @ParameterizedTest
    @CsvSource({"BUY, 99, NONE", "BUY, 100, WOULD_TAKE", "BUY, 101, WOULD_TAKE", "SELL, 91, NONE", "SELL, 90, WOULD_TAKE"})
    void itIsRefusedWhereItWouldTake(Side side, long price, RejectCode expected) {
        engine.sell(5, 100);
        engine.buy(5, 90);
        engine.place(OrderTicket.limit("carol", side, 5, price).postOnly());
        assertThat(engine.reject()).isEqualTo(expected);
        assertThat(engine.trades()).isEmpty();
        assertThat(engine.outcome().orders().getFirst().status())
                .isEqualTo(expected == RejectCode.NONE ? OrderStatus.NEW : OrderStatus.REJECTED);
        assertThat(engine.outcome().orders().getFirst().postOnly()).isTrue();
    }

    @Test
    void anOwnOrderIsOneToTakeFromAsWell() {
        engine.limit("carol", Side.SELL, 5, 100);
        engine.place(OrderTicket.limit("carol", Side.BUY, 5, 100).postOnly().preventing(SelfTradePrevention.EXPIRE_MAKER));
        assertThat(engine.reject()).isEqualTo(RejectCode.WOULD_TAKE);
        assertThat(engine.book()).isEqualTo("| 100x5(1)");
    }

    @Test
    void onAnEmptySideItRests() {
        engine.place(OrderTicket.limit("carol", Side.BUY, 5, 100).postOnly());
        assertThat(engine.book()).isEqualTo("100x5(1) |");
        engine.sell(5, 100);
        assertThat(engine.trades()).as("and is a maker like any other").isEqualTo("5@100#1");
    }

    @Test
    void anAmendOfItMayNotTakeEither() {
        engine.sell(5, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 98).postOnly());
        engine.amend("alice", 2, 100, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.WOULD_TAKE);
        assertThat(engine.reports()).isEmpty();
        assertThat(engine.book()).as("it stands where it stood").isEqualTo("98x5(1) | 100x5(1)");
        engine.amend("alice", 2, 99, 9);
        assertThat(engine.book()).isEqualTo("99x9(1) | 100x5(1)");
    }

    @Test
    void anAuctionTakesNoneAndMayMakeOneTradeThatIsThere() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 98).postOnly());
        engine.enter(TradingState.AUCTION);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 90).postOnly());
        assertThat(engine.reject()).isEqualTo(RejectCode.HALTED);
        engine.sell(3, 97);
        engine.amend("alice", 1, 99, 0);
        assertThat(engine.reject()).as("nothing is taken in an auction").isEqualTo(RejectCode.NONE);
        engine.enter(TradingState.TRADING);
        assertThat(engine.outcome().trades()).hasSize(1);
    }

    @Test
    void anAuctionMakesItAMakerThoughItIsTheYoungerOne() {
        engine.sell(3, 101);
        engine.place(OrderTicket.limit("alice", Side.BUY, 3, 100).postOnly());
        engine.enter(TradingState.AUCTION);
        engine.amend("bob", 1, 100, 0);
        engine.enter(TradingState.TRADING);
        assertThat(engine.trades()).isEqualTo("3@100#2");
    }
}
