// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexRateTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1, 8",
        "99999999, 99950000, 8",
        "99999999, 92300000000, 8",
        "123456789012, 92300000001, 8",
        "99999999, 1000000000000, 8",
        "599999999, 999999999999, 8",
        "999999999, 1000000000000, 9",
        "7, 1000000000000, 0",
    })
    void a_quote_is_converted_to_the_last_digit_however_large_the_rate(long amount, long rate, int scale) {
        Quote converted = new IndexRate("BTC-USD", rate, rate, scale, 0).convert(Quotes.at(amount, amount, 0));

        BigDecimal exact = BigDecimal.valueOf(amount).multiply(BigDecimal.valueOf(rate, scale));
        assertThat(converted.bid()).isEqualTo(exact.setScale(0, RoundingMode.DOWN).longValueExact());
        assertThat(converted.ask()).isEqualTo(exact.setScale(0, RoundingMode.UP).longValueExact());
    }

    @Test
    void what_does_not_fit_is_larger_than_any_price() {
        Quote converted = new IndexRate("BTC-USD", 1_000_000_000_000L, 1_000_000_000_000L, 8, 0)
                .convert(Quotes.at(Quote.MAX_PRICE, Quote.MAX_PRICE, 0));

        assertThat(converted.ask()).isGreaterThan(Quote.MAX_PRICE);
    }

    @Test
    void more_than_ten_thousand_or_nothing_is_no_rate() {
        assertThat(IndexRate.isInRange(1_000_000_000_000L, 1_000_000_000_000L)).isTrue();
        assertThat(IndexRate.isInRange(1_000_000_000_000L, 1_000_000_000_001L)).isFalse();
        assertThat(IndexRate.isInRange(0, 1)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new IndexRate("BTC-USD", 1, 1_000_000_000_001L, 8, 0));
    }
}
