// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.LogPosition;
import org.junit.jupiter.api.Test;

/** Edge cases that matching engines are known to fail: best prices after a cancel, exact remainders, and the ends of what there is. */
class GateCasesDepthTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void cancelBestLevel() {
        engine.buy(1, 100);
        bookIs("100x1(1) |");
        engine.buy(2, 99);
        bookIs("100x1(1) 99x2(1) |");
        engine.cancel("alice", 1);
        bookIs("99x2(1) |");
        engine.sell(1, 100);
        bookIs("99x2(1) | 100x1(1)");
        engine.sell(1, 99);
        assertThat(engine.trades()).isEqualTo("1@99#2");
        bookIs("99x1(1) | 100x1(1)");
    }

    @Test
    void cancelBestAskMinimalReprobe() {
        engine.sell(1, 100);
        bookIs("| 100x1(1)");
        engine.sell(2, 102);
        bookIs("| 100x1(1) 102x2(1)");
        engine.cancel("bob", 1);
        bookIs("| 102x2(1)");
        engine.buy(1, 101);
        bookIs("101x1(1) | 102x2(1)");
        engine.buy(1, 102);
        assertThat(engine.trades()).isEqualTo("1@102#2");
        bookIs("101x1(1) | 102x1(1)");
    }

    @Test
    void cancelEmptiesEntireSideThenRefill() {
        for (int price = 101; price <= 103; price++) {
            engine.sell(1, price);
        }
        bookIs("| 101x1(1) 102x1(1) 103x1(1)");
        engine.cancel("bob", 2);
        bookIs("| 101x1(1) 103x1(1)");
        engine.cancel("bob", 1);
        bookIs("| 103x1(1)");
        engine.cancel("bob", 3);
        bookIs("|");
        engine.sell(4, 102);
        bookIs("| 102x4(1)");
        engine.buy(4, 102);
        assertThat(engine.trades()).isEqualTo("4@102#7");
        bookIs("|");
    }

    @Test
    void iocPartialFillMustNotRest() {
        engine.sell(2, 100);
        bookIs("| 100x2(1)");
        engine.limit("alice", Side.BUY, TimeInForce.IOC, 5, 100);
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 2/5, #1 FILLED 2/2");
        bookIs("|");
        engine.sell(3, 100);
        assertThat(engine.trades()).isEmpty();
        bookIs("| 100x3(1)");
        engine.cancel("alice", 2);
        assertThat(engine.reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
        bookIs("| 100x3(1)");
    }

    @Test
    void partialFillExactResidualDrain() {
        engine.sell(10, 100);
        bookIs("| 100x10(1)");
        engine.buy(3, 100);
        bookIs("| 100x7(1)");
        engine.buy(6, 100);
        bookIs("| 100x1(1)");
        engine.buy(1, 100);
        assertThat(engine.reports()).isEqualTo("#4 FILLED 1/1, #1 FILLED 10/10");
        bookIs("|");
    }

    @Test
    void phantomTradeExactExhaust() {
        engine.sell(5, 100);
        bookIs("| 100x5(1)");
        engine.buy(5, 100);
        assertThat(engine.trades()).isEqualTo("5@100#1");
        bookIs("|");
        engine.buy(5, 100);
        assertThat(engine.trades()).as("nothing is left to trade with").isEmpty();
        bookIs("100x5(1) |");
        engine.cancel("alice", 3);
        bookIs("|");
    }

    @Test
    void wideInDomainPriceCeiling() {
        engine.sell(1, Long.MAX_VALUE);
        bookIs("| 9223372036854775807x1(1)");
        engine.sell(1, 1);
        bookIs("| 1x1(1) 9223372036854775807x1(1)");
        engine.buy(1, Long.MAX_VALUE);
        assertThat(engine.trades()).isEqualTo("1@1#2");
        bookIs("| 9223372036854775807x1(1)");
        engine.buy(1, Long.MAX_VALUE - 1);
        bookIs("9223372036854775806x1(1) | 9223372036854775807x1(1)");
        engine.buy(1, Long.MAX_VALUE);
        assertThat(engine.trades()).isEqualTo("1@9223372036854775807#1");
        bookIs("9223372036854775806x1(1) |");
    }

    @Test
    void largeOrderIdCeiling() {
        int partition = LogPosition.PARTITION_LIMIT - 1;
        TestEngine last = TestEngine.inPartition(partition);
        last.skipTo(LogPosition.OFFSET_LIMIT - 4);
        long resting = LogPosition.of(partition, last.sell(3, 100));
        assertThat(last.book()).isEqualTo("| 100x3(1)");
        last.amend("bob", resting, 0, 2);
        assertThat(last.book()).isEqualTo("| 100x2(1)");
        last.cancel("bob", resting);
        assertThat(last.reports()).isEqualTo("#" + resting + " CANCELED 0/2");
        assertThat(last.book()).isEqualTo("|");
        last.buy(1, 100);
        assertThat(last.reports()).as("the largest id there is").isEqualTo("#" + Long.MAX_VALUE + " NEW 0/1");
        assertThat(last.book()).isEqualTo("100x1(1) |");
    }

    @Test
    void deepRecursiveSweep5000() {
        for (int i = 1; i <= 5_000; i++) {
            engine.sell(1, 100);
            bookIs("| 100x" + i + "(" + i + ")");
        }
        engine.market(Side.BUY, 5_000);
        assertThat(engine.outcome().trades()).hasSize(5_000);
        assertThat(engine.outcome().orders()).hasSize(5_001);
        assertThat(engine.levels()).isEqualTo("SELL 100x0(0)");
        bookIs("|");
        engine.buy(1, 100);
        assertThat(engine.reports()).isEqualTo("#5002 NEW 0/1");
        bookIs("100x1(1) |");
    }

    @Test
    void deepSweepOverManyLevels() {
        for (int i = 0; i < 2_000; i++) {
            engine.sell(1, 100 + i / 4);
        }
        engine.market(Side.BUY, 2_000);
        assertThat(engine.outcome().levels()).hasSize(500);
        assertThat(engine.trades()).endsWith("1@599#2000");
        bookIs("|");
    }

    private void bookIs(String expected) {
        assertThat(engine.book()).isEqualTo(expected);
    }
}
