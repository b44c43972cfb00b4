// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreferenceTest {

    private static final Duration UNASKED = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # header                     | millis | applied
            respond-async                | 0      | respond-async
            Respond-Async                | 0      | respond-async
            wait=2                       | 2000   | wait=2
            wait=0.25                    | 250    | wait=0.25
            wait="1.5"                   | 1500   | wait=1.5
            wait = 3                     | 3000   | wait=3
            wait=3;foo=bar               | 3000   | wait=3
            wait=0                       | 0      | wait=0
            wait=3600                    | 10000  | wait=10
            respond-async, wait=2        | 2000   | respond-async, wait=2
            handling=lenient, wait=1     | 1000   | wait=1
            wait=1, wait=2               | 1000   | wait=1
            wait=-1                      | 500    |
            wait=1e3                     | 500    |
            wait=                        | 500    |
            wait                         | 500    |
            wait="                       | 500    |
            wait="15                     | 500    |
            wait=15"                     | 500    |
            wait=abc                     | 500    |
            wait=1.                      | 500    |
            wait=99999999999999999999999 | 10000  | wait=10
            wait=0.30000000000000004     | 300    | wait=0.3
            wait=0.3330000000000         | 333    | wait=0.333
            wait=007                     | 7000   | wait=7
            waiting=3                    | 500    |
            ,,,;;=                       | 500    |
            respond-async=maybe          | 500    |
            """)
    void headers(String header, long millis, String applied) {
        assertThat(Preference.of(List.of(header), UNASKED, LONGEST)).isEqualTo(new Preference(Duration.ofMillis(millis), applied));
    }

    @Test
    void severalHeadersAreOneList() {
        assertThat(Preference.of(List.of("respond-async", "wait=1"), UNASKED, LONGEST).limit()).isEqualTo(Duration.ofSeconds(1));
        assertThat(Preference.of(List.of(), UNASKED, LONGEST)).isEqualTo(new Preference(UNASKED, null));
    }
}
