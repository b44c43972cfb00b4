// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Edge cases that matching engines are known to fail: who trades first, and what a sweep leaves. The book is looked at after each message. */
class GateCasesPriorityTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void cancelMiddleThenSweep() {
        threeSells();
        engine.cancel("bob", 2);
        bookIs("| 100x2(2)");
        engine.buy(2, 100);
        assertThat(engine.trades()).isEqualTo("1@100#1 1@100#3");
        bookIs("|");
    }

    @Test
    void cancelHeadThenSweep() {
        threeSells();
        engine.cancel("bob", 1);
        bookIs("| 100x2(2)");
        engine.buy(2, 100);
        assertThat(engine.trades()).isEqualTo("1@100#2 1@100#3");
        bookIs("|");
    }

    @Test
    void deepFifoScatteredCancel() {
        for (int i = 1; i <= 64; i++) {
            engine.sell(1, 100);
            bookIs("| 100x" + i + "(" + i + ")");
        }
        StringBuilder left = new StringBuilder();
        int canceled = 0;
        for (int id = 1; id <= 64; id++) {
            if (id % 3 == 0 || id % 7 == 1) {
                engine.cancel("bob", id);
                canceled++;
                bookIs("| 100x" + (64 - canceled) + "(" + (64 - canceled) + ")");
            } else {
                left.append(left.isEmpty() ? "" : " ").append("1@100#").append(id);
            }
        }
        engine.buy(64, 100);
        assertThat(engine.trades()).isEqualTo(left.toString());
        bookIs("100x" + canceled + "(1) |");
    }

    @Test
    void multiLevelIocSweep() {
        threeLevels();
        engine.limit("alice", Side.BUY, TimeInForce.IOC, 9, 102);
        assertThat(engine.trades()).isEqualTo("2@100#1 3@101#2 4@102#3");
        assertThat(engine.reports()).startsWith("#4 FILLED 9/9");
        bookIs("|");
    }

    @Test
    void exactMultilevelBoundary() {
        threeLevels();
        engine.buy(5, 102);
        assertThat(engine.trades()).isEqualTo("2@100#1 3@101#2");
        bookIs("| 102x4(1)");
    }

    @Test
    void sweepResidualBecomesBbo() {
        threeLevels();
        engine.buy(10, 101);
        assertThat(engine.reports()).startsWith("#4 PARTIALLY_FILLED 5/10");
        bookIs("101x5(1) | 102x4(1)");
        engine.sell(1, 101);
        assertThat(engine.trades()).isEqualTo("1@101#4");
        bookIs("101x4(1) | 102x4(1)");
    }

    @Test
    void fifoPriority() {
        threeSells();
        engine.buy(1, 100);
        assertThat(engine.trades()).isEqualTo("1@100#1");
        bookIs("| 100x2(2)");
        engine.buy(1, 100);
        assertThat(engine.trades()).isEqualTo("1@100#2");
        bookIs("| 100x1(1)");
    }

    @Test
    void fifoSamePriceMultiAggressor() {
        engine.sell(5, 100);
        bookIs("| 100x5(1)");
        engine.sell(5, 100);
        bookIs("| 100x10(2)");
        engine.buy(3, 100);
        assertThat(engine.trades()).isEqualTo("3@100#1");
        bookIs("| 100x7(2)");
        engine.buy(3, 100);
        assertThat(engine.trades()).as("a part fill does not send it to the back").isEqualTo("2@100#1 1@100#2");
        bookIs("| 100x4(1)");
        engine.buy(3, 100);
        assertThat(engine.trades()).isEqualTo("3@100#2");
        bookIs("| 100x1(1)");
    }

    @Test
    void twoLevelCancelSellPriority() {
        engine.sell(1, 101);
        bookIs("| 101x1(1)");
        engine.sell(1, 100);
        bookIs("| 100x1(1) 101x1(1)");
        engine.sell(1, 101);
        bookIs("| 100x1(1) 101x2(2)");
        engine.cancel("bob", 2);
        bookIs("| 101x2(2)");
        engine.buy(2, 101);
        assertThat(engine.trades()).isEqualTo("1@101#1 1@101#3");
        bookIs("|");
    }

    @Test
    void pricePriorityBothSidesReverseArrival() {
        engine.sell(1, 103);
        bookIs("| 103x1(1)");
        engine.sell(1, 102);
        bookIs("| 102x1(1) 103x1(1)");
        engine.sell(1, 101);
        bookIs("| 101x1(1) 102x1(1) 103x1(1)");
        engine.buy(3, 103);
        assertThat(engine.trades()).isEqualTo("1@101#3 1@102#2 1@103#1");
        bookIs("|");
        engine.buy(1, 97);
        bookIs("97x1(1) |");
        engine.buy(1, 98);
        bookIs("98x1(1) 97x1(1) |");
        engine.buy(1, 99);
        bookIs("99x1(1) 98x1(1) 97x1(1) |");
        engine.sell(3, 97);
        assertThat(engine.trades()).isEqualTo("1@99#7 1@98#6 1@97#5");
        bookIs("|");
    }

    @Test
    void takerPriceBothDirections() {
        engine.sell(1, 100);
        bookIs("| 100x1(1)");
        engine.buy(1, 110);
        assertThat(engine.trades()).isEqualTo("1@100#1");
        bookIs("|");
        engine.buy(1, 100);
        bookIs("100x1(1) |");
        engine.sell(1, 90);
        assertThat(engine.trades()).isEqualTo("1@100#3");
        bookIs("|");
    }

    @Test
    void sameLevelFullDoubleConsume() {
        engine.sell(4, 100);
        bookIs("| 100x4(1)");
        engine.buy(4, 100);
        bookIs("|");
        engine.sell(6, 100);
        bookIs("| 100x6(1)");
        engine.buy(6, 100);
        assertThat(engine.trades()).isEqualTo("6@100#3");
        bookIs("|");
    }

    @Test
    void postSweepBookHealth() {
        threeLevels();
        engine.market(Side.BUY, 20);
        assertThat(engine.reports()).startsWith("#4 EXPIRED 9/20");
        bookIs("|");
        engine.sell(1, 101);
        bookIs("| 101x1(1)");
        engine.buy(1, 99);
        bookIs("99x1(1) | 101x1(1)");
        engine.buy(1, 101);
        assertThat(engine.trades()).isEqualTo("1@101#5");
        bookIs("99x1(1) |");
    }

    @Test
    void limitOrderStopsAtOwnPrice() {
        threeLevels();
        engine.buy(20, 101);
        assertThat(engine.trades()).isEqualTo("2@100#1 3@101#2");
        bookIs("101x15(1) | 102x4(1)");
    }

    private void threeSells() {
        for (int i = 1; i <= 3; i++) {
            engine.sell(1, 100);
            bookIs("| 100x" + i + "(" + i + ")");
        }
    }

    private void threeLevels() {
        engine.sell(2, 100);
        bookIs("| 100x2(1)");
        engine.sell(3, 101);
        bookIs("| 100x2(1) 101x3(1)");
        engine.sell(4, 102);
        bookIs("| 100x2(1) 101x3(1) 102x4(1)");
    }

    private void bookIs(String expected) {
        assertThat(engine.book()).isEqualTo(expected);
    }
}
