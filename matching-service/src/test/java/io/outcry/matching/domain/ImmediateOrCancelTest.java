// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Orders that take what there is, and how far one command may go. */
class ImmediateOrCancelTest {

    private static final EngineLimits THREE_FILLS = new EngineLimits(10, 10, 16, 3, 10, 100, 10);

    private final TestEngine engine = TestEngine.trading();

    @Test
    void theRemainderOfAnIocOrderExpiresAndDoesNotRest() {
        engine.sell(2, 100);
        engine.limit("alice", Side.BUY, TimeInForce.IOC, 5, 100);
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 2/5, #1 FILLED 2/2");
        assertThat(engine.book()).isEqualTo("|");
        engine.limit("alice", Side.BUY, TimeInForce.IOC, 5, 100);
        assertThat(engine.reports()).isEqualTo("#3 EXPIRED 0/5");
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void theRemainderOfAMarketOrderExpires() {
        engine.sell(2, 100);
        engine.sell(2, 900);
        engine.market(Side.BUY, 5);
        assertThat(engine.trades()).isEqualTo("2@100#1 2@900#2");
        assertThat(engine.reports()).startsWith("#3 EXPIRED 4/5");
    }

    @Test
    void aMarketOrderOnAnEmptySideIsRejected() {
        engine.buy(1, 100);
        engine.market(Side.BUY, 1);
        assertThat(engine.reject()).isEqualTo(RejectCode.NO_LIQUIDITY);
        assertThat(engine.reports()).isEqualTo("#2 REJECTED 0/1");
    }

    @Test
    void atTheLimitOfFillsTheRemainderExpiresAndTheBookStaysUncrossed() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, THREE_FILLS);
        for (int i = 0; i < 4; i++) {
            limited.sell(1, 100);
        }
        limited.buy(9, 100);
        assertThat(limited.reports()).startsWith("#5 EXPIRED 3/9");
        assertThat(limited.book()).isEqualTo("| 100x1(1)");
        limited.buy(2, 100);
        assertThat(limited.reports()).startsWith("#6 PARTIALLY_FILLED 1/2");
        assertThat(limited.book()).isEqualTo("100x1(1) |");
    }

    @Test
    void atTheLimitOfFillsARemainderThatNoLongerCrossesRests() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, THREE_FILLS);
        for (int i = 0; i < 3; i++) {
            limited.sell(1, 100);
        }
        limited.sell(1, 101);
        limited.buy(9, 100);
        assertThat(limited.reports()).startsWith("#5 PARTIALLY_FILLED 3/9");
        assertThat(limited.book()).isEqualTo("100x6(1) | 101x1(1)");
    }

    @Test
    void anOrderThatIsWholeAtTheLimitOfFillsIsFilled() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, THREE_FILLS);
        for (int i = 0; i < 4; i++) {
            limited.sell(1, 100);
        }
        limited.buy(3, 100);
        assertThat(limited.reports()).startsWith("#5 FILLED 3/3");
    }

    @Test
    void casesOfSelfTradePreventionCountAsFills() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, THREE_FILLS);
        for (int i = 0; i < 2; i++) {
            limited.limit("alice", Side.SELL, 1, 100);
        }
        for (int i = 0; i < 2; i++) {
            limited.sell(1, 100);
        }
        limited.place(OrderTicket.limit("alice", Side.BUY, 9, 100).preventing(SelfTradePrevention.EXPIRE_MAKER));
        assertThat(limited.trades()).isEqualTo("1@100#3");
        assertThat(limited.reports()).isEqualTo("#5 EXPIRED 1/9, #1 EXPIRED_IN_MATCH 0/1, #2 EXPIRED_IN_MATCH 0/1, #3 FILLED 1/1");
        assertThat(limited.book()).isEqualTo("| 100x1(1)");
    }
}
