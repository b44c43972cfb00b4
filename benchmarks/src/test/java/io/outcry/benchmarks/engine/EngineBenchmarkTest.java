// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.command.Words;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A small run of the real thing: a step whose outcomes are others than those of the limit fails it. */
@Timeout(300)
class EngineBenchmarkTest {

    @Test
    void everyStepHasARowAndTheRatioIsLast() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new EngineBenchmark().run(List.of("--commands", "2000", "--rounds", "1", "--passes", "2", "--neighbours", "1"), printing(out));

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        for (Step step : Step.values()) {
            assertThat(lines).anyMatch(line -> line.matches(Words.of(step) + "( +[0-9]+){3}"));
        }
        assertThat(lines.getLast()).matches("RATIO engine [0-9]+\\.[0-9]{2}");
    }

    @Test
    void whatClientOrderIdsSayIsPartOfTheOutcomes() throws Exception {
        assertThat(chained("--step", "chain")).isEqualTo(chained("--step", "bytes")).isNotZero();
        assertThat(chained("--step", "chain", "--anonymous")).isEqualTo(chained("--step", "bytes", "--anonymous"))
                .isNotEqualTo(chained("--step", "chain"));
    }

    @Test
    void aWorkerDoesOneStep() {
        assertThatExceptionOfType(UsageException.class).isThrownBy(() -> chained("--step", "match,write"));
        assertThatExceptionOfType(UsageException.class).isThrownBy(() -> chained());
    }

    private static long chained(String... arguments) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--commands", "3000", "--passes", "1"));
        new EngineWorker().run(all, printing(out));
        return StepResult.parse(out.toString(StandardCharsets.UTF_8).substring(EngineWorker.RESULT.length()).strip()).chain();
    }

    private static PrintStream printing(ByteArrayOutputStream out) {
        return new PrintStream(out, true, StandardCharsets.UTF_8);
    }
}
