// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.jvm.Machine;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Prices to thousands of WebSocket clients: the streams of query-service beside a raw Netty writer. */
public final class FanoutBenchmark implements Benchmark {

    @Override
    public String name() {
        return "fanout";
    }

    @Override
    public String usage() {
        return """
                prices to WebSocket clients, the product beside raw Netty; the last line is the worst ratio of messages delivered a second
                  --clients 1500,5000     connections, one setup each
                  --symbols 1,100         symbols that each client watches, one setup each
                  --sides product,netty   also webflux
                  --rate 10               messages a second to each client in the steady load
                  --limit 2000            prices a second in the load that is more than any side can deliver
                  --stalled 1             clients that never read, beside the others; --flood 2000 prices a second that only they watch,
                                          --turns 3 with them and as many without, alternately
                  --rounds 3              of all sides in turn
                  --seconds 20            of each measurement, after --warmup 5
                """;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        CommandLine line = new CommandLine(
                arguments, Set.of(
                        "--clients", "--symbols", "--sides", "--rate", "--limit", "--stalled", "--flood", "--turns", "--rounds",
                        "--seconds", "--warmup"),
                Set.of());
        List<Integer> clients = numbers(line, "--clients", List.of(1_500, 5_000), FanoutSetup.MAX_CLIENTS);
        List<Integer> symbols = numbers(line, "--symbols", List.of(1, 100), FanoutSetup.MAX_SYMBOLS);
        List<Side> sides = line.list("--sides", List.of(Side.PRODUCT, Side.NETTY), Side.class);
        FanoutRun.Load load = new FanoutRun.Load(
                (int) line.number("--rate", 10, 1, 1_000), (int) line.number("--limit", 2_000, 1, 100_000),
                (int) line.number("--seconds", 20, 1, 600), (int) line.number("--warmup", 5, 0, 600));
        FanoutRun.Stalled stalled = new FanoutRun.Stalled(
                (int) line.number("--stalled", 1, 0, 1_000), (int) line.number("--flood", 2_000, 1, 100_000),
                (int) line.number("--turns", 3, 1, 100));
        int rounds = (int) line.number("--rounds", 3, 1, 100);
        Machine.describe(out);
        out.println(FanoutResult.HEADER);
        List<FanoutResult> results = new ArrayList<>();
        for (int client : clients) {
            for (int symbol : symbols) {
                for (int round = 0; round < rounds; round++) {
                    for (Side side : sides) {
                        results.addAll(new FanoutRun(new FanoutSetup(client, symbol), side, load, stalled).measure(out));
                    }
                }
            }
        }
        new FanoutReport(results, sides, stalled.clients()).print(out);
    }

    private static List<Integer> numbers(CommandLine line, String name, List<Integer> otherwise, int most) {
        return line.list(name, otherwise, word -> {
            try {
                return Optional.of(Integer.parseInt(word)).filter(number -> number >= 1 && number <= most);
            } catch (NumberFormatException e) {
                throw new UsageException(name + " holds whole numbers from 1 to " + most + ", not \"" + word + "\"");
            }
        }, List.of("whole numbers from 1 to " + most));
    }
}
