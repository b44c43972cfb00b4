// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptForTest {

    @Test
    void a_cache_says_for_how_many_seconds_it_keeps_an_answer() {
        assertThat(KeptFor.millis("2")).isEqualTo(2_000);
        assertThat(KeptFor.millis("60")).isEqualTo(60_000);
        assertThat(KeptFor.millis((String) null)).isZero();
    }

    @Test
    void what_is_no_such_number_means_nothing() {
        for (String wrong : new String[]{"", "-1", "1.5", "61", "100", "2s", "٢"}) {
            assertThat(KeptFor.millis(wrong)).as(wrong).isZero();
        }
    }
}
