// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementsRestoreTest {

    private final Placements placements = new Placements(EngineLimits.STANDARD);

    @Test
    void aPlacementThatLedToNoTradeIsRemembered() {
        restore(0);

        assertThat(placements.size()).isOne();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Integer.MAX_VALUE + 1L, Long.MAX_VALUE})
    void aNumberOfTradesThatCannotBeMakesAStateInvalid(long trades) {
        assertThatExceptionOfType(InvalidStateException.class).isThrownBy(() -> restore(trades)).withMessageContaining(trades + " trades");
    }

    private void restore(long trades) {
        placements.restore(0, new ClientOrderId(), new ZerosAnd(trades), new long[OrderContent.NUMBERS]);
    }

    /** Says zero for all that is read with others, and one number for what is read alone. */
    private record ZerosAnd(long number) implements StateReader {

        @Override
        public void numbers(long[] into, int count) {
            Arrays.fill(into, 0, count, 0);
        }

        @Override
        public long signed() {
            return 0;
        }

        @Override
        public String text() {
            return "";
        }
    }
}
