// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.outcry.benchmarks.command.CommandLine;
import java.util.List;
import java.util.Set;

/**
 * What both products are put through.
 *
 * @param seed of the orders
 * @param connections of the clients
 * @param warmup seconds at full speed before anything counts
 * @param seconds that each measurement takes
 * @param flags of the product's JVM
 */
record OrdersLoad(long seed, int connections, int warmup, int seconds, List<String> flags) {

    /** Orders a second whose latency is measured. */
    static final List<Integer> RATES = List.of(500, 2_325);

    /** Orders in a batch. */
    static final int BATCH = 100;

    /** Clients that send batches. */
    static final int BATCH_CONNECTIONS = 8;

    static final Set<String> OPTIONS = Set.of("--seed", "--connections", "--warmup", "--seconds", "--flags");

    static final String USAGE = """
              --seed 23           of the orders
              --connections 256   of the clients; batches come over %d
              --warmup 150        seconds at full speed before anything counts
              --seconds 20        that each measurement takes; even rates have a third of it before that
              --flags "-Xmx1g .." of the product's JVMs, the same for all
            """.formatted(BATCH_CONNECTIONS);

    private static final String FLAGS = "-Xms512m -Xmx512m -XX:+UseParallelGC";

    /** @throws io.outcry.benchmarks.command.UsageException if an option is out of bounds */
    static OrdersLoad of(CommandLine line) {
        String flags = line.text("--flags");
        return new OrdersLoad(
                line.number("--seed", 23, 0, Long.MAX_VALUE / 2),
                (int) line.number("--connections", 256, 1, 10_000),
                (int) line.number("--warmup", 150, 1, 3_600),
                (int) line.number("--seconds", 20, 1, 3_600),
                List.of((flags.isEmpty() ? FLAGS : flags).strip().split("\\s+")));
    }
}
