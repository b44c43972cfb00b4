// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLimitsTest {

    private final CommandLimits limits = new CommandLimits(100, 1_000);

    @ParameterizedTest
    @CsvSource({
        "false,  1,     1,  true",
        "false, 90,   900,  true",
        "false, 91,     1, false",
        "false,  1,   901, false",
        "true,  91,   901,  true",
        "true, 100,  1000,  true",
        "true, 101,     1, false",
        "true,   1,  1001, false"
    })
    void theLastTenthIsForUrgentCommands(boolean urgent, long pending, long undecided, boolean admitted) {
        assertThat(limits.admit(urgent, pending, undecided)).isEqualTo(admitted);
    }
}
