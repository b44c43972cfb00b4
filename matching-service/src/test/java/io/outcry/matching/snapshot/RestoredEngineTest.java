// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineAudit;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.StateSize;
import io.outcry.matching.domain.book.CopySpace;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An engine that was frozen, written and read back goes on exactly like the one it was frozen from. */
@Execution(ExecutionMode.CONCURRENT)
class RestoredEngineTest {

    private static final int PARTITION = 3;
    private static final int SEEDS = 100;
    private static final int MOST_COMMANDS = 1_500;
    private static final EngineLimits SMALL = new EngineLimits(60, 40, 64, 4, 2, 30, 2);

    /** Stops end for want of looks before they do for want of trades. */
    private static final EngineLimits FEW_LOOKS = new EngineLimits(60, 40, 64, 1, 2, 100, 30);

    /** One state after the other is copied into the same arrays. */
    private final CopySpace space = new CopySpace();

    static List<Arguments> limits() {
        return List.of(
                Arguments.of(EngineLimits.STANDARD, SEEDS), Arguments.of(SMALL, SEEDS * 4), Arguments.of(FEW_LOOKS, SEEDS * 2));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void itGivesTheSameBytesAndComesToTheSameState(EngineLimits limits, int seeds) {
        for (long seed = 1; seed <= seeds; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RandomWireCommands commands = new RandomWireCommands(seed, PARTITION, 0);
            WireEngine original = new WireEngine(PARTITION, limits);
            int before = random.nextInt(MOST_COMMANDS);
            for (int i = 0; i < before; i++) {
                original.apply(commands.next());
            }
            List<byte[]> chunks = new ArrayList<>();
            StateSize size = write(original.engine(), 1 << random.nextInt(12), chunks);
            WireEngine restored = new WireEngine(restore(limits, random.nextBoolean() ? size : StateSize.UNKNOWN, chunks));
            assertThat(hash(restored)).as("seed %d, state after %d commands", seed, before).isEqualTo(hash(original));
            EngineAudit.check(restored.engine());
            for (int i = 0; i < MOST_COMMANDS; i++) {
                long offset = before + i;
                byte[] command = commands.next().toByteArray();
                assertThat(restored.apply(offset, command))
                        .as("seed %d, frozen after %d, outcome of the command at %d", seed, before, offset)
                        .isEqualTo(original.apply(offset, command));
            }
            assertThat(hash(restored)).as("seed %d, state at the end", seed).isEqualTo(hash(original));
            EngineAudit.check(restored.engine());
        }
    }

    private static MatchingEngine restore(EngineLimits limits, StateSize size, List<byte[]> chunks) {
        ByteStateReader reader = new ByteStateReader(chunks.iterator());
        MatchingEngine engine = MatchingEngine.restore(PARTITION, limits, size, reader);
        assertThat(reader.isAtEnd()).as("all of the state is read").isTrue();
        return engine;
    }

    private StateSize write(MatchingEngine engine, int chunkBytes, List<byte[]> chunks) {
        ByteStateWriter writer = new ByteStateWriter(Math.max(chunkBytes, 16), chunks::add);
        StateSize size = engine.freeze(space).write(writer);
        writer.finish();
        return size;
    }

    private static byte[] hash(WireEngine engine) {
        return StateHash.of(engine.engine().freeze());
    }
}
