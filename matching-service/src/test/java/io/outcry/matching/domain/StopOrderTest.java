// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders that wait for a trade at or beyond their stop price, one at a time. */
class StopOrderTest {

    private final TestEngine engine = TestEngine.trading();

    @ParameterizedTest
    @CsvSource(textBlock = """
            STOP_LOSS,         BUY,  105, 104, 105
            STOP_LOSS_LIMIT,   BUY,  105, 104, 106
            STOP_LOSS,         SELL, 95,  96,  95
            STOP_LOSS_LIMIT,   SELL, 95,  96,  94
            TAKE_PROFIT,       BUY,  95,  96,  95
            TAKE_PROFIT_LIMIT, BUY,  95,  96,  94
            TAKE_PROFIT,       SELL, 105, 104, 105
            TAKE_PROFIT_LIMIT, SELL, 105, 104, 106
            """)
    void eachTypeIsDueOnItsSideOfTheStopPrice(OrderType type, Side side, long stopPrice, long notYet, long due) {
        engine.tradeAt(100);
        long stop = engine.place(OrderTicket.stopLimit(type, "alice", side, 5, stopPrice, type.isPriced() ? stopPrice : 0));
        assertThat(engine.reports()).isEqualTo("#" + stop + " PENDING_TRIGGER 0/5");
        assertThat(engine.outcome().orders().getFirst().leaves()).isEqualTo(5);
        assertThat(engine.levels()).isEmpty();
        engine.tradeAt(notYet);
        assertThat(engine.outcome().stopsActivated()).isZero();
        engine.tradeAt(due);
        assertThat(engine.outcome().stopsActivated()).isEqualTo(1);
        assertThat(engine.reports()).endsWith("#" + stop + (type.isPriced() ? " NEW" : " EXPIRED") + " 0/5");
        assertThat(engine.outcome().orders().getLast().type()).as("its type stays").isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"STOP_LOSS, BUY, 100, 1", "STOP_LOSS, BUY, 101, 0", "TAKE_PROFIT, BUY, 100, 1", "TAKE_PROFIT, BUY, 99, 0"})
    void anOrderThatIsDueByTheLastTradeIsActivatedAtOnce(OrderType type, Side side, long stopPrice, int activated) {
        engine.tradeAt(100);
        engine.sell(5, 110);
        long stop = engine.place(OrderTicket.stop(type, "alice", side, 5, stopPrice));
        assertThat(engine.outcome().stopsActivated()).isEqualTo(activated);
        assertThat(engine.reports()).startsWith("#" + stop + (activated == 1 ? " FILLED 5/5, #3 FILLED 5/5" : " PENDING_TRIGGER 0/5"));
    }

    @ParameterizedTest
    @CsvSource({"STOP_LOSS, BUY, 1", "STOP_LOSS, SELL, 9223372036854775807", "TAKE_PROFIT, BUY, 9223372036854775807",
        "TAKE_PROFIT, SELL, 1"})
    void beforeTheFirstTradeNothingIsDue(OrderType type, Side side, long stopPrice) {
        engine.place(OrderTicket.stop(type, "alice", side, 5, stopPrice));
        assertThat(engine.reports()).isEqualTo("#1 PENDING_TRIGGER 0/5");
        engine.tick(5);
        assertThat(engine.outcome().stopsActivated()).isZero();
        engine.tradeAt(100);
        assertThat(engine.outcome().stopsActivated()).isEqualTo(1);
    }

    @Test
    void anActivatedMarketOrderTakesWhatThereIs() {
        engine.sell(2, 110);
        engine.sell(2, 111);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.BUY, 9, 105));
        engine.tradeAt(105);
        assertThat(engine.trades()).isEqualTo("1@105#4 2@110#1 2@111#2");
        assertThat(engine.reports()).isEqualTo("#5 FILLED 1/1, #4 FILLED 1/1, #3 EXPIRED 4/9, #1 FILLED 2/2, #2 FILLED 2/2");
    }

    @Test
    void anActivatedLimitOrderKeepsToItsLimitAndThenRests() {
        engine.sell(2, 110);
        engine.sell(2, 112);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.BUY, 9, 105, 111));
        engine.tradeAt(105);
        assertThat(engine.reports()).endsWith("#3 PARTIALLY_FILLED 2/9, #1 FILLED 2/2");
        assertThat(engine.book()).isEqualTo("111x7(1) | 112x2(1)");
        engine.amend("alice", 3, 109, 0);
        assertThat(engine.book()).as("it is a limit order now").isEqualTo("109x7(1) | 112x2(1)");
    }

    @ParameterizedTest
    @CsvSource({"STOP_LOSS, 0, FOK, 4, EXPIRED", "STOP_LOSS, 0, FOK, 2, FILLED", "STOP_LOSS_LIMIT, 110, IOC, 4, EXPIRED",
        "STOP_LOSS_LIMIT, 110, FOK, 4, EXPIRED", "STOP_LOSS_LIMIT, 110, FOK, 2, FILLED"})
    void itsTimeInForceHoldsFromThen(OrderType type, long price, TimeInForce time, long quantity, OrderStatus end) {
        engine.sell(2, 110);
        engine.place(OrderTicket.stopLimit(type, "alice", Side.BUY, quantity, 105, price).in(time));
        engine.tradeAt(105);
        assertThat(engine.outcome().orders().get(2).orderId()).isEqualTo(2);
        assertThat(engine.outcome().orders().get(2).status()).isEqualTo(end);
        assertThat(engine.outcome().orders().get(2).executed()).isEqualTo(time == TimeInForce.FOK && quantity == 4 ? 0 : 2);
    }

    @Test
    void aWaitingOrderIsCancelledWithoutATrace() {
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.BUY, 5, 105));
        engine.cancel("alice", 1);
        assertThat(engine.reports()).isEqualTo("#1 CANCELED 0/5");
        assertThat(engine.levels()).isEmpty();
        engine.tradeAt(105);
        assertThat(engine.outcome().stopsActivated()).isZero();
        engine.cancel("alice", 1);
        assertThat(engine.reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
    }

    @Test
    void aWaitingOrderIsAmendedInItsPlace() {
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.BUY, 5, 105, 106));
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "bob", Side.BUY, 5, 105, 106));
        engine.amend("alice", 1, 107, 9);
        assertThat(engine.reports()).isEqualTo("#1 PENDING_TRIGGER 0/9");
        assertThat(engine.outcome().orders().getFirst().price()).isEqualTo(107);
        engine.tradeAt(105);
        assertThat(engine.reports()).as("still the first").endsWith("#1 NEW 0/9, #2 NEW 0/5");
        assertThat(engine.book()).isEqualTo("107x9(1) 106x5(1) |");
    }

    @Test
    void aMarketStopHasNoPriceToAmend() {
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.BUY, 5, 105));
        engine.amend("alice", 1, 106, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        engine.amend("alice", 1, 0, 9);
        assertThat(engine.reports()).isEqualTo("#1 PENDING_TRIGGER 0/9");
    }

    @Test
    void itsSelfTradePreventionIsThatOfATaker() {
        engine.limit("alice", Side.SELL, 3, 110);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.BUY, 5, 105).preventing(SelfTradePrevention.EXPIRE_BOTH));
        engine.tradeAt(105);
        assertThat(engine.reports()).endsWith("#2 EXPIRED_IN_MATCH 0/5, #1 EXPIRED_IN_MATCH 0/3");
    }

    /** It meets nobody before it is set off, and one that will not rest adds nothing to its side. */
    @Test
    void aWaitingOneIsAmendedWhateverItsLimitWouldMeet() {
        engine.limit("alice", Side.SELL, 5, 102);
        OrderTicket ticket = OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.BUY, 5, 150, 100);
        long stop = engine.place(ticket.in(TimeInForce.IOC).preventing(SelfTradePrevention.EXPIRE_BOTH));
        engine.amend("alice", stop, 103, 3);
        assertThat(engine.reports()).isEqualTo("#2 PENDING_TRIGGER 0/3");
        engine.enter(TradingState.AUCTION);
        engine.amend("alice", stop, 104, 2);
        assertThat(engine.reports()).isEqualTo("#2 PENDING_TRIGGER 0/2");
        assertThat(engine.book()).isEqualTo("| 102x5(1)");
    }
}
