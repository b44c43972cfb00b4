// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Words;
import io.outcry.benchmarks.jvm.BrokerJvm;
import io.outcry.benchmarks.jvm.Machine;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** POST of an order that waits for its outcome, beside a bare endpoint that writes the body to Kafka, in turn. */
public final class OrdersBenchmark implements Benchmark {

    @Override
    public String name() {
        return "orders";
    }

    @Override
    public String usage() {
        return """
                POST /api/v1/orders until the outcome is known, beside a WebFlux endpoint that writes the body to Kafka and answers when
                Kafka has it: rate at full speed, latency at %s orders a second, and orders in batches of %d
                  --rounds 3          turns of each
                  --products a,b      of %s; both. The ratio needs both
                """.formatted(String.join(" and ", OrdersLoad.RATES.stream().map(String::valueOf).toList()), OrdersLoad.BATCH,
                String.join(", ", Words.of(Product.class))) + OrdersLoad.USAGE;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        Set<String> options = new HashSet<>(OrdersLoad.OPTIONS);
        options.addAll(List.of("--rounds", "--products"));
        CommandLine line = new CommandLine(arguments, options, Set.of());
        int rounds = (int) line.number("--rounds", 3, 1, 1_000);
        List<Product> products = line.list("--products", Arrays.asList(Product.values()), Product.class);
        OrdersLoad load = OrdersLoad.of(line);
        Machine.describe(out);
        out.println("Products: " + String.join(" ", load.flags()) + "; broker: " + String.join(" ", BrokerJvm.FLAGS));
        out.printf("seed %d, %d connections, %d rounds%n", load.seed(), load.connections(), rounds);
        Map<Product, List<TurnResult>> results = new EnumMap<>(Product.class);
        OrdersReport report = new OrdersReport(results, out);
        for (int round = 1; round <= rounds; round++) {
            for (Product product : products) {
                TurnResult result = new OrdersTurn(load, product).run();
                results.computeIfAbsent(product, _ -> new ArrayList<>()).add(result);
                report.turn(round, product, result);
            }
        }
        report.summary();
    }
}
