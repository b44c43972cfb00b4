// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.name.Names;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {

    @Test
    void whateverMayBecomeASymbolCanBeShownAndAskedFor() {
        assertThat(SafeText.isName("X".repeat(Names.MAX_SYMBOL))).isTrue();
        for (char c = 0; c < 0x100; c++) {
            String symbol = "A" + c + "B";
            assertThat(SafeText.isName(symbol) || !Names.isSymbol(symbol)).as(symbol).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"btc/usd", "a-_.", "1234567890123456789012345678901234567890123456789012345678901234"})
    void namesThatNoNewSymbolHas(String text) {
        assertThat(SafeText.isName(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A:B", "A,B", "A\"B", "A\\B", "A B", "A\n", "É", "{A}",
        "12345678901234567890123456789012345678901234567890123456789012345"})
    void whatWouldHaveToBeEscapedOrIsTooLongIsNone(String text) {
        assertThat(SafeText.isName(text)).isFalse();
    }
}
