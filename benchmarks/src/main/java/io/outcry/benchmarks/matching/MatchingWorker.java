// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.workload.BookUnderTest;
import io.outcry.benchmarks.workload.Scenario;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One engine in this JVM: the process that {@link MatchingBenchmark} starts, and the one to look at with a profiler. */
public final class MatchingWorker implements Benchmark {

    static final String NAME = "matching-worker";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return """
                one engine of "matching" in this JVM, as matching starts it; to be run under a profiler
                  --engine %s
                """.formatted(String.join("|", MatchingBenchmark.engineNames())) + MatchingLoad.USAGE;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        Set<String> options = new HashSet<>(MatchingLoad.OPTIONS);
        options.add("--engine");
        CommandLine line = new CommandLine(arguments, options, Set.of());
        List<Engine> engines = line.list("--engine", List.of(), Engine::named, MatchingBenchmark.engineNames());
        if (engines.size() != 1) {
            throw new UsageException("--engine names one engine");
        }
        MatchingLoad load = MatchingLoad.of(line, List.of(Scenario.values()));
        BookUnderTest.Factory books = engines.getFirst().books().get();
        for (Scenario scenario : load.scenarios()) {
            out.println(new ScenarioRun(load, scenario, books).measure().toLine());
        }
    }
}
