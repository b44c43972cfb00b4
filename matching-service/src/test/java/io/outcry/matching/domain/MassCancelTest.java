// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.Command.CancelAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cancelling all of an account's open orders of a symbol. */
class MassCancelTest {

    private final TestEngine engine = TestEngine.trading();

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            UNSPECIFIED; #1 CANCELED 0/1, #2 CANCELED 0/2, #4 CANCELED 0/4, #6 CANCELED 0/6, #7 CANCELED 0/7; 98x5(1) |
            BUY;         #1 CANCELED 0/1, #4 CANCELED 0/4, #6 CANCELED 0/6;                                   98x5(1) | 110x2(1)
            SELL;        #2 CANCELED 0/2, #7 CANCELED 0/7;                                                    99x4(1) 98x5(1) 90x1(1) |
            """)
    void theOldestOrderGoesFirstBeItRestingOrWaiting(Side side, String reports, String book) {
        engine.limit("alice", Side.BUY, 1, 90);
        engine.limit("alice", Side.SELL, 2, 110);
        engine.define(InstrumentRules.of("ETH-USD").build());
        engine.limit("alice", Side.BUY, 4, 99);
        engine.limit("bob", Side.BUY, 5, 98);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.BUY, 6, 120));
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.SELL, 7, 80));
        engine.place(OrderTicket.limit("alice", Side.BUY, 8, 99).on("ETH-USD"));
        engine.cancelAll("alice", side);
        assertThat(engine.reports()).isEqualTo(reports);
        assertThat(engine.book()).isEqualTo(book);
        engine.apply(new CancelAll(0, "alice", "ETH-USD", Side.UNSPECIFIED));
        assertThat(engine.reports()).as("the other symbol's is still there").isEqualTo("#8 CANCELED 0/8");
    }

    @Test
    void withoutOpenOrdersItIsAppliedAndDoesNothing() {
        engine.buy(1, 90);
        for (String account : new String[]{"carol", "", "x".repeat(65)}) {
            engine.cancelAll(account, Side.UNSPECIFIED);
            assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
            assertThat(engine.reports()).isEmpty();
            assertThat(engine.outcome().symbol()).isEqualTo(TestEngine.SYMBOL);
        }
        assertThat(engine.book()).isEqualTo("90x1(1) |");
    }

    @Test
    void anUnknownSymbolIsRefused() {
        engine.apply(new CancelAll(0, "alice", "NOPE", Side.UNSPECIFIED));
        assertThat(engine.reject()).isEqualTo(RejectCode.UNKNOWN_SYMBOL);
        assertThat(engine.outcome().symbol()).isEqualTo("NOPE");
    }

    @Test
    void whatIsOverTheLimitStaysForTheNextOne() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 16, 2, 10, 100, 10));
        for (long price : new long[]{95, 97, 96, 94, 98}) {
            limited.buy(1, price);
        }
        for (String oldest : new String[]{"#1 CANCELED 0/1, #2 CANCELED 0/1", "#3 CANCELED 0/1, #4 CANCELED 0/1", "#5 CANCELED 0/1", ""}) {
            limited.cancelAll("alice", Side.UNSPECIFIED);
            assertThat(limited.reports()).isEqualTo(oldest);
        }
    }

    /** Also those of the first account that the log names, whose number is zero. */
    @Test
    void anOrderThatHasEndedIsNotEndedAgain() {
        engine.buy(1, 90);
        engine.buy(2, 91);
        engine.cancel("alice", 2);
        engine.cancelAll("alice", Side.UNSPECIFIED);
        assertThat(engine.reports()).isEqualTo("#1 CANCELED 0/1");
    }

    /** The rows of orders that have ended are used again, the last one first: newer orders come to lie before older ones. */
    @Test
    void theOldestGoFirstWhereverTheyLie() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 16, 2, 10, 100, 10));
        limited.limit("bob", Side.BUY, 1, 90);
        limited.limit("bob", Side.BUY, 1, 90);
        limited.limit("bob", Side.BUY, 1, 90);
        limited.limit("bob", Side.BUY, 1, 90);
        limited.cancel("bob", 1);
        limited.cancel("bob", 2);
        limited.cancel("bob", 3);
        limited.buy(1, 95);
        limited.buy(1, 94);
        limited.buy(1, 96);
        for (String oldest : new String[]{"#8 CANCELED 0/1, #9 CANCELED 0/1", "#10 CANCELED 0/1", ""}) {
            limited.cancelAll("alice", Side.UNSPECIFIED);
            assertThat(limited.reports()).isEqualTo(oldest);
        }
    }

    /** Whose an order is can be asked of the last 16 only. */
    @Test
    void whatCameLongAgoIsFoundToo() {
        TestEngine forgetful = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 16, 100, 10, 100, 10));
        forgetful.cancelAll("alice", Side.UNSPECIFIED);
        long old = forgetful.limit("alice", Side.BUY, 1, 95);
        for (int other = 0; other < 16; other++) {
            forgetful.limit("bob", Side.BUY, 1, 90);
        }
        forgetful.cancelAll("alice", Side.UNSPECIFIED);
        assertThat(forgetful.reports()).isEqualTo("#%d CANCELED 0/1", old);
    }

    @Test
    void whatCameSinceTheLastOneIsFoundOnEachSide() {
        for (int other = 0; other < 20; other++) {
            engine.limit("bob", Side.BUY, 1, 90);
        }
        engine.limit("alice", Side.BUY, 1, 95);
        engine.limit("alice", Side.SELL, 2, 110);
        engine.cancelAll("alice", Side.BUY);
        assertThat(engine.reports()).isEqualTo("#21 CANCELED 0/1");
        engine.limit("alice", Side.BUY, 3, 96);
        engine.limit("bob", Side.BUY, 4, 97);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.SELL, 5, 80));
        engine.cancelAll("alice", Side.BUY);
        assertThat(engine.reports()).isEqualTo("#24 CANCELED 0/3");
        engine.cancelAll("alice", Side.BUY);
        assertThat(engine.reports()).isEmpty();
        engine.cancelAll("alice", Side.SELL);
        assertThat(engine.reports()).isEqualTo("#22 CANCELED 0/2, #26 CANCELED 0/5");
        engine.limit("alice", Side.SELL, 6, 111);
        engine.limit("alice", Side.BUY, 7, 96);
        engine.cancelAll("alice", Side.UNSPECIFIED);
        assertThat(engine.reports()).isEqualTo("#30 CANCELED 0/6, #31 CANCELED 0/7");
        engine.cancelAll("alice", Side.UNSPECIFIED);
        assertThat(engine.reports()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"HALTED", "CANCEL_ONLY", "AUCTION", "CLOSED"})
    void itIsServedInEveryState(TradingState state) {
        engine.buy(1, 95);
        engine.enter(state);
        engine.cancelAll("alice", Side.BUY);
        assertThat(engine.reports()).isEqualTo("#1 CANCELED 0/1");
    }
}
