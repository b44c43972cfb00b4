// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.reference.ExpectedOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many open orders of a symbol one account may have. */
class OpenOrderLimitTest {

    private static final long LATER = 1_000_000;

    private final TestEngine engine = TestEngine.trading(most(2));

    @Test
    void oneMoreIsRefusedAndOthersAreNot() {
        engine.buy(5, 100);
        engine.buy(5, 99);
        engine.buy(5, 98);
        assertThat(engine.reject()).isEqualTo(RejectCode.TOO_MANY_OPEN_ORDERS);
        assertThat(engine.book()).isEqualTo("100x5(1) 99x5(1) |");
        engine.limit("bob", Side.BUY, 5, 98);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void anotherSymbolHasItsOwnCount() {
        fill();
        engine.define(InstrumentRules.of("ETH-USD").maxOpenOrders(1).build());
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).on("ETH-USD"));
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).on("ETH-USD"));
        assertThat(engine.reject()).isEqualTo(RejectCode.TOO_MANY_OPEN_ORDERS);
    }

    /** Whatever could rest or wait is asked, though it might trade at once; what ends at once is not. */
    @ParameterizedTest
    @CsvSource({
        "GTC, TOO_MANY_OPEN_ORDERS", "DAY, TOO_MANY_OPEN_ORDERS", "IOC, NONE", "FOK, NONE"})
    void onlyWhatMayStayIsCounted(TimeInForce timeInForce, RejectCode expected) {
        fill();
        engine.limit("bob", Side.SELL, 5, 105);
        engine.limit("alice", Side.BUY, timeInForce, 5, 105);
        assertThat(engine.reject()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"})
    void stopsThatWaitAreOpenOrders(OrderType type) {
        boolean priced = type.isPriced();
        OrderTicket stop = priced
                ? OrderTicket.stopLimit(type, "alice", Side.BUY, 5, 100, 100)
                : OrderTicket.stop(type, "alice", Side.BUY, 5, 100);
        engine.place(stop);
        engine.place(stop);
        engine.place(stop);
        assertThat(engine.reject()).isEqualTo(RejectCode.TOO_MANY_OPEN_ORDERS);
        engine.cancelAll("alice", Side.UNSPECIFIED);
        engine.place(stop);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void whateverEndsMakesRoom() {
        long first = fill();
        engine.cancel("alice", first);
        roomForOne();
        engine.limit("bob", Side.SELL, 5, 90);
        roomForOne();
        engine.cancelAll("alice", Side.BUY);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 90).until(LATER));
        engine.buy(5, 89);
        engine.tick(LATER);
        roomForOne();
    }

    @Test
    void anAmendmentOpensNoOrder() {
        long first = fill();
        engine.amend("alice", first, 90, 7);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.amend("alice", first, 95, 7);
        engine.cancel("alice", first);
        roomForOne();
    }

    @Test
    void aPartOfAnOrderIsAnOrder() {
        fill();
        engine.limit("bob", Side.SELL, 2, 90);
        engine.buy(5, 90);
        assertThat(engine.reject()).isEqualTo(RejectCode.TOO_MANY_OPEN_ORDERS);
    }

    @Test
    void whatIsOpenWhenTheRuleComesCountsAndStays() {
        engine.define(most(0));
        for (int i = 0; i < 3; i++) {
            engine.buy(5, 100 - i);
        }
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.BUY, 5, 120));
        engine.define(most(3));
        assertThat(engine.book()).contains("98");
        engine.buy(5, 90);
        assertThat(engine.reject()).isEqualTo(RejectCode.TOO_MANY_OPEN_ORDERS);
        engine.define(most(5));
        engine.buy(5, 90);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.buy(5, 89);
        assertThat(engine.reject()).isEqualTo(RejectCode.TOO_MANY_OPEN_ORDERS);
        engine.define(most(0));
        engine.buy(5, 89);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void ofAFullBookThatIsSaidAndOfAPostOnlyOrderThatItWouldTakeIsNot() {
        TestEngine small = TestEngine.trading(most(1), new EngineLimits(10, 10, 16, 10, 10, 1, 10));
        small.buy(5, 100);
        small.buy(5, 99);
        assertThat(small.reject()).isEqualTo(RejectCode.BOOK_FULL);
        fill();
        engine.limit("bob", Side.SELL, 5, 110);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 110).postOnly());
        assertThat(engine.reject()).isEqualTo(RejectCode.TOO_MANY_OPEN_ORDERS);
    }

    @Test
    void aRefusedOneIsToldWithItsTerms() {
        fill();
        long refused = engine.buy(5, 98);
        ExpectedOutcome told = engine.outcome();
        assertThat(told.reject()).isEqualTo(RejectCode.TOO_MANY_OPEN_ORDERS);
        assertThat(engine.reports()).isEqualTo("#" + refused + " REJECTED 0/5");
    }

    /** Two orders of alice at 100 and 99. */
    private long fill() {
        long first = engine.buy(5, 100);
        engine.buy(5, 99);
        return first;
    }

    private void roomForOne() {
        engine.buy(5, 80);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.buy(5, 80);
        assertThat(engine.reject()).isEqualTo(RejectCode.TOO_MANY_OPEN_ORDERS);
    }

    private static Instrument most(int orders) {
        return InstrumentRules.plain().maxOpenOrders(orders).build();
    }
}
