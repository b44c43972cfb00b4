// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.jvm.OwnJvm;
import java.util.List;
import java.util.Set;

/**
 * What both products are put through.
 *
 * @param seed of the orders
 * @param partitions of both topics
 * @param warmup records before the timed ones
 * @param records timed for throughput
 * @param rate records a second for latency
 * @param seconds timed for latency
 * @param flags of the product's JVM
 */
record PipelineLoad(long seed, int partitions, long warmup, long records, int rate, int seconds, List<String> flags) {

    static final Set<String> OPTIONS =
            Set.of("--seed", "--partitions", "--warmup", "--records", "--rate", "--seconds", "--flags");

    static final String USAGE = """
              --seed 23           of the orders
              --partitions 4      of both topics
              --warmup 25000000   records before the timed ones
              --records 4000000   timed for throughput
              --rate 10000        records a second for latency
              --seconds 60        timed for latency, after a quarter of it that is not
              --flags "-Xmx1g .." of the product's JVM, the same for both
            """;

    /** What both products run with unless told otherwise: memory as matching-service is given it. */
    private static final String FLAGS = "-Xms1g -Xmx1g -XX:+UseParallelGC " + String.join(" ", OwnJvm.AS_DEPLOYED);

    /** @throws io.outcry.benchmarks.command.UsageException if an option is out of bounds */
    static PipelineLoad of(CommandLine line) {
        String flags = line.text("--flags");
        return new PipelineLoad(
                line.number("--seed", 23, 0, Long.MAX_VALUE / 2),
                (int) line.number("--partitions", 4, 1, 64),
                line.number("--warmup", 25_000_000, 1_000, 100_000_000),
                line.number("--records", 4_000_000, 1_000, 100_000_000),
                (int) line.number("--rate", 10_000, 1, 1_000_000),
                (int) line.number("--seconds", 60, 1, 3_600),
                List.of((flags.isEmpty() ? FLAGS : flags).strip().split("\\s+")));
    }
}
