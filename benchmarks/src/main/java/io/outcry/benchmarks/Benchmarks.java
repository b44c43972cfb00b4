// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.engine.EngineBenchmark;
import io.outcry.benchmarks.engine.EngineWorker;
import io.outcry.benchmarks.fanout.FanoutBenchmark;
import io.outcry.benchmarks.fanout.FanoutClients;
import io.outcry.benchmarks.fanout.FanoutServer;
import io.outcry.benchmarks.footprint.FootprintBenchmark;
import io.outcry.benchmarks.freshness.FreshnessBenchmark;
import io.outcry.benchmarks.freshness.FreshnessWorker;
import io.outcry.benchmarks.jvm.BrokerJvm;
import io.outcry.benchmarks.matching.MatchingBenchmark;
import io.outcry.benchmarks.matching.MatchingDuel;
import io.outcry.benchmarks.matching.MatchingWorker;
import io.outcry.benchmarks.orders.OrdersBenchmark;
import io.outcry.benchmarks.orders.OrdersWorker;
import io.outcry.benchmarks.pipeline.PipelineBenchmark;
import io.outcry.benchmarks.pipeline.PipelineWorker;
import io.outcry.benchmarks.reads.BarrierBenchmark;
import io.outcry.benchmarks.reads.ReadsBenchmark;
import io.outcry.benchmarks.reads.ReadsWorker;
import io.outcry.benchmarks.recovery.RecoveryBenchmark;
import io.outcry.benchmarks.recovery.RecoveryWorker;
import java.io.PrintStream;
import java.util.List;

/** Runs the benchmark named first on the command line; without a name it says which there are. */
public final class Benchmarks {

    private static final List<Benchmark> ALL = List.of(
            new MatchingBenchmark(), new MatchingWorker(), new MatchingDuel(), new EngineBenchmark(), new EngineWorker(),
            new PipelineBenchmark(), new PipelineWorker(), new OrdersBenchmark(), new OrdersWorker(), new RecoveryBenchmark(),
            new RecoveryWorker(), new BrokerJvm(), new FreshnessBenchmark(), new FreshnessWorker(), new ReadsBenchmark(), new ReadsWorker(),
            new BarrierBenchmark(), new FanoutBenchmark(), new FanoutServer(), new FanoutClients(), new FootprintBenchmark());

    private Benchmarks() {}

    /** Ends with 0 after a run or a question for help, with 2 if the command line is wrong, and with 1 if a run failed. */
    public static void main(String[] args) {
        int status;
        try {
            status = run(List.of(args), System.out, System.err);
        } catch (Throwable failure) {
            failure.printStackTrace();
            status = 1;
        }
        // A run that failed leaves threads of a broker or of a service, which would go on.
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(List<String> words, PrintStream out, PrintStream err) throws Exception {
        if (words.isEmpty() || words.contains("--help")) {
            printUsage(out);
            return 0;
        }
        try {
            named(words.getFirst()).run(words.subList(1, words.size()), out);
            return 0;
        } catch (UsageException e) {
            err.println(e.getMessage());
            err.println("Without a name, every benchmark and its options are listed.");
            return 2;
        }
    }

    private static Benchmark named(String name) {
        return ALL.stream()
                .filter(benchmark -> benchmark.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("no benchmark is called " + name + "; there are "
                        + String.join(", ", ALL.stream().map(Benchmark::name).toList())));
    }

    private static void printUsage(PrintStream out) {
        out.println("java -jar benchmarks.jar <name> [options]");
        for (Benchmark benchmark : ALL) {
            out.println();
            out.print(benchmark.name() + ": " + benchmark.usage());
        }
    }
}
