// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionStateTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            LOADING,   REPLAYING, true
            LOADING,   LIVE,      true
            LOADING,   FAILED,    true
            REPLAYING, LIVE,      true
            REPLAYING, FAILED,    true
            LIVE,      FAILED,    true
            LOADING,   LOADING,   false
            REPLAYING, LOADING,   false
            REPLAYING, REPLAYING, false
            LIVE,      LOADING,   false
            LIVE,      REPLAYING, false
            LIVE,      LIVE,      false
            FAILED,    LOADING,   false
            FAILED,    REPLAYING, false
            FAILED,    LIVE,      false
            FAILED,    FAILED,    false
            LOADING,   LEFT,      true
            REPLAYING, LEFT,      true
            LIVE,      LEFT,      true
            FAILED,    LEFT,      true
            LEFT,      LOADING,   false
            LEFT,      REPLAYING, false
            LEFT,      LIVE,      false
            LEFT,      FAILED,    false
            LEFT,      LEFT,      false
            """)
    void everyMoveIsLegalOrThrows(PartitionState from, PartitionState to, boolean legal) {
        if (legal) {
            assertThat(to.after(from)).isEqualTo(to);
        } else {
            assertThatThrownBy(() -> to.after(from))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a partition that is " + from + " cannot become " + to);
        }
    }
}
