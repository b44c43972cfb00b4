// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.workload.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatchingDuelTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @Test
    void runsBothBuildsAndEndsEachScenarioWithARatio() throws Exception {
        List<Path> sameBuild = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(Path::of)
                .toList();
        List<String> options = List.of("--count", "1000", "--warmups", "1", "--passes", "3", "--scenarios", "normal,random-1000");
        MatchingLoad load = MatchingLoad.of(new CommandLine(options, MatchingLoad.OPTIONS, Set.of()), List.of(Scenario.values()));

        new MatchingDuel().run(load, sameBuild, out);

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .anyMatch(line -> line.matches("RATIO matching-duel-normal \\d+\\.\\d{3}"))
                .anyMatch(line -> line.matches("RATIO matching-duel-random-1000 \\d+\\.\\d{3}"));
    }

    @Test
    void anotherBuildMustBeThere(@TempDir Path empty) {
        MatchingDuel duel = new MatchingDuel();

        assertThatExceptionOfType(UsageException.class).isThrownBy(() -> duel.run(List.of(), out)).withMessageContaining("--other");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> duel.run(List.of("--other", empty.toString()), out))
                .withMessageContaining("no jar");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> duel.run(List.of("--other", empty.resolve("none").toString()), out))
                .withMessageContaining("no directory");
    }
}
