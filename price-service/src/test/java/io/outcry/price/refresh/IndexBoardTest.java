// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.IndexRate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which prices of an index make a rate, and which keep the one that is in use. */
class IndexBoardTest {

    private static final String USDT_USD = "USDT-USD";
    private static final long SECOND = 1_000_000;
    private static final long MADE = 1_774_000_000 * SECOND;

    private final IndexBoard indices = new IndexBoard(List.of(USDT_USD));

    @Test
    void threeMakeARateHoweverFarApartTheyAreAndWhateverWasInUse() {
        told(3, 98_000_000, 102_000_000, MADE);
        assertThat(indices.rate(USDT_USD)).isEqualTo(rate(98_000_000, 102_000_000, MADE));

        told(3, 108_000_000, 112_000_000, MADE + SECOND);
        assertThat(indices.rate(USDT_USD)).isEqualTo(rate(108_000_000, 112_000_000, MADE + SECOND));
    }

    @Test
    void twoThatEachAgreeWithTheRateAndNotWithEachOtherKeepItInUse() {
        told(2, 99_990_000, 100_010_000, MADE);
        told(2, 99_600_000, 100_300_000, MADE + 50 * SECOND);
        assertThat(indices.rate(USDT_USD)).isEqualTo(rate(99_600_000, 100_400_000, MADE + 50 * SECOND));
    }

    @Test
    void twoThatDoNotAgreeWithARateMakeOneOfTheirOwnWhenThatIsTooOld() {
        told(2, 99_990_000, 100_010_000, MADE);
        long old = MADE + IndexRate.MAX_AGE_MICROS;
        told(2, 96_000_000, 96_800_000, old);
        assertThat(indices.rate(USDT_USD)).as("it is a minute old").isEqualTo(rate(99_990_000, 100_010_000, MADE));

        told(2, 96_000_000, 96_800_000, old + 1);
        assertThat(indices.rate(USDT_USD)).isEqualTo(rate(96_000_000, 96_800_000, old + 1));
    }

    @Test
    void aPriceThatIsFinerThanARateIsRoundedOutwards() {
        indices.accept(USDT_USD, 10, price(2, 9_999_000_099L, 10_001_000_001L, MADE));
        assertThat(indices.rate(USDT_USD)).isEqualTo(rate(99_990_000, 100_010_001, MADE));
    }

    @Test
    void theLastRateStandsWhereAPriceIsNoneAndPricesOfOtherSymbolsPassBy() {
        told(2, 99_990_000, 100_010_000, MADE);
        told(2, 1_000_000_000_001L, 1_000_000_000_001L, MADE + SECOND);
        indices.accept("BTC-USD", IndexBoard.SCALE, price(2, 99_000_000, 99_000_001, MADE + SECOND));
        assertThat(indices.rate(USDT_USD)).isEqualTo(rate(99_990_000, 100_010_000, MADE));
        assertThat(indices.rate("BTC-USD")).isNull();
    }

    private void told(int sources, long bid, long ask, long asOf) {
        indices.accept(USDT_USD, IndexBoard.SCALE, price(sources, bid, ask, asOf));
    }

    private static AggregatedPrice price(int sources, long bid, long ask, long asOf) {
        return new AggregatedPrice(bid, 1, bid, ask, asOf, Quality.FRESH, sources);
    }

    private static IndexRate rate(long bid, long ask, long asOf) {
        return new IndexRate(USDT_USD, bid, ask, IndexBoard.SCALE, asOf);
    }
}
