// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.name;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"A", "BTC-USD", "1INCH-USD", "BRK.B_USD", "ABCDEFGHIJKLMNOPQRST"})
    void symbols(String symbol) {
        assertThat(Names.isSymbol(symbol)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "btc", "-A", "A-", "A--B", "A B", "A/B", "É", "ABCDEFGHIJKLMNOPQRSTU", "A\nB", "A\n"})
    void notSymbols(String symbol) {
        assertThat(Names.isSymbol(symbol)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "AZaz09-_.:", "123456789012345678901234567890123456"})
    void clientOrderIds(String id) {
        assertThat(Names.isClientOrderId(id)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a/b", "a;", "@a", "[a", "`a", "{a", "é", "a\n", "1234567890123456789012345678901234567"})
    void notClientOrderIds(String id) {
        assertThat(Names.isClientOrderId(id)).isFalse();
    }
}
