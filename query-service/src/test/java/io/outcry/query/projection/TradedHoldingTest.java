// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.domain.Holding;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TradedHoldingTest {

    /** Taken up one by one they would be rounded as many times. */
    @Test
    void thousandsOfTradesAtOnePriceAreTakenUpAsOne() {
        Holding before = Holding.NONE.traded(30_000, 7, 1).traded(1, 1_000_003, 0);
        TradedHolding holding = new TradedHolding(before);
        Holding oneByOne = before;
        for (int i = 0; i < 10_000; i++) {
            holding.add(false, 2, 11, i % 2 == 0 ? 3 : -1);
            oneByOne = oneByOne.traded(-2, 11, i % 2 == 0 ? 3 : -1);
        }
        Holding atOnce = before.traded(-20_000, 11, 10_000);
        assertThat(holding.now()).isEqualTo(atOnce).isNotEqualTo(oneByOne);
    }

    /** Whatever comes in whatever order, with turns from long to short, and sums that are beyond 63 bits. */
    @Test
    void nothingIsLost() {
        Random random = new Random(3);
        for (int round = 0; round < 500; round++) {
            TradedHolding holding = new TradedHolding(Holding.NONE);
            Holding oneByOne = Holding.NONE;
            for (int i = 0; i < 60; i++) {
                boolean bought = random.nextInt(4) > 0;
                long quantity = 1 + (random.nextInt(10) == 0 ? Long.MAX_VALUE / 2 : random.nextInt(100));
                long price = 1 + random.nextInt(2);
                long fee = random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(10) - 5;
                holding.add(bought, quantity, price, fee);
                oneByOne = oneByOne.traded(bought ? quantity : -quantity, price, fee);
                Holding now = random.nextInt(10) == 0 ? holding.now() : oneByOne;
                assertSame(now, oneByOne);
            }
            assertSame(holding.now(), oneByOne);
        }
    }

    private static void assertSame(Holding one, Holding other) {
        assertThat(one.quantity()).isEqualTo(other.quantity());
        assertThat(one.fees()).isEqualTo(other.fees());
        assertThat(one.realised().subtract(one.cost())).isEqualByComparingTo(other.realised().subtract(other.cost()));
        assertThat(one.cost().subtract(other.cost()).abs()).as("rounding").isLessThan(new BigDecimal("0.000001"));
    }
}
