// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same commands lead to the same outcomes, to the last order and level and in the same order. */
class DeterminismTest {

    @Test
    void theSameCommandsGiveTheSameOutcomes() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(told(seed)).as("seed %d", seed).isEqualTo(told(seed));
        }
        assertThat(told(1)).isNotEqualTo(told(2));
    }

    private static List<String> told(long seed) {
        RandomCommands commands = new RandomCommands(seed);
        EngineDriver engine = new EngineDriver(new MatchingEngine(RandomCommands.PARTITION, EngineLimits.STANDARD));
        List<String> told = new ArrayList<>();
        for (int offset = 0; offset < 1_000; offset++) {
            CommandOutcome outcome = engine.apply(offset, commands.next());
            StringBuilder text = new StringBuilder(OutcomeView.of(outcome).toString());
            for (int i = 0; i < outcome.levels().size(); i++) {
                text.append(' ').append(outcome.levels().price(i));
            }
            told.add(text.toString());
        }
        return told;
    }
}
