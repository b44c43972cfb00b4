// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.OutcomeChain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcryReplayTest {

    private static final int PARTITION = 2;
    private static final int COMMANDS = 2_500;

    @TempDir
    Path directory;

    private final List<LogEntry> commands = new ArrayList<>();
    private final List<LogEntry> outcomes = new ArrayList<>();
    private boolean noRoom;
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream() {

        @Override
        public synchronized void write(byte[] bytes, int from, int count) {
            if (noRoom) {
                throw new OutOfMemoryError("no room");
            }
            super.write(bytes, from, count);
        }
    };
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    @BeforeEach
    void trade() {
        RandomWireCommands random = new RandomWireCommands(11, PARTITION, 0);
        WireEngine engine = new WireEngine(PARTITION, EngineLimits.STANDARD);
        OutcomeChain chain = new OutcomeChain(0);
        for (int offset = 0; offset < COMMANDS; offset++) {
            byte[] command = random.next().toByteArray();
            byte[] outcome = engine.apply(offset, command);
            ChainPoint point = chain.add(offset + 1, outcome, outcome.length);
            commands.add(new LogEntry(offset, command, null));
            outcomes.add(new LogEntry(offset, outcome, point == null ? null : point.header()));
        }
    }

    @Test
    void aLogThatSaysWhatTheEngineSaysIsTheSame() throws IOException {
        assertThat(replay()).isZero();
        assertThat(said()).startsWith("SAME: 2,500 commands from offset 0 on, 2,500 outcomes the same")
                .contains("2 values of the hash chain");
    }

    @Test
    void withoutOutcomesTheCommandsAreOnlyReplayed() throws IOException {
        Path file = directory.resolve("commands");
        LogFile.write(file, PARTITION, commands.iterator());
        assertThat(run("--commands=" + file)).isZero();
        assertThat(said()).contains("2,500 commands", " 0 outcomes the same");
    }

    @Test
    void aFlippedBitIsFoundWhereItIs() throws IOException {
        byte[] flipped = outcomes.get(1_234).value().clone();
        flipped[flipped.length - 1] ^= 1;
        outcomes.set(1_234, new LogEntry(1_234, flipped, null));
        assertThat(replay()).isEqualTo(1);
        assertThat(said()).startsWith("DIFFERENT at offset 1234");
    }

    @Test
    void anOutcomeWhoseCommandIsLostIsFound() throws IOException {
        commands.removeLast();
        assertThat(replay()).isEqualTo(1);
        assertThat(said()).startsWith("DIFFERENT at offset 2499");
    }

    @Test
    void outcomesThatWereRepeatedInTheEndAreNone() throws IOException {
        outcomes.addAll(List.copyOf(outcomes.subList(2_490, 2_500)));
        assertThat(replay()).isZero();
        assertThat(said()).contains(" 10 repetitions");
    }

    @Test
    void aWrongHashChainIsFound() throws IOException {
        outcomes.set(999, new LogEntry(999, outcomes.get(999).value(), new byte[8]));
        assertThat(replay()).isEqualTo(1);
        assertThat(said()).startsWith("DIFFERENT at offset 999").contains("hash chain");
    }

    @Test
    void aMissingOutcomeIsFound() throws IOException {
        outcomes.remove(700);
        assertThat(replay()).isEqualTo(1);
        assertThat(said()).startsWith("DIFFERENT at offset 700");
    }

    @Test
    void anOutcomeOfACommandThatIsNotThereIsFound() throws IOException {
        commands.remove(COMMANDS - 1);
        commands.remove(600);
        assertThat(replay()).isEqualTo(1);
        assertThat(said()).startsWith("DIFFERENT at offset 601");
    }

    @Test
    void repetitionsAreDroppedAndOutcomesThatAreStillToComeAreCounted() throws IOException {
        outcomes.addAll(600, outcomes.subList(500, 560));
        outcomes.subList(2_500, outcomes.size()).clear();
        assertThat(replay()).isZero();
        assertThat(said()).contains("2,440 outcomes the same, 60 not published yet, 60 repetitions");
    }

    @Test
    void aRepetitionThatSaysSomethingElseIsFound() throws IOException {
        byte[] other = outcomes.get(550).value().clone();
        other[other.length - 1] ^= 1;
        outcomes.add(600, new LogEntry(600, other, null));
        assertThat(replay()).isEqualTo(1);
        assertThat(said()).startsWith("DIFFERENT at offset 600");
    }

    @Test
    void aRangeIsPrintedAsJsonLines() throws IOException {
        assertThat(replay("--from=1000", "--to=1010", "--print=both")).isZero();
        List<String> printed = lines.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(printed).hasSize(20);
        assertThat(printed.get(0)).startsWith("{\"offset\":\"1000\",\"command\":{\"timeUs\":\"");
        assertThat(printed.get(1)).startsWith("{\"offset\":\"1000\",\"outcome\":{\"inputOffset\":\"1000\",\"sequence\":\"1001\"");
        assertThat(said()).contains("10 outcomes the same");
    }

    /** Thrown on, it ends the process with 1, and a script takes a small heap for a log that differs. */
    @Test
    void whereThereIsNoRoomNothingIsSaidOfADifference() throws IOException {
        noRoom = true;
        assertThat(replay("--print=both")).isEqualTo(3);
        assertThat(said()).startsWith("the log could not be read to its end: java.lang.OutOfMemoryError: no room");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--commands=x --bootstrap-servers=y", "--commands=x --from=-1", "--commands=x --print=all", "replay"})
    void whoeverAsksWronglyIsToldHowToAsk(String arguments) {
        assertThat(run(arguments.isEmpty() ? new String[0] : arguments.split(" "))).isEqualTo(2);
        assertThat(said()).contains("--bootstrap-servers=HOST:PORT");
    }

    @Test
    void aFileThatBreaksOffIsNotTakenForAWholeOne() throws IOException {
        Path file = directory.resolve("commands");
        LogFile.write(file, PARTITION, commands.iterator());
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 3));
        assertThat(run("--commands=" + file)).isEqualTo(3);
        assertThat(said()).contains("ends in the middle of a record");
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 16 * 1024 * 1024 + 1})
    void aLengthThatNoRecordHasIsNamed(int bytes) throws IOException {
        Path file = directory.resolve("commands");
        LogFile.write(file, PARTITION, commands.iterator());
        byte[] damaged = Files.readAllBytes(file);
        ByteBuffer.wrap(damaged).putInt(20, bytes); // behind the head and the first offset
        Files.write(file, damaged);
        assertThat(run("--commands=" + file)).isEqualTo(3);
        assertThat(said()).contains("reading " + file, " " + bytes + " bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 11})
    void aFileThatBreaksOffInItsHeadIsNamed(int bytes) throws IOException {
        Path file = directory.resolve("commands");
        LogFile.write(file, PARTITION, commands.iterator());
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));
        assertThat(run("--commands=" + file)).isEqualTo(3);
        assertThat(said()).contains(file + " is no file of log records");
    }

    @Test
    void aFileOfPropertiesGoesWithKafkaAndHasToBeThere() {
        assertThat(run("--bootstrap-servers=127.0.0.1:1", "--command-config=" + directory.resolve("none"))).isEqualTo(2);
        assertThat(said()).contains("--command-config cannot be read: java.nio.file.NoSuchFileException");
        assertThat(run("--commands=" + directory.resolve("commands"), "--command-config=" + directory.resolve("none"))).isEqualTo(2);
        assertThat(said()).contains("--command-config goes with --bootstrap-servers");
    }

    private int replay(String... more) throws IOException {
        Path commandFile = directory.resolve("commands");
        Path outcomeFile = directory.resolve("outcomes");
        LogFile.write(commandFile, PARTITION, commands.iterator());
        LogFile.write(outcomeFile, PARTITION, outcomes.iterator());
        return run(Stream.concat(Stream.of("--commands=" + commandFile, "--outcomes=" + outcomeFile), Stream.of(more))
                .toArray(String[]::new));
    }

    private int run(String... arguments) {
        try (PrintStream toLines = new PrintStream(lines, true, StandardCharsets.UTF_8);
                PrintStream toPeople = new PrintStream(messages, true, StandardCharsets.UTF_8)) {
            return OutcryReplay.run(toLines, toPeople, arguments);
        }
    }

    private String said() {
        return messages.toString(StandardCharsets.UTF_8);
    }
}
