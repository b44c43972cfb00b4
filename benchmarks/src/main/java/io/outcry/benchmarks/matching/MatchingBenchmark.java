// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.jvm.Machine;
import io.outcry.benchmarks.workload.BookUnderTest;
import io.outcry.benchmarks.workload.Scenario;
import java.io.IOException;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Measures every engine on every scenario, a process for each engine, scenario and round, the engines in turn within a scenario. */
public final class MatchingBenchmark implements Benchmark {

    @Override
    public String name() {
        return "matching";
    }

    @Override
    public String usage() {
        return """
                matching engines side by side on the public workload and on random ids, hashes checked on every pass
                  --engines a,b       of %1$s; all of them. Ratios are of the first
                  --rounds 5          processes an engine and scenario
                  --print-hashes      only print HASH <scenario> <seed> <count> <sha256> of the first engine, by default for the public five
                """.formatted(String.join(", ", engineNames())) + MatchingLoad.USAGE;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        Set<String> options = new HashSet<>(MatchingLoad.OPTIONS);
        options.addAll(List.of("--engines", "--rounds"));
        CommandLine line = new CommandLine(arguments, options, Set.of("--print-hashes"));
        List<Engine> engines = line.list("--engines", Engine.all(), Engine::named, engineNames());
        int rounds = (int) line.number("--rounds", 5, 1, 1_000);
        if (line.flag("--print-hashes")) {
            printHashes(engines.getFirst(), MatchingLoad.of(line, Scenario.published()), out);
        } else {
            measure(engines, rounds, MatchingLoad.of(line, List.of(Scenario.values())), out);
        }
    }

    static List<String> engineNames() {
        return Engine.all().stream().map(Engine::name).toList();
    }

    private static void printHashes(Engine engine, MatchingLoad load, PrintStream out) {
        BookUnderTest.Factory books = engine.books().get();
        for (Scenario scenario : load.scenarios()) {
            String hash = new ScenarioRun(load, scenario, books).hashOnly();
            out.printf("HASH %s %s %d %s%n", scenario.label(), Integer.toUnsignedString(load.seed()), load.count(), hash);
        }
    }

    private static void measure(List<Engine> engines, int rounds, MatchingLoad load, PrintStream out)
            throws IOException, InterruptedException {
        Machine.describe(out);
        out.println("Every engine: " + String.join(" ", WorkerProcess.FLAGS));
        out.printf(
                "seed %s, count %d, rounds %d, in each process one scenario, %d warm-up passes, %d timed ones and one for latency%n",
                Integer.toUnsignedString(load.seed()), load.count(), rounds, load.warmups(), load.passes());
        engines.forEach(engine -> out.println(engine.name() + ": " + engine.about()));
        out.println();
        Measurements measurements = new Measurements();
        for (int round = 1; round <= rounds; round++) {
            for (Scenario scenario : load.scenarios()) {
                for (Engine engine : engines) {
                    measurements.add(engine, WorkerProcess.run(engine, load.of(scenario)));
                }
                System.err.println("round " + round + " of " + rounds + ": " + scenario.label() + " done");
            }
        }
        new MatchingReport(engines, load, measurements, out).print();
    }
}
