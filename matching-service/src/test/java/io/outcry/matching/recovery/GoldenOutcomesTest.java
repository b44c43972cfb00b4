// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.EngineVersion;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each version of the engine makes of the same commands, by the value of the hash chain behind them: what was kept of a version that is
 * on somebody's log does not change any more, or that log is not replayed.
 */
class GoldenOutcomesTest {

    private static final int PARTITION = 2;
    private static final int SEEDS = 10;
    private static final int COMMANDS = 3_000;
    private static final EngineLimits SMALL = new EngineLimits(60, 40, 64, 4, 2, 30, 2);

    /** A chain over the commands themselves: only of the same commands something else is to be said. */
    private static final long STREAM = 0xB04F_6B16_B302_D033L;

    /** The chain over the outcomes, by version. */
    private static final Map<Integer, Long> KEPT = Map.of(1, 0xD95F_98DF_B772_AA80L);

    static Stream<Integer> versions() {
        return IntStream.rangeClosed(EngineVersion.INITIAL, EngineVersion.NEWEST).boxed();
    }

    @Test
    void theCommandsAreThoseOfThatTime() {
        OutcomeChain stream = new OutcomeChain(0);
        for (long seed = 1; seed <= SEEDS; seed++) {
            RandomWireCommands commands = commands(seed);
            for (int i = 1; i <= COMMANDS; i++) {
                byte[] command = commands.next().toByteArray();
                stream.add(i, command, command.length);
            }
        }
        assertThat(stream.value()).as("the generator makes other commands: keep what the engine, itself unchanged, makes of these")
                .isEqualTo(STREAM);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aVersionGivesTheOutcomesThatItGave(int version) {
        OutcomeChain outcomes = new OutcomeChain(0);
        for (long seed = 1; seed <= SEEDS; seed++) {
            WireEngine engine = new WireEngine(PARTITION, seed % 2 == 0 ? SMALL : EngineLimits.STANDARD);
            engine.apply(WireCommands.activate(1, version));
            RandomWireCommands commands = commands(seed);
            for (int i = 1; i <= COMMANDS; i++) {
                byte[] outcome = engine.apply(i, commands.next().toByteArray());
                outcomes.add(i, outcome, outcome.length);
            }
        }
        assertThat(outcomes.value()).as("a change of this is a new EngineVersion, beside which this one stays as it is")
                .isEqualTo(KEPT.get(version));
    }

    /** Behind the one that activates the version. */
    private static RandomWireCommands commands(long seed) {
        return new RandomWireCommands(seed, PARTITION, 1);
    }
}
