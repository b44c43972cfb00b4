// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PriceTimePriorityTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void anOrderThatMeetsNobodyRests() {
        engine.buy(5, 100);
        assertThat(engine.reports()).isEqualTo("#1 NEW 0/5");
        assertThat(engine.levels()).isEqualTo("BUY 100x5(1)");
        assertThat(engine.trades()).isEmpty();
        assertThat(engine.book()).isEqualTo("100x5(1) |");
    }

    @Test
    void aTradeHappensAtTheMakersPriceInBothDirections() {
        engine.sell(5, 100);
        engine.buy(5, 110);
        assertThat(engine.trades()).isEqualTo("5@100#1");
        engine.buy(5, 100);
        engine.sell(5, 90);
        assertThat(engine.trades()).isEqualTo("5@100#3");
        assertThat(engine.book()).isEqualTo("|");
    }

    @Test
    void theBetterPriceGoesFirstWhateverTheOrderOfArrival() {
        engine.sell(1, 103);
        engine.sell(1, 101);
        engine.sell(1, 102);
        engine.buy(3, 103);
        assertThat(engine.trades()).isEqualTo("1@101#2 1@102#3 1@103#1");
        engine.buy(1, 97);
        engine.buy(1, 99);
        engine.buy(1, 98);
        engine.sell(3, 97);
        assertThat(engine.trades()).isEqualTo("1@99#6 1@98#7 1@97#5");
    }

    @Test
    void atOnePriceTheEarlierOrderGoesFirst() {
        engine.sell(2, 100);
        engine.sell(2, 100);
        engine.sell(2, 100);
        engine.buy(3, 100);
        assertThat(engine.trades()).isEqualTo("2@100#1 1@100#2");
        engine.buy(3, 100);
        assertThat(engine.trades()).isEqualTo("1@100#2 2@100#3");
    }

    @Test
    void aCancelInTheMiddleKeepsTheOrderOfTheOthers() {
        for (int i = 0; i < 5; i++) {
            engine.sell(1, 100);
        }
        engine.cancel("bob", 3);
        engine.cancel("bob", 1);
        engine.buy(3, 100);
        assertThat(engine.trades()).isEqualTo("1@100#2 1@100#4 1@100#5");
    }

    @Test
    void aPartlyFilledOrderKeepsItsPlace() {
        engine.sell(5, 100);
        engine.sell(5, 100);
        engine.buy(2, 100);
        assertThat(engine.reports()).isEqualTo("#3 FILLED 2/2, #1 PARTIALLY_FILLED 2/5");
        assertThat(engine.levels()).isEqualTo("SELL 100x8(2)");
        engine.buy(4, 100);
        assertThat(engine.trades()).isEqualTo("3@100#1 1@100#2");
        assertThat(engine.reports()).isEqualTo("#4 FILLED 4/4, #1 FILLED 5/5, #2 PARTIALLY_FILLED 1/5");
    }

    @Test
    void aSweepStopsAtItsOwnLimitAndTheRestBecomesTheBest() {
        engine.sell(1, 100);
        engine.sell(1, 101);
        engine.sell(1, 103);
        engine.buy(5, 102);
        assertThat(engine.trades()).isEqualTo("1@100#1 1@101#2");
        assertThat(engine.reports()).isEqualTo("#4 PARTIALLY_FILLED 2/5, #1 FILLED 1/1, #2 FILLED 1/1");
        assertThat(engine.levels()).isEqualTo("SELL 100x0(0), SELL 101x0(0), BUY 102x3(1)");
        assertThat(engine.book()).isEqualTo("102x3(1) | 103x1(1)");
    }

    @Test
    void aSweepThatEndsExactlyAtALevelsEndLeavesTheNextUntouched() {
        engine.sell(2, 100);
        engine.sell(3, 101);
        engine.sell(4, 102);
        engine.buy(5, 102);
        assertThat(engine.trades()).isEqualTo("2@100#1 3@101#2");
        assertThat(engine.book()).isEqualTo("| 102x4(1)");
    }

    @Test
    void theQuoteIsTheSumOverAllFills() {
        engine.sell(2, 100);
        engine.sell(3, 101);
        engine.buy(5, 101);
        assertThat(engine.outcome().orders().cumulativeQuoteLow(0)).isEqualTo(2 * 100 + 3 * 101);
        assertThat(engine.outcome().orders().cumulativeQuoteLow(2)).isEqualTo(3 * 101);
    }

    @Test
    void aSideThatWasEmptiedFillsAgain() {
        long first = engine.buy(1, 100);
        engine.cancel("alice", first);
        assertThat(engine.book()).isEqualTo("|");
        engine.buy(2, 90);
        engine.sell(1, 90);
        assertThat(engine.trades()).isEqualTo("1@90#3");
    }

    @Test
    void oneOrderSweepsFiveThousand() {
        for (int i = 0; i < 5_000; i++) {
            engine.sell(1, 100 + i / 50);
        }
        engine.market(Side.BUY, TimeInForce.IOC, 5_000);
        assertThat(engine.outcome().trades().size()).isEqualTo(5_000);
        assertThat(engine.outcome().orders().size()).isEqualTo(5_001);
        assertThat(engine.outcome().levels().size()).isEqualTo(100);
        assertThat(engine.book()).isEqualTo("|");
        engine.buy(1, 100);
        assertThat(engine.reports()).isEqualTo("#5002 NEW 0/1");
    }
}
