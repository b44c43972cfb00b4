// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeInForceTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void theRemainderOfAnIocOrderExpiresAndDoesNotRest() {
        engine.sell(2, 100);
        engine.limit("alice", Side.BUY, TimeInForce.IOC, 5, 100);
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 2/5, #1 FILLED 2/2");
        assertThat(engine.book()).isEqualTo("|");
        engine.limit("alice", Side.BUY, TimeInForce.IOC, 5, 100);
        assertThat(engine.reports()).isEqualTo("#3 EXPIRED 0/5");
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void theRemainderOfAMarketOrderExpires() {
        engine.sell(2, 100);
        engine.sell(2, 900);
        engine.market(Side.BUY, TimeInForce.IOC, 5);
        assertThat(engine.trades()).isEqualTo("2@100#1 2@900#2");
        assertThat(engine.reports()).startsWith("#3 EXPIRED 4/5");
    }

    @Test
    void aMarketOrderOnAnEmptySideIsRejected() {
        engine.buy(1, 100);
        engine.market(Side.BUY, TimeInForce.FOK, 1);
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.NO_LIQUIDITY);
        assertThat(engine.reports()).isEqualTo("#2 REJECTED 0/1");
    }

    @Test
    void aFokOrderThatWouldBeShortFillsNothing() {
        engine.sell(100_000, 100);
        engine.buy(60_000, 100);
        engine.limit("alice", Side.BUY, TimeInForce.FOK, 80_000, 100);
        assertThat(engine.reports()).isEqualTo("#3 EXPIRED 0/80000");
        assertThat(engine.trades()).isEmpty();
        assertThat(engine.outcome().levels().size()).isZero();
        assertThat(engine.book()).isEqualTo("| 100x40000(1)");
    }

    @Test
    void aFokOrderFillsOverSeveralLevelsAndOrders() {
        engine.sell(1, 100);
        engine.sell(1, 100);
        engine.sell(3, 101);
        engine.limit("alice", Side.BUY, TimeInForce.FOK, 4, 101);
        assertThat(engine.trades()).isEqualTo("1@100#1 1@100#2 2@101#3");
        assertThat(engine.reports()).startsWith("#4 FILLED 4/4");
    }

    @Test
    void aFokOrderCountsOnlyLevelsUpToItsLimit() {
        engine.sell(3, 100);
        engine.sell(3, 102);
        engine.limit("alice", Side.BUY, TimeInForce.FOK, 4, 101);
        assertThat(engine.reports()).isEqualTo("#3 EXPIRED 0/4");
        engine.buy(3, 90);
        engine.buy(3, 88);
        engine.limit("bob", Side.SELL, TimeInForce.FOK, 4, 89);
        assertThat(engine.reports()).isEqualTo("#6 EXPIRED 0/4");
        engine.limit("bob", Side.SELL, TimeInForce.FOK, 6, 88);
        assertThat(engine.trades()).isEqualTo("3@90#4 3@88#5");
    }

    @Test
    void aMarketFokOrderTakesTheWholeSideOrNothing() {
        engine.sell(3, 100);
        engine.market(Side.BUY, TimeInForce.FOK, 4);
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 0/4");
        engine.market(Side.BUY, TimeInForce.FOK, 3);
        assertThat(engine.reports()).isEqualTo("#3 FILLED 3/3, #1 FILLED 3/3");
    }

    @Test
    void atTheLimitOfFillsTheRemainderExpiresAndTheBookStaysUncrossed() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 10, 3, 10));
        for (int i = 0; i < 4; i++) {
            limited.sell(1, 100);
        }
        limited.limit("alice", Side.BUY, TimeInForce.FOK, 4, 100);
        assertThat(limited.reports()).isEqualTo("#5 EXPIRED 0/4");
        limited.buy(9, 100);
        assertThat(limited.reports()).startsWith("#6 EXPIRED 3/9");
        assertThat(limited.book()).isEqualTo("| 100x1(1)");
        limited.buy(2, 100);
        assertThat(limited.reports()).startsWith("#7 PARTIALLY_FILLED 1/2");
        assertThat(limited.book()).isEqualTo("100x1(1) |");
    }
}
