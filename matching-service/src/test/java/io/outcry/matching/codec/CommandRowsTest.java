// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.v1.Side;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.UnknownEngineVersionException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine whose commands were read before it was their turn, by itself or by another, does the same as one that is surprised by each. */
class CommandRowsTest {

    private static final int PARTITION = 2;
    private static final int COMMANDS = 20_000;
    private static final int MOST_ROWS = 300;

    private final MatchingEngine engine = new MatchingEngine(PARTITION, EngineLimits.STANDARD);
    private final CommandApplier applier = new CommandApplier(engine);
    private final MatchingEngine surprised = new MatchingEngine(PARTITION, EngineLimits.STANDARD);
    private final CommandApplier surprisedApplier = new CommandApplier(surprised);
    private final OutcomeEncoder encoder = new OutcomeEncoder();
    private final CommandReader reader = new CommandReader();
    private final CommandRows rows = new CommandRows(MOST_ROWS);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverItForeseesTheOutcomesAreTheSame(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] @Nullable [] commands = commands(seed);
        int behind = 0;
        for (int offset = 0; offset < COMMANDS; offset++) {
            if (offset >= behind) {
                behind = Math.min(COMMANDS, offset + random.nextInt(MatchingEngine.FORESEEN + 1));
                applier.expect(commands, offset, behind);
            }
            if (random.nextInt(20) != 0) {
                byte @Nullable [] command = commands[offset];
                long at = offset;
                same(at, command, () -> applier.apply(at, command));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void whateverAnotherHasReadTheOutcomesAreTheSame(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] @Nullable [] commands = commands(seed);
        int offset = 0;
        while (offset < COMMANDS) {
            int to = Math.min(COMMANDS, offset + random.nextInt(1, MOST_ROWS + 1));
            if (random.nextInt(5) == 0) {
                for (int at = offset; at < to; at++) {
                    sameAsBytes(at, commands[at]);
                }
            } else {
                sameAsRows(commands, offset, to, random);
            }
            offset = to;
        }
    }

    private void sameAsBytes(long offset, byte @Nullable [] command) {
        same(offset, command, () -> applier.apply(offset, command));
    }

    private void sameAsRows(byte[] @Nullable [] commands, int from, int to, SplittableRandom random) {
        read(commands, from, to);
        applier.take(rows);
        boolean looks = random.nextInt(4) != 0;
        int told = 0;
        for (int i = 0; i < rows.size(); i++) {
            if (looks && i == told) {
                told = Math.min(rows.size(), i + random.nextInt(1, MatchingEngine.FORESEEN + 1));
                applier.expect(i, told);
            }
            int index = i;
            same(from + i, commands[from + i], () -> applier.apply(from + index, index));
        }
    }

    @Test
    void anAccountGetsItsNumberWhenItsCommandIsAppliedAndNotBefore() {
        read(new byte[][]{define("A-USD"), place("alice", "A-USD"), place("bob", "A-USD"), place("alice", "A-USD")}, 0, 4);
        applier.take(rows);
        applier.expect(0, 4);
        assertThat(engine.accounts()).isZero();
        applier.apply(0, 0);
        engine.registerAccount("somebody else");
        applier.apply(1, 1);
        assertThat(engine.accounts()).isEqualTo(2);
        applier.apply(2, 2);
        applier.apply(3, 3);
        assertThat(engine.accounts()).isEqualTo(3);
        assertThat(engine.registerAccount("bob")).isEqualTo(2);
    }

    @Test
    void aSymbolThatIsDefinedAfterItWasReadIsKnown() {
        byte[][] commands = {
            place("alice", "A-USD"), define("A-USD"), place("alice", "A-USD"), place("alice", "B-USD"), define("B-USD"),
            place("alice", "B-USD")};
        read(commands, 0, commands.length);
        applier.take(rows);
        applier.expect(0, commands.length);
        for (int i = 0; i < commands.length; i++) {
            int index = i;
            same(i, commands[i], () -> applier.apply(index, index));
        }
        assertThat(engine.openOrders()).isEqualTo(2);
    }

    @Test
    void whatIsNoCommandIsRefusedWhenItsTurnComes() {
        byte[][] commands = {define("A-USD"), {1, 2, 3}, place("alice", "A-USD")};
        read(commands, 0, 3);
        applier.take(rows);
        applier.expect(0, 3);
        applier.apply(0, 0);
        assertThatThrownBy(() -> applier.apply(1, 1)).isInstanceOf(UndecodableCommandException.class).hasMessageContaining("OrderCommand");
        applier.apply(2, 2);
        assertThat(engine.openOrders()).isOne();
    }

    @Test
    void whenThereAreTooManyNamesTheyAreNumberedAnew() {
        int names = NumberedNames.MOST + 2 * MOST_ROWS;
        sameAsBytes(0, define("A-USD"));
        boolean anew = false;
        byte[] @Nullable [] commands = new byte[MOST_ROWS][];
        SplittableRandom random = new SplittableRandom(7);
        for (int offset = 1; offset < names + 10 * MOST_ROWS; offset += MOST_ROWS) {
            for (int i = 0; i < MOST_ROWS; i++) {
                commands[i] = place("trader-" + (offset + i) % names, i % 3 == 0 ? "NOPE-" + (offset + i) : "A-USD");
            }
            read(commands, 0, MOST_ROWS);
            anew |= offset > 1 && rows.accounts().first() == 0;
            applier.take(rows);
            applier.expect(0, random.nextInt(MatchingEngine.FORESEEN));
            int first = offset;
            for (int i = 0; i < MOST_ROWS; i++) {
                int index = i;
                same(first + i, commands[i], () -> applier.apply(first + index, index));
            }
        }
        assertThat(anew).isTrue();
        assertThat(engine.accounts()).isGreaterThan(NumberedNames.MOST);
    }

    @Test
    void rowsThatAreNotTheNextOnesAreRefused() {
        read(new byte[][]{place("alice", "A-USD")}, 0, 1);
        read(new byte[][]{place("bob", "A-USD")}, 0, 1);
        assertThatThrownBy(() -> applier.take(rows)).isInstanceOf(IllegalStateException.class).hasMessageContaining("from number 1 on");
    }

    @Test
    void anotherReaderBeginsAnew() {
        byte[][] commands = {define("A-USD"), place("alice", "A-USD"), place("bob", "A-USD")};
        read(commands, 0, 2);
        applier.take(rows);
        applier.apply(0, 0);
        applier.apply(1, 1);
        CommandReader other = new CommandReader();
        other.begin(rows);
        other.read(commands[2]);
        applier.take(rows);
        applier.apply(2, 0);
        assertThat(engine.registerAccount("bob")).isEqualTo(1);
        assertThat(engine.openOrders()).isEqualTo(2);
    }

    /** Else a name of other rows would be looked for. */
    @Test
    void inTheRowOfANamedPlacementAnotherCommandHasNoName() {
        byte[] named = WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_BUY, 1, 100).setClientOrderId("mine")).toByteArray();
        read(new byte[][]{named}, 0, 1);
        assertThat(rows.isNamed(0)).isTrue();
        read(new byte[][]{define("A-USD")}, 0, 1);
        assertThat(rows.isNamed(0)).isFalse();
    }

    private void read(byte[] @Nullable [] commands, int from, int to) {
        reader.begin(rows);
        for (int i = from; i < to; i++) {
            reader.read(commands[i]);
        }
    }

    private void same(long offset, byte @Nullable [] command, Supplier<CommandOutcome> applied) {
        byte[] found = said(applied);
        assertThat(found).as("offset %d", offset).isEqualTo(said(() -> surprisedApplier.apply(offset, command)));
        assertThat(applier.kind()).isEqualTo(surprisedApplier.kind());
        assertThat(engine.accounts()).isEqualTo(surprised.accounts());
    }

    /** The outcome, or what is wrong with the command. */
    private byte[] said(Supplier<CommandOutcome> applied) {
        try {
            return OutcomeBytes.of(encoder, applied.get());
        } catch (UndecodableCommandException | UnknownEngineVersionException refused) {
            return refused.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    private static byte[] define(String symbol) {
        return WireCommands.define(1, WireCommands.rules().setSymbol(symbol)).toByteArray();
    }

    private static byte[] place(String account, String symbol) {
        return WireCommands.place(1, WireCommands.limit(account, Side.SIDE_BUY, 1, 100).setSymbol(symbol)).toByteArray();
    }

    private static byte[] @Nullable [] commands(long seed) {
        OddWireCommands random = new OddWireCommands(seed, PARTITION, true);
        byte[] @Nullable [] commands = new byte[COMMANDS][];
        for (int i = 0; i < COMMANDS; i++) {
            commands[i] = random.next();
        }
        return commands;
    }
}
