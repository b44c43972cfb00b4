// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogPositionTest {

    @Test
    void digitsAreAPosition() {
        assertThat(LogPosition.parse("281474976710659")).hasValue(LogPosition.of(1, 3));
        assertThat(LogPosition.parse("0")).hasValue(0);
        assertThat(LogPosition.parse("9223372036854775807")).hasValue(Long.MAX_VALUE);
    }

    @Test
    void aPlaceThatWouldBeAnotherOnesIdHasNone() {
        assertThat(LogPosition.of(32_767, (1L << 48) - 1)).isEqualTo(Long.MAX_VALUE);
        assertThatIllegalArgumentException().isThrownBy(() -> LogPosition.of(32_768, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> LogPosition.of(0, 1L << 48));
        assertThatIllegalArgumentException().isThrownBy(() -> LogPosition.of(-1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> LogPosition.of(0, -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+1", " 1", "1e3", "0x1", "\u0661", "9223372036854775808", "00000000000000000001"})
    void anythingElseIsNone(String text) {
        assertThat(LogPosition.parse(text)).isEmpty();
    }
}
