// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.benchmarks.workload.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatchingReportTest {

    private static final Engine PRODUCT = new Engine("product", "the one looked at", () -> reports -> {
        throw new UnsupportedOperationException("never opened");
    });

    private final Measurements measurements = new Measurements();

    @Test
    void endsWithTheRatiosOfTheWorstMedians() {
        measured(PRODUCT, Scenario.STATIC, 60, 90, 10);
        measured(PRODUCT, Scenario.NORMAL, 50, 45, 55);
        measured(PRODUCT, Scenario.RANDOM_1000, 30, 30, 30);
        measured(Engine.LINKED, Scenario.STATIC, 20, 20, 20);
        measured(Engine.LINKED, Scenario.NORMAL, 25, 25, 25);
        measured(Engine.LINKED, Scenario.RANDOM_1000, 1, 1, 1);
        measured(Engine.EXCHANGE_CORE, Scenario.STATIC, 11, 11, 11);
        measured(Engine.EXCHANGE_CORE, Scenario.NORMAL, 10, 10, 10);
        measured(Engine.EXCHANGE_CORE, Scenario.RANDOM_1000, 12, 12, 12);

        List<String> lines = print(List.of(PRODUCT, Engine.LINKED, Engine.EXCHANGE_CORE));

        assertThat(lines.subList(lines.size() - 3, lines.size()))
                .containsExactly("RATIO matching-random-1000 2.50", "RATIO matching-vs-linked 2.50", "RATIO matching 5.00");
        assertThat(lines).anyMatch(line -> line.matches("product +static +60\\.00 +10\\.00\\.\\.90\\.00 .*"));
    }

    @Test
    void leavesOutTheRatiosItHasNoFiguresFor() {
        measured(Engine.LINKED, Scenario.STATIC, 20);

        assertThat(print(List.of(Engine.LINKED))).noneMatch(line -> line.startsWith("RATIO"));
    }

    @Test
    void anotherHashFromAnotherEngineEndsTheRun() {
        measurements.add(Engine.LINKED, new ScenarioResult(Scenario.NORMAL, 1, 1, 1, 1, 1, 1, 1, "a"));

        assertThatExceptionOfType(WrongReportsException.class)
                .isThrownBy(() -> measurements.add(PRODUCT, new ScenarioResult(Scenario.NORMAL, 1, 1, 1, 1, 1, 1, 1, "b")))
                .withMessageContaining("product");
    }

    private void measured(Engine engine, Scenario scenario, double... millions) {
        for (double rate : millions) {
            measurements.add(engine, new ScenarioResult(scenario, rate * 1e6, 1, 2, 3, 4, 5, 6, "same"));
        }
    }

    private List<String> print(List<Engine> engines) {
        List<Scenario> scenarios = engines.size() == 1
                ? List.of(Scenario.STATIC)
                : List.of(Scenario.STATIC, Scenario.NORMAL, Scenario.RANDOM_1000);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MatchingLoad load = new MatchingLoad(23, 100, scenarios, 1, 1);
        new MatchingReport(engines, load, measurements, new PrintStream(out, true)).print();
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
