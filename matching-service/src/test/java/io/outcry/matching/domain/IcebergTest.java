// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders that show a part of their quantity at a time. */
class IcebergTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void onlyThePartThatIsShownIsInTheBook() {
        iceberg(10, 4);
        assertThat(engine.book()).isEqualTo("| 100x4(1)");
        assertThat(engine.outcome().orders().getFirst().leaves()).isEqualTo(10);
        assertThat(engine.outcome().orders().getFirst().displayQuantity()).isEqualTo(4);
    }

    @Test
    void whenAPartIsUsedUpTheNextOneGoesToTheBack() {
        iceberg(10, 4);
        engine.sell(3, 100);
        engine.buy(4, 100);
        assertThat(engine.trades()).isEqualTo("4@100#1");
        assertThat(engine.book()).isEqualTo("| 100x7(2)");
        engine.buy(4, 100);
        assertThat(engine.trades()).as("the other order stands in front now").isEqualTo("3@100#2 1@100#1");
        assertThat(engine.book()).isEqualTo("| 100x3(1)");
    }

    @Test
    void aPartThatIsNotUsedUpKeepsItsPlace() {
        iceberg(10, 4);
        engine.sell(3, 100);
        engine.buy(3, 100);
        assertThat(engine.book()).isEqualTo("| 100x4(2)");
        engine.buy(2, 100);
        assertThat(engine.trades()).isEqualTo("1@100#1 1@100#2");
        assertThat(engine.book()).isEqualTo("| 100x6(2)");
    }

    @Test
    void oneSweepTakesPartAfterPart() {
        iceberg(10, 4);
        iceberg(5, 2);
        engine.buy(15, 100);
        assertThat(engine.trades()).isEqualTo("4@100#1 2@100#2 4@100#1 2@100#2 2@100#1 1@100#2");
        assertThat(engine.reports()).isEqualTo("#3 FILLED 15/15, #1 FILLED 10/10, #2 FILLED 5/5");
        assertThat(engine.levels()).isEqualTo("SELL 100x0(0)");
    }

    @Test
    void theLastPartIsWhatIsLeft() {
        iceberg(10, 4);
        engine.buy(8, 100);
        assertThat(engine.book()).isEqualTo("| 100x2(1)");
        engine.buy(2, 100);
        assertThat(engine.reports()).isEqualTo("#3 FILLED 2/2, #1 FILLED 10/10");
    }

    @Test
    void asATakerAllOfItTradesAndItsRemainderIsShownAfresh() {
        engine.sell(3, 100);
        engine.sell(3, 101);
        engine.place(OrderTicket.limit("alice", Side.BUY, 20, 101).showing(5));
        assertThat(engine.trades()).isEqualTo("3@100#1 3@101#2");
        assertThat(engine.book()).isEqualTo("101x5(1) |");
        assertThat(engine.outcome().orders().getFirst().leaves()).isEqualTo(14);
    }

    @Test
    void showingAllOfItIsAPlainOrder() {
        iceberg(5, 5);
        engine.sell(5, 100);
        engine.buy(3, 100);
        engine.buy(3, 100);
        assertThat(engine.trades()).isEqualTo("2@100#1 1@100#2");
    }

    @Test
    void lessQuantityKeepsThePlaceAndCutsTheHiddenPartFirst() {
        iceberg(10, 4);
        engine.sell(1, 100);
        engine.amend("bob", 1, 0, 6);
        assertThat(engine.levels()).as("what is shown is as before").isEmpty();
        engine.amend("bob", 1, 0, 3);
        assertThat(engine.levels()).isEqualTo("SELL 100x4(2)");
        engine.buy(4, 100);
        assertThat(engine.trades()).isEqualTo("3@100#1 1@100#2");
    }

    @Test
    void moreQuantityGoesToTheBackFreshlyShown() {
        iceberg(10, 4);
        engine.buy(3, 100);
        engine.sell(1, 100);
        engine.amend("bob", 1, 0, 20);
        assertThat(engine.book()).isEqualTo("| 100x5(2)");
        engine.buy(2, 100);
        assertThat(engine.trades()).isEqualTo("1@100#3 1@100#1");
    }

    @Test
    void whatItShowsStaysThoughItBecomesSmallerThanThat() {
        iceberg(10, 4);
        engine.amend("bob", 1, 0, 3);
        assertThat(engine.outcome().orders().getFirst().displayQuantity()).isEqualTo(4);
        assertThat(engine.book()).isEqualTo("| 100x3(1)");
        engine.amend("bob", 1, 0, 10);
        assertThat(engine.book()).isEqualTo("| 100x4(1)");
    }

    @Test
    void whatIsHiddenIsCancelledToo() {
        iceberg(10, 4);
        engine.cancel("bob", 1);
        assertThat(engine.reports()).isEqualTo("#1 CANCELED 0/10");
        assertThat(engine.book()).isEqualTo("|");
    }

    @Test
    void inAnAuctionWhatIsHiddenTradesToo() {
        engine.enter(TradingState.AUCTION);
        iceberg(10, 4);
        assertThat(engine.book()).isEqualTo("| 100x4(1)");
        engine.buy(9, 100);
        assertThat(engine.outcome().indication().volume()).isEqualTo(9);
        engine.enter(TradingState.TRADING);
        assertThat(engine.trades()).isEqualTo("4@100#2 4@100#2 1@100#2");
        assertThat(engine.book()).isEqualTo("| 100x1(1)");
    }

    @Test
    void aStopThatBecomesAnIcebergShowsItsFirstPart() {
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "bob", Side.SELL, 10, 90, 85).showing(4));
        engine.tradeAt(90);
        assertThat(engine.reports()).contains("#1 NEW 0/10");
        assertThat(engine.book()).isEqualTo("| 85x4(1)");
    }

    /** It could be divided into more trades than a command has, and whoever met it would expire. */
    @ParameterizedTest
    @CsvSource({"1000, 1, NONE", "1001, 1, QUANTITY_OUT_OF_RANGE", "2000, 2, NONE", "2001, 2, QUANTITY_OUT_OF_RANGE",
        "9223372036854775807, 9223372036854775, QUANTITY_OUT_OF_RANGE", "9223372036854775807, 9223372036854776, NONE",
        "9223372036854775807, 9223372036854775807, NONE"})
    void itHasAThousandPartsAtMost(long quantity, long display, RejectCode expected) {
        TestEngine unlimited = TestEngine.trading(InstrumentRules.ofAnyQuantity().build());
        unlimited.place(OrderTicket.limit("bob", Side.SELL, quantity, 1).showing(display));
        assertThat(unlimited.reject()).isEqualTo(expected);
        unlimited.cancelAll("bob", Side.SELL);
        unlimited.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "bob", Side.SELL, quantity, 1, 1).showing(display));
        assertThat(unlimited.reject()).as("nor has a stop").isEqualTo(expected);
    }

    @Test
    void norHasItMoreWhenItIsAmended() {
        iceberg(1_000, 1);
        engine.amend("bob", 1, 0, 1_001);
        assertThat(engine.reject()).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
        engine.amend("bob", 1, 99, 1_000);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.buy(1, 99);
        engine.amend("bob", 1, 0, 1_001);
        assertThat(engine.reject()).as("those that have traded count").isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
    }

    private void iceberg(long quantity, long display) {
        engine.place(OrderTicket.limit("bob", Side.SELL, quantity, 100).showing(display));
    }
}
