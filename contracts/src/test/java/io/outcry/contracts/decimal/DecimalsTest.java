// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.decimal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.contracts.decimal.Decimals.DecimalFormatException;
import io.outcry.contracts.decimal.Decimals.Fault;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "0, 8, 0",
        "60000.00, 2, 6000000",
        "60000, 2, 6000000",
        "0.50, 2, 50",
        "0.5, 2, 50",
        "1.10000, 2, 110",
        "00012, 0, 12",
        "9223372036854775807, 0, 9223372036854775807",
        "922337203685477580, 1, 9223372036854775800",
        "9.223372036854775807, 18, 9223372036854775807",
    })
    void aDecimalBecomesAnIntegerAtTheScale(String text, int scale, long value) {
        assertThat(Decimals.parse(text, scale)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 1", "1 ", "+1", "-1", "1e3", "1E3", "NaN", "Infinity", ".5", "5.", "1.2.3", "1..5", "1,5", "0x10", "٣",
        "1234567890123456789012345678901234567890"})
    void whatIsNotPlainDigitsIsMalformed(String text) {
        assertFault(text, 2, Fault.MALFORMED);
    }

    @Test
    void digitsBelowTheScaleAreRefusedAndNeverRounded() {
        assertFault("1.001", 2, Fault.TOO_FINE);
        assertFault("0.5", 0, Fault.TOO_FINE);
    }

    @Test
    void whatDoesNotFitInto63BitsIsTooLarge() {
        assertFault("9223372036854775808", 0, Fault.TOO_LARGE);
        assertFault("92233720368547758.08", 2, Fault.TOO_LARGE);
        assertFault("10", 18, Fault.TOO_LARGE);
        assertFault("12345678901234567890123456789012345678", 0, Fault.TOO_LARGE);
    }

    @Test
    void formattingAndParsingAreInverseForAnyValueAndScale() {
        long seed = 23;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong() >>> random.nextInt(1, 64);
            int scale = random.nextInt(0, 19);
            String text = Decimals.format(value, scale);
            assertThat(text).as("seed %d, case %d", seed, i).isEqualTo(BigDecimal.valueOf(value, scale).toPlainString());
            assertThat(Decimals.parse(text, scale)).as("seed %d, case %d: %s", seed, i, text).isEqualTo(value);
        }
    }

    @Test
    void wideValuesKeepEveryDigitAndDropIdleZeros() {
        assertThat(Decimals.formatWide(0, 119_990_000, 4, 2)).isEqualTo("11999.00");
        assertThat(Decimals.formatWide(0, 119_990_050, 4, 2)).isEqualTo("11999.005");
        assertThat(Decimals.formatWide(0, 0, 4, 2)).isEqualTo("0.00");
        assertThat(Decimals.formatWide(1, 0, 0, 0)).isEqualTo("18446744073709551616");
        assertThat(Decimals.formatWide(1, 0, 4, 2)).isEqualTo("1844674407370955.1616");
        assertThat(Decimals.formatWide(1, 8_384, 4, 2)).isEqualTo("1844674407370956.00");
        assertThat(Decimals.formatWide(0, -1, 0, 0)).isEqualTo("18446744073709551615");
    }

    @Test
    void wideValuesThatAreNotWideAreWrittenAsAllOthersAre() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            int scale = random.nextInt(19);
            int minimum = random.nextInt(scale + 1);
            long value = random.nextLong() >> random.nextInt(64);
            value = random.nextBoolean() ? value : value / 1_000 * 1_000;
            BigDecimal stripped = BigDecimal.valueOf(value, scale).stripTrailingZeros();
            assertThat(Decimals.formatWide(value < 0 ? -1 : 0, value, scale, minimum))
                    .isEqualTo((stripped.scale() < minimum ? stripped.setScale(minimum) : stripped).toPlainString());
        }
        assertThat(Decimals.formatWide(-1, Long.MIN_VALUE, 0, 0)).isEqualTo("-9223372036854775808");
    }

    private static void assertFault(String text, int scale, Fault fault) {
        assertThatExceptionOfType(DecimalFormatException.class)
                .isThrownBy(() -> Decimals.parse(text, scale))
                .satisfies(e -> assertThat(e.fault()).isEqualTo(fault));
    }
}
