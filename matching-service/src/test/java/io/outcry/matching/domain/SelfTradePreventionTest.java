// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens when an order comes to one of its own account. */
class SelfTradePreventionTest {

    private final TestEngine engine = TestEngine.trading();

    /** Bob sells 2, alice 3, bob 4, all at 100; alice buys 8 there. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            NONE;         2@100#1 3@100#2 3@100#3; #4 FILLED 8/8, #1 FILLED 2/2, #2 FILLED 3/3, #3 PARTIALLY_FILLED 3/4; | 100x1(1)
            EXPIRE_TAKER; 2@100#1;                 #4 EXPIRED_IN_MATCH 2/8, #1 FILLED 2/2; | 100x7(2)
            EXPIRE_MAKER; 2@100#1 4@100#3; \
                #4 PARTIALLY_FILLED 6/8, #1 FILLED 2/2, #2 EXPIRED_IN_MATCH 0/3, #3 FILLED 4/4; 100x2(1) |
            EXPIRE_BOTH;  2@100#1; \
                #4 EXPIRED_IN_MATCH 2/8, #1 FILLED 2/2, #2 EXPIRED_IN_MATCH 0/3; | 100x4(1)
            DECREMENT;    2@100#1 3@100#3; \
                #4 EXPIRED_IN_MATCH 5/8, #1 FILLED 2/2, #2 EXPIRED_IN_MATCH 0/3, #3 PARTIALLY_FILLED 3/4; | 100x1(1)
            """)
    void theTakersModeDecides(SelfTradePrevention mode, String trades, String reports, String book) {
        engine.sell(2, 100);
        engine.limit("alice", Side.SELL, 3, 100);
        engine.sell(4, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 8, 100).preventing(mode));
        assertThat(engine.trades()).isEqualTo(trades);
        assertThat(engine.reports()).isEqualTo(reports);
        assertThat(engine.book()).isEqualTo(book);
    }

    @ParameterizedTest
    @EnumSource(SelfTradePrevention.class)
    void theMakersModeDoesNotMatter(SelfTradePrevention mode) {
        engine.place(OrderTicket.limit("alice", Side.SELL, 3, 100).preventing(mode));
        engine.buy(3, 100);
        assertThat(engine.trades()).isEqualTo("3@100#1");
    }

    @ParameterizedTest
    @EnumSource(SelfTradePrevention.class)
    void anOwnOrderThatIsNotReachedIsLeftAlone(SelfTradePrevention mode) {
        engine.sell(3, 100);
        engine.limit("alice", Side.SELL, 3, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 3, 100).preventing(mode));
        assertThat(engine.reports()).isEqualTo("#3 FILLED 3/3, #1 FILLED 3/3");
        assertThat(engine.book()).isEqualTo("| 100x3(1)");
    }

    @ParameterizedTest
    @EnumSource(value = SelfTradePrevention.class, names = {"EXPIRE_TAKER", "EXPIRE_BOTH"})
    void theRemainderOfATakerThatEndsNeverRests(SelfTradePrevention mode) {
        engine.limit("alice", Side.SELL, 3, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 8, 100).preventing(mode));
        assertThat(engine.reports()).startsWith("#2 EXPIRED_IN_MATCH 0/8");
        assertThat(engine.book()).isEqualTo(mode == SelfTradePrevention.EXPIRE_TAKER ? "| 100x3(1)" : "|");
    }

    @Test
    void aDecrementedTakerGoesOnWithWhatItHasLeft() {
        engine.limit("alice", Side.SELL, 3, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 8, 100).preventing(SelfTradePrevention.DECREMENT));
        assertThat(engine.reports()).isEqualTo("#2 NEW 0/8, #1 EXPIRED_IN_MATCH 0/3");
        assertThat(engine.outcome().orders().getFirst().leaves()).isEqualTo(5);
        assertThat(engine.book()).isEqualTo("100x5(1) |");
        engine.sell(5, 100);
        assertThat(engine.reports()).as("eight were asked for, five traded").isEqualTo("#3 FILLED 5/5, #2 EXPIRED_IN_MATCH 5/8");
    }

    @Test
    void aDecrementedMakerStaysWithWhatItHasLeft() {
        engine.limit("alice", Side.SELL, 8, 100);
        engine.limit("bob", Side.SELL, 1, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 3, 100).preventing(SelfTradePrevention.DECREMENT));
        assertThat(engine.reports()).isEqualTo("#3 EXPIRED_IN_MATCH 0/3, #1 NEW 0/8");
        assertThat(engine.book()).isEqualTo("| 100x6(2)");
        engine.limit("carol", Side.BUY, 1, 100);
        assertThat(engine.trades()).as("in its place").isEqualTo("1@100#1");
    }

    @Test
    void decrementTakesFromWhatAnIcebergShowsPartByPart() {
        engine.place(OrderTicket.limit("alice", Side.SELL, 10, 100).showing(4));
        engine.sell(1, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 6, 100).preventing(SelfTradePrevention.DECREMENT));
        assertThat(engine.trades()).as("the next part is behind bob's order").isEqualTo("1@100#2");
        assertThat(engine.reports()).isEqualTo("#3 EXPIRED_IN_MATCH 1/6, #1 NEW 0/10, #2 FILLED 1/1");
        assertThat(engine.book()).isEqualTo("| 100x3(1)");
        assertThat(engine.outcome().orders().get(1).leaves()).isEqualTo(5);
    }

    @Test
    void aMakerThatExpiresLosesItsHiddenPartToo() {
        engine.place(OrderTicket.limit("alice", Side.SELL, 10, 100).showing(4));
        engine.place(OrderTicket.limit("alice", Side.BUY, 6, 100).preventing(SelfTradePrevention.EXPIRE_MAKER));
        assertThat(engine.reports()).isEqualTo("#2 NEW 0/6, #1 EXPIRED_IN_MATCH 0/10");
        assertThat(engine.book()).isEqualTo("100x6(1) |");
    }

    @Test
    void aPartlyFilledOrderThatEndsSaysHowMuchItTraded() {
        engine.limit("alice", Side.SELL, 5, 100);
        engine.limit("carol", Side.BUY, 2, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 6, 100).preventing(SelfTradePrevention.EXPIRE_BOTH));
        assertThat(engine.reports()).isEqualTo("#3 EXPIRED_IN_MATCH 0/6, #1 EXPIRED_IN_MATCH 2/5");
    }

    @Test
    void whatIsPreventedIsNoTradePrice() {
        engine.tradeAt(50);
        engine.limit("alice", Side.SELL, 5, 100);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "bob", Side.BUY, 5, 100));
        engine.place(OrderTicket.limit("alice", Side.BUY, 2, 100).preventing(SelfTradePrevention.DECREMENT));
        assertThat(engine.outcome().stopsActivated()).isZero();
        engine.limit("carol", Side.BUY, 1, 100);
        assertThat(engine.outcome().stopsActivated()).isEqualTo(1);
    }

    @Test
    void theRemainderOfAnIocTakerExpiresAsAlways() {
        engine.limit("alice", Side.SELL, 3, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 8, 100).in(TimeInForce.IOC).preventing(SelfTradePrevention.DECREMENT));
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 0/8, #1 EXPIRED_IN_MATCH 0/3");
    }
}
