// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.Side;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.NewOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An engine that is told which commands come next does the same as one that is not. */
class ComingPlacementsTest {

    private static final int PARTITION = 2;
    private static final int COMMANDS = 20_000;

    private final MatchingEngine engine = new MatchingEngine(PARTITION, EngineLimits.STANDARD);
    private final PlacementReader reader = new PlacementReader(engine);
    private final ComingPlacements coming = new ComingPlacements(engine, reader);

    @Test
    void whateverIsForeseenTheOutcomesAreTheSame() {
        for (long seed = 1; seed <= 3; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] @Nullable [] commands = commands(seed);
            MatchingEngine told = new MatchingEngine(PARTITION, EngineLimits.STANDARD);
            MatchingEngine surprised = new MatchingEngine(PARTITION, EngineLimits.STANDARD);
            CommandApplier toldApplier = new CommandApplier(told);
            CommandApplier surprisedApplier = new CommandApplier(surprised);
            int behind = 0;
            for (int offset = 0; offset < COMMANDS; offset++) {
                if (offset >= behind) {
                    behind = Math.min(COMMANDS, offset + random.nextInt(MatchingEngine.FORESEEN + 1));
                    toldApplier.expect(commands, offset, behind);
                }
                if (random.nextInt(20) == 0) {
                    continue;
                }
                byte[] outcome = encoded(toldApplier, offset, commands[offset]);
                assertThat(outcome).as("seed %d, offset %d", seed, offset).isEqualTo(encoded(surprisedApplier, offset, commands[offset]));
                assertThat(toldApplier.kind()).isEqualTo(surprisedApplier.kind());
                assertThat(told.accounts()).isEqualTo(surprised.accounts());
            }
        }
    }

    @Test
    void aRunOfPlacementsIsTakenInItsOrder() {
        byte[] @Nullable [] commands = {place("alice", 1), place("alice", 2), place("alice", 3)};
        know(commands[0]);
        coming.read(commands, 0, 3);
        for (int i = 0; i < 3; i++) {
            NewOrder taken = coming.take(commands[i]);
            assertThat(taken).isNotNull().extracting(order -> order.price).isEqualTo(i + 1L);
            assertThat(coming.timeUs()).isEqualTo(i + 1);
        }
        assertThat(coming.take(commands[2])).isNull();
    }

    @Test
    void theRunEndsBeforeAnythingElse() {
        byte[] @Nullable [] commands = {place("alice", 1), WireCommands.tick(2, WireCommands.SYMBOL).toByteArray(), place("alice", 3)};
        know(commands[0]);
        coming.read(commands, 0, 3);
        assertThat(coming.take(commands[0])).isNotNull();
        assertThat(coming.take(commands[1])).isNull();
        assertThat(coming.take(commands[2])).isNull();
    }

    @Test
    void aNewNameEndsTheRunAndIsGivenNoNumber() {
        byte[] @Nullable [] commands = {place("alice", 1), place("bob", 2), place("alice", 3)};
        know(commands[0]);
        coming.read(commands, 0, 3);
        assertThat(engine.accounts()).isEqualTo(1);
        assertThat(coming.take(commands[0])).isNotNull();
        assertThat(coming.take(commands[1])).isNull();
    }

    @Test
    void oneThatIsLeftOutEndsTheRun() {
        byte[] @Nullable [] commands = {place("alice", 1), place("alice", 2), place("alice", 3)};
        know(commands[0]);
        coming.read(commands, 0, 3);
        assertThat(coming.take(commands[1])).isNull();
        assertThat(coming.take(commands[0])).isNull();
    }

    /** Applies what makes the names of a placement known. */
    private void know(byte @Nullable [] placement) {
        new CommandApplier(engine)
                .apply(0, WireCommands.define(1, WireCommands.rules()).toByteArray());
        assertThat(placement).isNotNull();
        assertThat(reader.read(placement, new NewOrder())).isTrue();
    }

    private static byte[] place(String account, int number) {
        return WireCommands.place(number, WireCommands.limit(account, Side.SIDE_BUY, 100, number))
                .toByteArray();
    }

    private static byte[] @Nullable [] commands(long seed) {
        RandomWireCommands random = new RandomWireCommands(seed, PARTITION, 0);
        byte[] @Nullable [] commands = new byte[COMMANDS][];
        for (int i = 0; i < COMMANDS; i++) {
            commands[i] = random.next().toByteArray();
        }
        return commands;
    }

    private static byte[] encoded(CommandApplier applier, long offset, byte @Nullable [] value) {
        OutcomeEncoder encoder = new OutcomeEncoder();
        encoder.write(applier.apply(offset, value));
        return Arrays.copyOf(encoder.bytes(), encoder.length());
    }
}
