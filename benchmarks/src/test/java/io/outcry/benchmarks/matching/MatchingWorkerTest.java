// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.benchmarks.workload.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MatchingWorkerTest {

    @Test
    void measuresEveryScenarioOfItsLoadAndSaysSoInLinesThatCanBeReadBack() {
        MatchingLoad load = new MatchingLoad(-1, 2_000, List.of(Scenario.SWING_40, Scenario.RANDOM_1000), 1, 2);
        List<String> arguments = new ArrayList<>(List.of("--engine", "exchange-core"));
        arguments.addAll(load.arguments());
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new MatchingWorker().run(arguments, new PrintStream(out, true));

        List<ScenarioResult> results =
                out.toString(StandardCharsets.UTF_8).lines().map(ScenarioResult::ofLine).flatMap(Optional::stream).toList();
        assertThat(results).extracting(ScenarioResult::scenario).containsExactlyElementsOf(load.scenarios());
        assertThat(results).allSatisfy(result -> {
            assertThat(result.rate()).isPositive();
            assertThat(result.bytes()).isPositive();
            assertThat(result.p50()).isPositive().isLessThanOrEqualTo(result.p99());
            assertThat(result.p9999()).isLessThanOrEqualTo(result.max());
            assertThat(ScenarioResult.ofLine(result.toLine())).contains(result);
        });
    }

    @Test
    void takesOtherLinesForWhatTheyAre() {
        assertThat(ScenarioResult.ofLine("")).isEmpty();
        assertThat(ScenarioResult.ofLine("RESULT of something else")).isEmpty();
    }
}
