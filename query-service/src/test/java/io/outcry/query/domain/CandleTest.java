// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandleTest {

    @Test
    void aCandleOpensWithItsFirstTradeAndClosesWithItsLast() {
        Candle candle = Candle.first(60_000, 100, 5).and(120, 1).and(90, 2).and(95, 3);
        assertThat(candle).isEqualTo(new Candle(60_000, 100, 120, 90, 95, BigInteger.valueOf(11), 4));
    }

    @Test
    void theTradesOfAnotherOneAreAddedAsIfTheyCameOneByOne() {
        Candle first = Candle.first(60_000, 100, 5).and(120, 1);
        Candle later = Candle.first(0, 90, 2).and(95, 3);
        assertThat(first.and(later)).isEqualTo(first.and(90, 2).and(95, 3));
        assertThat(later.openedAt(60_000)).isEqualTo(Candle.first(60_000, 90, 2).and(95, 3));
    }

    @ParameterizedTest
    @CsvSource({"1m, 1763722799999, 1763722740000", "5m, 1763722799999, 1763722500000", "15m, 1763722799999, 1763721900000",
        "1h, 1763722799999, 1763719200000", "1d, 1763722799999, 1763683200000", "1d, 1763683200000, 1763683200000"})
    void anIntervalBeginsAtAMultipleOfItsLength(String code, long time, long openTime) {
        assertThat(CandleInterval.of(code).orElseThrow().openTime(time)).isEqualTo(openTime);
        assertThat(CandleInterval.of(code).orElseThrow().code()).isEqualTo(code);
    }

    @Test
    void otherTextsAreNoIntervals() {
        assertThat(CandleInterval.of("2m")).isEmpty();
    }
}
