// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptForTest {

    @Test
    void aCacheSaysForHowManySecondsItKeepsAnAnswer() {
        assertThat(KeptFor.millis("2")).isEqualTo(2_000);
        assertThat(KeptFor.millis("60")).isEqualTo(60_000);
        assertThat(KeptFor.millis((String) null)).isZero();
    }

    @Test
    void whatIsNoSuchNumberMeansNothing() {
        for (String wrong : new String[]{"", "-1", "1.5", "61", "100", "2s", "٢"}) {
            assertThat(KeptFor.millis(wrong)).as(wrong).isZero();
        }
    }
}
