// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmendmentTest {

    @ParameterizedTest
    @CsvSource({
        "60000.05, 6000005, 2", "60000.00, 60000, 0", "60000, 60000, 0", "0.50, 5, 1", "100, 100, 0", "000.0100, 1, 2",
        "0.000000000000000001, 1, 18", "9.223372036854775807, 9223372036854775807, 18", "9223372036854775807, 9223372036854775807, 0",
        "1.0000000000000000000000000000000, 1, 0"})
    void aDecimalKeepsTheScaleItNeeds(String text, long value, int scale) {
        assertThat(Amendment.form(text, null)).isEqualTo(Checked.valid(new Amendment(new ScaledDecimal(value, scale), ScaledDecimal.NONE)));
        assertThat(Amendment.form(null, text)).isEqualTo(Checked.valid(new Amendment(ScaledDecimal.NONE, new ScaledDecimal(value, scale))));
    }

    @ParameterizedTest
    @CsvSource({
        "0", "0.00", "-1", "1e3", "''", "1.", "9223372036854775808", "0.0000000000000000001", "92.23372036854775808",
        "1234567890123456789012345678901234567890"})
    void whatIsNoPositiveDecimalOf63BitsIsRefused(String text) {
        assertFault(Amendment.form(text, "1"), "INVALID_FIELD", "quantity");
        assertFault(Amendment.form("1", text), "INVALID_FIELD", "price");
    }

    @Test
    void anAmendmentChangesSomething() {
        assertFault(Amendment.form(null, null), "MISSING_FIELD", "quantity");
    }

    private static void assertFault(Checked<Amendment> checked, String code, String field) {
        assertThat(checked).isInstanceOfSatisfying(Checked.Refused.class, refused -> {
            assertThat(refused.fault().code().name()).isEqualTo(code);
            assertThat(refused.fault().field()).isEqualTo(field);
        });
    }
}
