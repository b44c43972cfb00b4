// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.workload.Scenario;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The tables of a run and its ratios, the last ones last. Ratios are of the first engine named. */
final class MatchingReport {

    private static final String HEAD = "%-14s %-15s %9s %17s %8s %7s %7s %8s %8s %10s%n";
    private static final String ROW = "%-14s %-15s %9.2f %17s %8.2f %7.0f %7.0f %8.0f %8.0f %10.0f%n";

    private final List<Engine> engines;
    private final MatchingLoad load;
    private final Measurements measurements;
    private final PrintStream out;

    MatchingReport(List<Engine> engines, MatchingLoad load, Measurements measurements, PrintStream out) {
        this.engines = engines;
        this.load = load;
        this.measurements = measurements;
        this.out = out;
    }

    void print() {
        table("Public workload", load.published());
        table("Random ids: 82 % amend, 6 % cancel, 9 % good-till-cancel, 3 % immediate-or-cancel", load.random());
        out.println("M/s: million messages a second, median of rounds (a round: median of its passes);");
        out.println("B/msg: bytes allocated a message in a pass of its own, by a book that has been as full before;");
        out.println("ns: nanoseconds a message in a pass of its own, one reading of the clock in each.");
        out.println();
        for (Scenario scenario : load.random()) {
            ratio("matching-" + scenario.label(), Engine.EXCHANGE_CORE, List.of(scenario));
        }
        ratio("matching-vs-linked", Engine.LINKED, load.published());
        ratio("matching", Engine.EXCHANGE_CORE, load.published());
    }

    private void table(String title, List<Scenario> scenarios) {
        if (scenarios.isEmpty()) {
            return;
        }
        out.println(title);
        out.printf(HEAD, "engine", "scenario", "M/s", "slowest..fastest", "B/msg", "p50 ns", "p99", "p99.9", "p99.99", "max");
        for (Scenario scenario : scenarios) {
            for (Engine engine : engines) {
                row(engine, scenario);
            }
        }
        out.println();
    }

    private void row(Engine engine, Scenario scenario) {
        String range = String.format(
                Locale.ROOT, "%.2f..%.2f", measurements.slowest(engine, scenario) / 1e6, measurements.fastest(engine, scenario) / 1e6);
        out.printf(
                Locale.ROOT,
                ROW,
                engine.name(),
                scenario.label(),
                measurements.median(engine, scenario, ScenarioResult::rate) / 1e6,
                range,
                measurements.median(engine, scenario, ScenarioResult::bytes),
                measurements.median(engine, scenario, ScenarioResult::p50),
                measurements.median(engine, scenario, ScenarioResult::p99),
                measurements.median(engine, scenario, ScenarioResult::p999),
                measurements.median(engine, scenario, ScenarioResult::p9999),
                measurements.median(engine, scenario, ScenarioResult::max));
    }

    private void ratio(String name, Engine peer, List<Scenario> scenarios) {
        Engine product = engines.getFirst();
        if (scenarios.isEmpty() || product.equals(peer) || !engines.contains(peer)) {
            return;
        }
        out.printf(
                Locale.ROOT, "RATIO %s %.2f%n", name, measurements.worst(product, scenarios) / measurements.worst(peer, scenarios));
    }
}
