// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTokenTest {

    @Test
    void aPositionHoldsPartitionAndOffset() {
        long position = LogPosition.of(1, 10_305);
        assertThat(position).isEqualTo(281_474_976_720_961L);
        assertThat(LogPosition.partition(position)).isEqualTo(1);
        assertThat(LogPosition.offset(position)).isEqualTo(10_305);
        assertThat(LogPosition.of(LogPosition.PARTITION_LIMIT - 1, LogPosition.OFFSET_LIMIT - 1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void noPositionIsMadeOfPartsOutOfRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> LogPosition.of(-1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> LogPosition.of(LogPosition.PARTITION_LIMIT, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> LogPosition.of(0, LogPosition.OFFSET_LIMIT));
    }

    @Test
    void anOrderIdIsAToken() {
        assertThat(PositionToken.parse("281474976720961")).contains(new PositionToken(List.of(281_474_976_720_961L), List.of()));
    }

    @Test
    void aTokenSpellsWhatItWasReadFrom() {
        String text = "5,281474976720961,p7";
        assertThat(PositionToken.parse(text)).contains(new PositionToken(List.of(5L, 281_474_976_720_961L), List.of(7L)));
        assertThat(PositionToken.parse(text).orElseThrow()).hasToString(text);
        assertThat(new PositionToken(List.of(), List.of(7L, 8L))).hasToString("p7,p8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "1,", "-1", "p", "q1", "1 ", "9223372036854775808", "12345678901234567890", "pp1", "1.5"})
    void anythingElseIsNoToken(String text) {
        assertThat(PositionToken.parse(text)).isEmpty();
    }

    @Test
    void aTokenOfTooManyPlacesIsRefused() {
        assertThat(PositionToken.parse("1,".repeat(PositionToken.MAX_POSITIONS) + "1")).isEmpty();
    }
}
