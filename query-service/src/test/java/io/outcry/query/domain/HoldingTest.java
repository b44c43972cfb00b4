// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HoldingTest {

    /** Prices in cents, quantities in hundredths, so money has four digits. */
    private static Holding after(long... boughtAndPrices) {
        Holding holding = Holding.NONE;
        for (int i = 0; i < boughtAndPrices.length; i += 2) {
            holding = holding.traded(boughtAndPrices[i], boughtAndPrices[i + 1], 0);
        }
        return holding;
    }

    @ParameterizedTest(name = "{0} at {1}, then {2} at {3}: {4} at {5}, realised {6}")
    @CsvSource({
        "100, 1000, 100, 2000, 200, 15.00, 0",
        "100, 1000, -100, 1500, 0, , 50000",
        "100, 1000, -40, 1500, 60, 10.00, 20000",
        "100, 1000, -150, 1500, -50, 15.00, 50000",
        "-100, 1000, 40, 900, -60, 10.00, 4000",
        "-100, 1000, 150, 1200, 50, 12.00, -20000",
        "3, 1000, 4, 1001, 7, 10.005714, 0"})
    void aPositionIsKeptByAverageCost(
            long first, long firstPrice, long second, long secondPrice, long quantity, BigDecimal average, long realised) {
        Holding holding = after(first, firstPrice, second, secondPrice);
        assertThat(holding.quantity()).isEqualTo(BigInteger.valueOf(quantity));
        assertThat(holding.averagePrice(2).orElse(null)).isEqualTo(average);
        assertThat(holding.realised()).isEqualByComparingTo(BigDecimal.valueOf(realised));
    }

    @Test
    void whatWasRealisedLessWhatIsOpenIsExactlyWhatWasReceivedLessWhatWasPaid() {
        Random random = new Random(7);
        Holding holding = Holding.NONE;
        BigInteger received = BigInteger.ZERO;
        BigInteger quantity = BigInteger.ZERO;
        BigInteger fees = BigInteger.ZERO;
        for (int i = 0; i < 10_000; i++) {
            long bought = random.nextLong(-1_000_000, 1_000_001);
            long price = random.nextLong(1, 10_000_000_000L);
            long fee = random.nextLong(-100, 1_000);
            holding = holding.traded(bought, price, fee);
            received = received.subtract(BigInteger.valueOf(bought).multiply(BigInteger.valueOf(price)));
            quantity = quantity.add(BigInteger.valueOf(bought));
            fees = fees.add(BigInteger.valueOf(fee));
            assertThat(holding.realised().subtract(holding.cost())).isEqualByComparingTo(new BigDecimal(received));
            assertThat(holding.quantity()).isEqualTo(quantity);
            assertThat(holding.fees()).isEqualTo(fees);
            assertThat(holding.cost().signum()).isEqualTo(quantity.signum());
        }
    }

    @Test
    void aFlatPositionHasNoCostAndNoAverage() {
        Holding flat = after(7, 333, -3, 400, -4, 401);
        assertThat(flat.cost()).isEqualByComparingTo(BigDecimal.ZERO);
        assertThat(flat.averagePrice(2)).isEmpty();
        assertThat(flat.realised()).isEqualByComparingTo(BigDecimal.valueOf(3 * 400 + 4 * 401 - 7 * 333));
    }

    /** One at 10 and two at 11 units, closed in two thousand parts: whatever the average has, each part has the same. */
    @ParameterizedTest(name = "{0} for long, -1 for short")
    @ValueSource(longs = {1, -1})
    void partsThatAreClosedLeaveTheAverageAsItIs(long side) {
        Holding holding = after(side * 1_000, 10, side * 2_000, 11);
        for (int i = 0; i < 2_000; i++) {
            holding = holding.traded(-side, 12, 0);
            assertThat(holding.averagePrice(0)).contains(new BigDecimal("10.6667"));
        }
        BigDecimal each = new BigDecimal("1.333333333333").multiply(BigDecimal.valueOf(side));
        assertThat(holding.realised()).isCloseTo(each.multiply(BigDecimal.valueOf(2_000)), within(new BigDecimal("0.000000001")));
        assertThat(holding.realisedProfit(0, 0)).isEqualTo(side > 0 ? "2666.6667" : "-2666.6667");
    }

    @Test
    void amountsBeyond63BitsAreExact() {
        Holding holding = after(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(holding.cost()).isEqualByComparingTo(new BigDecimal(BigInteger.valueOf(Long.MAX_VALUE).pow(2).shiftLeft(1)));
        assertThat(holding.averagePrice(0)).contains(BigDecimal.valueOf(Long.MAX_VALUE));
    }
}
