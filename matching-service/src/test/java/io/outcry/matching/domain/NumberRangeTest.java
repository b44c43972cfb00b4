// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.matching.domain.Command.Tick;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class NumberRangeTest {

    private static final long MAX = Long.MAX_VALUE;

    private final TestEngine engine = TestEngine.trading();

    @Test
    void theLargestPriceAndTheLargestQuantityTrade() {
        engine.sell(1, MAX);
        engine.buy(1, MAX);
        assertThat(engine.trades()).isEqualTo("1@" + MAX + "#1");
        engine.sell(MAX, 1);
        engine.buy(MAX, 1);
        assertThat(engine.reports()).isEqualTo("#4 FILLED " + MAX + "/" + MAX + ", #3 FILLED " + MAX + "/" + MAX);
    }

    @Test
    void aNotionalBeyond63BitsIsOutOfRange() {
        outOfRange(2, MAX);
        outOfRange(MAX, 2);
        outOfRange(MAX, MAX);
        outOfRange(1L << 32, 1L << 31);
        engine.sell(1L << 31, 1L << 31);
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void aLevelNeverHoldsMoreThan63Bits() {
        engine.sell(MAX - 1, 1);
        outOfRange(2, 1);
        engine.sell(1, 1);
        assertThat(engine.book()).isEqualTo("| 1x" + MAX + "(2)");
        engine.limit("bob", Side.SELL, TimeInForce.IOC, 2, 1);
        assertThat(engine.reports()).isEqualTo("#4 EXPIRED 0/2");
    }

    @Test
    void theQuoteOfManyLargeFillsGrowsInto128Bits() {
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < 5; i++) {
            engine.sell(1, MAX - i);
            expected = expected.add(BigInteger.valueOf(MAX - i));
        }
        engine.market(Side.BUY, TimeInForce.IOC, 6);
        OrderReports orders = engine.outcome().orders();
        BigInteger low = new BigInteger(Long.toUnsignedString(orders.cumulativeQuoteLow(0)));
        BigInteger quote = BigInteger.valueOf(orders.cumulativeQuoteHigh(0)).shiftLeft(Long.SIZE).add(low);
        assertThat(quote).isEqualTo(expected);
    }

    @Test
    void aFokOrderCountsLiquidityBeyond63Bits() {
        engine.sell(MAX, 1);
        engine.sell(1L << 61, 2);
        engine.market(Side.BUY, TimeInForce.FOK, MAX);
        assertThat(engine.reports()).startsWith("#3 FILLED");
        assertThat(engine.book()).isEqualTo("| 2x" + (1L << 61) + "(1)");
    }

    @Test
    void timeNeverGoesBack() {
        engine.apply(new Tick(500));
        assertThat(engine.outcome().timeUs()).isEqualTo(500);
        engine.apply(new Tick(400));
        assertThat(engine.outcome().timeUs()).isEqualTo(500);
        engine.apply(new Tick(-1));
        assertThat(engine.outcome().timeUs()).isEqualTo(500);
        engine.apply(new Tick(501));
        assertThat(engine.outcome().timeUs()).isEqualTo(501);
    }

    @Test
    void sequencesCountCommandsWhateverTheHolesBetweenOffsets() {
        MatchingEngine sparse = new MatchingEngine(3, EngineLimits.STANDARD);
        CommandOutcome outcome = new CommandOutcome();
        sparse.apply(7, new Tick(1), outcome);
        sparse.apply(900, new Tick(1), outcome);
        assertThat(outcome.sequence()).isEqualTo(2);
        assertThat(outcome.inputOffset()).isEqualTo(900);
        assertThatThrownBy(() -> sparse.apply(900, new Tick(1), outcome))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("offset 900 after 900 in partition 3");
    }

    private void outOfRange(long quantity, long price) {
        engine.sell(quantity, price);
        assertThat(engine.outcome().reject()).as(quantity + " at " + price).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
    }
}
