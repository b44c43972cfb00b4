// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.query.domain.Candle;
import io.outcry.query.domain.Holding;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** A projection goes on from what it has written. */
class StoredTotalsTest {

    @Test
    void aHoldingReadsBackAsItWasWritten() {
        Holding holding = Holding.NONE.traded(40, 6_000_000, 120_000).traded(-10, 6_010_000, -3);
        StoredHolding stored = StoredHolding.of(holding, "BTC-USD", 2, 2, 7, 1_763_700_000_000L);
        assertThat(StoredHolding.parse(stored.stored()).stored()).isEqualTo(stored.stored());
        assertThat(stored.json()).isEqualTo("{\"symbol\":\"BTC-USD\",\"netQuantity\":\"0.30\",\"averagePrice\":\"60000.00\","
                + "\"realisedProfit\":\"10.00\",\"fees\":\"11.9997\",\"sequence\":7,\"asOf\":1763700000000}");
    }

    @Test
    void partsOfTheSmallestAmountAreKept() {
        Holding holding = Holding.NONE.traded(1, 10, 0).traded(2, 11, 0).traded(-1, 12, 0);
        StoredHolding stored = StoredHolding.of(holding, "A", 0, 0, 1, 1);
        assertThat(stored.stored()).startsWith("2|21.333333333333|1.333333333333|0|");
        assertThat(stored.json()).contains("\"averagePrice\":\"10.6667\",\"realisedProfit\":\"1.3333\"");
        assertThat(StoredHolding.parse(stored.stored()).holding().traded(-2, 12, 0).realisedProfit(0, 0)).isEqualTo("4");
    }

    @Test
    void aFlatHoldingHasNoAveragePrice() {
        Holding flat = Holding.NONE.traded(40, 100, 0).traded(-40, 90, 0);
        assertThat(StoredHolding.of(flat, "A", 2, 2, 1, 1).json())
                .contains("\"netQuantity\":\"0.00\",\"averagePrice\":null,\"realisedProfit\":\"-0.04\"");
    }

    @Test
    void aCandleReadsBackAsItWasWrittenAlsoWithMoreVolumeThan63Bits() {
        Candle candle = Candle.first(60_000, 6_000_000, Long.MAX_VALUE).and(5_999_999, Long.MAX_VALUE);
        String json = StoredCandle.json(candle, 2, 8);
        assertThat(StoredCandle.parse(json, 2, 8)).isEqualTo(candle);
        assertThat(candle.volume()).isEqualTo(BigInteger.valueOf(Long.MAX_VALUE).shiftLeft(1));
        assertThat(json).isEqualTo("[60000,\"60000.00\",\"60000.00\",\"59999.99\",\"59999.99\",\"184467440737.09551614\",2]");
    }

    @Test
    void otherTextsAreRefused() {
        assertThatThrownBy(() -> StoredHolding.parse("1|2|3")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StoredCandle.parse("[1,\"x\"]", 2, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
