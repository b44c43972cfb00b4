// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.order.domain.InstrumentRules;
import io.outcry.order.domain.Tier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegisteredSymbolTest {

    private static final InstrumentRules RULES = new InstrumentRules("A", "A", "B", 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, Tier.COLD);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a later command,                          200, 8, 100, 7, true",
        "an earlier command,                       100, 7, 200, 8, false",
        "the same command,                         100, 7, 100, 7, false",
        "a later command of one moment,            100, 8, 100, 7, true",
        "an earlier command of one moment,         100, 7, 100, 8, false",
        "a later command of a log begun anew,      200, 0, 100, 7, true",
        "an earlier command of a log that is gone, 100, 7, 200, 0, false",
        "a command beside one of no known time,    200, 8,   0, 0, false",
        "one of no known time beside a command,      0, 0, 200, 8, false",
    })
    void rulesAreNewerThanOthersIfALaterCommandMadeThem(
            String name, long time, long offset, long otherTime, long otherOffset, boolean newer) {
        assertThat(symbol(time, offset).isNewerThan(symbol(otherTime, otherOffset))).as(name).isEqualTo(newer);
    }

    private static RegisteredSymbol symbol(long timeMicros, long inputOffset) {
        return new RegisteredSymbol(
                RegisteredInstrument.newBuilder().setTimeUs(timeMicros).setInputOffset(inputOffset).build(), RULES);
    }
}
