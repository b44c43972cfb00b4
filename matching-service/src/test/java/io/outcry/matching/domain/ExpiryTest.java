// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.Command.Tick;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Orders that end by the clock, which only a tick of their symbol looks at. */
class ExpiryTest {

    private static final long DAY_US = 86_400_000_000L;

    private final TestEngine engine = TestEngine.trading();

    @Test
    void anOrderEndsWithTheFirstTickAtItsExpireTimeOrLater() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).until(1_000));
        engine.tick(999);
        assertThat(engine.reports()).isEmpty();
        assertThat(engine.outcome().symbol()).isEqualTo(TestEngine.SYMBOL);
        engine.tick(1_000);
        assertThat(engine.reports()).isEqualTo("#1 EXPIRED 0/5");
        assertThat(engine.levels()).isEqualTo("BUY 100x0(0)");
        engine.cancel("alice", 1);
        assertThat(engine.reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
    }

    @Test
    void nothingButATickOfItsSymbolEndsIt() {
        engine.define(InstrumentRules.of("ETH-USD").build());
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).until(1_000));
        engine.clock(2_000);
        engine.apply(new Tick(2_000, "ETH-USD"));
        assertThat(engine.reports()).isEmpty();
        engine.sell(2, 100);
        assertThat(engine.trades()).as("it still trades").isEqualTo("2@100#2");
        engine.tick(2_000);
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 2/5");
    }

    @Test
    void aTickOfAnUnknownSymbolOnlyMovesTheClock() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).until(1_000));
        engine.apply(new Tick(5_000, "NOPE"));
        assertThat(engine.reject()).isEqualTo(RejectCode.UNKNOWN_SYMBOL);
        assertThat(engine.outcome().timeUs()).isEqualTo(5_000);
        engine.tick(0);
        assertThat(engine.reports()).as("the clock does not go back").isEqualTo("#1 EXPIRED 0/5");
    }

    @Test
    void theEarliestEndsFirstAndAtOneTimeTheOldest() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 100).until(300));
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "bob", Side.BUY, 1, 150));
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "bob", Side.BUY, 1, 150, 150).until(200));
        engine.place(OrderTicket.limit("carol", Side.SELL, 1, 110).until(200));
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 90).until(100));
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 90).until(301));
        engine.tick(300);
        assertThat(engine.reports()).isEqualTo("#5 EXPIRED 0/1, #3 EXPIRED 0/1, #4 EXPIRED 0/1, #1 EXPIRED 0/1");
        assertThat(engine.book()).isEqualTo("90x1(1) |");
    }

    @Test
    void oneTickEndsNoMoreThanOneCommandMay() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 16, 3, 10, 100, 10));
        for (int i = 0; i < 5; i++) {
            limited.place(OrderTicket.limit("alice", Side.BUY, 1, 100).until(100 - i));
        }
        limited.tick(100);
        assertThat(limited.reports()).isEqualTo("#5 EXPIRED 0/1, #4 EXPIRED 0/1, #3 EXPIRED 0/1");
        limited.tick(100);
        assertThat(limited.reports()).isEqualTo("#2 EXPIRED 0/1, #1 EXPIRED 0/1");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "86399999999, 1", "86400000000, 2", "86400000001, 2", "1763683200000000, 20414"})
    void aDayOrderEndsAtTheNextMidnight(long placedUs, long days) {
        engine.clock(placedUs);
        engine.limit("alice", Side.BUY, TimeInForce.DAY, 5, 100);
        assertThat(engine.outcome().orders().getFirst().expireTimeUs()).isEqualTo(days * DAY_US);
        engine.tick(days * DAY_US - 1);
        assertThat(engine.reports()).isEmpty();
        engine.tick(days * DAY_US);
        assertThat(engine.reports()).isEqualTo("#1 EXPIRED 0/5");
    }

    @Test
    void theDayOfAWaitingStopIsThatOfItsPlacement() {
        engine.clock(DAY_US - 1);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.BUY, 5, 110, 110).in(TimeInForce.DAY));
        engine.tick(DAY_US);
        assertThat(engine.reports()).isEqualTo("#1 EXPIRED 0/5");
    }

    @Test
    void anActivatedStopStillExpires() {
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.BUY, 5, 110, 105).until(1_000));
        engine.tradeAt(110);
        assertThat(engine.book()).isEqualTo("105x5(1) |");
        engine.tick(1_000);
        assertThat(engine.reports()).isEqualTo("#1 EXPIRED 0/5");
        assertThat(engine.book()).isEqualTo("|");
    }

    @Test
    void thePartThatTradedStays() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).until(1_000));
        engine.sell(2, 100);
        engine.tick(1_000);
        assertThat(engine.reports()).isEqualTo("#1 EXPIRED 2/5");
        assertThat(engine.outcome().orders().getFirst().leaves()).isZero();
    }

    @ParameterizedTest
    @EnumSource(value = TradingState.class, names = {"HALTED", "CANCEL_ONLY", "AUCTION", "CLOSED"})
    void ordersEndInEveryState(TradingState state) {
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).until(1_000));
        engine.enter(state);
        engine.tick(1_000);
        assertThat(engine.reports()).isEqualTo("#1 EXPIRED 0/5");
    }
}
