// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Words;
import io.outcry.benchmarks.jvm.BrokerJvm;
import io.outcry.benchmarks.jvm.Machine;
import io.outcry.benchmarks.jvm.TouchedMemory;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures the matching service and the pass-through in turn. */
public final class PipelineBenchmark implements Benchmark {

    private static final String UNTOUCHED = "--untouched";

    @Override
    public String name() {
        return "pipeline";
    }

    @Override
    public String usage() {
        return """
                the matching service between two topics of a broker, against the same consumer and producer with no engine between
                  --rounds 3          turns of each
                  --products a,b      of %s; both. The ratio needs both
                  --untouched         leaves the machine's memory as it is; else all that is free is touched before each turn
                """.formatted(String.join(", ", Words.of(Product.class))) + PipelineLoad.USAGE;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        Set<String> options = new HashSet<>(PipelineLoad.OPTIONS);
        options.addAll(List.of("--rounds", "--products"));
        CommandLine line = new CommandLine(arguments, options, Set.of(UNTOUCHED));
        int rounds = (int) line.number("--rounds", 3, 1, 1_000);
        List<Product> products = line.list("--products", Arrays.asList(Product.values()), Product.class);
        PipelineLoad load = PipelineLoad.of(line);
        Machine.describe(out);
        out.println("Products: " + String.join(" ", load.flags()) + "; broker: " + String.join(" ", BrokerJvm.FLAGS));
        out.printf("seed %d, %d partitions, %d rounds%n", load.seed(), load.partitions(), rounds);
        Map<Product, List<TurnResult>> results = new EnumMap<>(Product.class);
        try (TouchedMemory memory = line.flag(UNTOUCHED) ? null : new TouchedMemory()) {
            for (int round = 1; round <= rounds; round++) {
                for (Product product : products) {
                    if (memory != null) {
                        memory.touch(out);
                    }
                    TurnResult result = new PipelineTurn(load, product).run();
                    results.computeIfAbsent(product, _ -> new ArrayList<>()).add(result);
                    System.err.printf("round %d of %d: %s %s%n", round, rounds, Words.of(product), result);
                }
            }
        }
        new PipelineReport(load, results, out).print();
    }
}
