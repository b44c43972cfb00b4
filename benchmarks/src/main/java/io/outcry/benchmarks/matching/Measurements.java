// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.workload.Scenario;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** All results of all rounds; every figure is the median over the rounds. */
final class Measurements {

    private final Map<Engine, Map<Scenario, List<ScenarioResult>>> results = new HashMap<>();
    private final Map<Scenario, String> hashes = new EnumMap<>(Scenario.class);

    /** @throws WrongReportsException if another engine, or another round, reported something else for the scenario */
    void add(Engine engine, ScenarioResult result) {
        String hash = hashes.putIfAbsent(result.scenario(), result.hash());
        if (hash != null && !hash.equals(result.hash())) {
            throw new WrongReportsException("scenario " + result.scenario().label() + ": the reports of " + engine.name() + " hash to "
                    + result.hash() + ", those before to " + hash);
        }
        results.computeIfAbsent(engine, any -> new EnumMap<>(Scenario.class))
                .computeIfAbsent(result.scenario(), any -> new ArrayList<>())
                .add(result);
    }

    double median(Engine engine, Scenario scenario, ToDoubleFunction<ScenarioResult> figure) {
        return Median.of(figures(engine, scenario, figure));
    }

    double slowest(Engine engine, Scenario scenario) {
        return figures(engine, scenario, ScenarioResult::rate).min().orElseThrow();
    }

    double fastest(Engine engine, Scenario scenario) {
        return figures(engine, scenario, ScenarioResult::rate).max().orElseThrow();
    }

    /** The median rate of the scenario whose median is the worst. */
    double worst(Engine engine, List<Scenario> scenarios) {
        return scenarios.stream().mapToDouble(scenario -> median(engine, scenario, ScenarioResult::rate)).min().orElseThrow();
    }

    private DoubleStream figures(Engine engine, Scenario scenario, ToDoubleFunction<ScenarioResult> figure) {
        List<ScenarioResult> found = results.getOrDefault(engine, Map.of()).getOrDefault(scenario, List.of());
        return found.stream().mapToDouble(figure);
    }
}
