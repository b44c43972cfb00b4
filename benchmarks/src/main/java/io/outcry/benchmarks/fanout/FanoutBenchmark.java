// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.UsageException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

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
                  --rounds 3              of all sides in turn
                  --seconds 20            of each measurement, after --warmup 5
                """;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        CommandLine line = new CommandLine(
                arguments, Set.of("--clients", "--symbols", "--sides", "--rate", "--limit", "--rounds", "--seconds", "--warmup"), Set.of());
        List<Integer> clients = numbers(line, "--clients", List.of(1_500, 5_000), FanoutSetup.MAX_CLIENTS);
        List<Integer> symbols = numbers(line, "--symbols", List.of(1, 100), FanoutSetup.MAX_SYMBOLS);
        List<Side> sides = line.list("--sides", List.of(Side.PRODUCT, Side.NETTY), Side::named, Side.names());
        FanoutRun.Load load = new FanoutRun.Load(
                (int) line.number("--rate", 10, 1, 1_000), (int) line.number("--limit", 2_000, 1, 100_000),
                (int) line.number("--seconds", 20, 1, 600), (int) line.number("--warmup", 5, 0, 600));
        int rounds = (int) line.number("--rounds", 3, 1, 100);
        out.println(FanoutResult.HEADER);
        List<FanoutResult> results = new ArrayList<>();
        for (int client : clients) {
            for (int symbol : symbols) {
                for (int round = 0; round < rounds; round++) {
                    for (Side side : sides) {
                        results.addAll(new FanoutRun(new FanoutSetup(client, symbol), side, load).measure(out));
                    }
                }
            }
        }
        report(results, sides, out);
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

    private static void report(List<FanoutResult> results, List<Side> sides, PrintStream out) {
        out.println();
        out.println("flags of all processes: " + String.join(" ", FanoutProcess.FLAGS));
        long lost = results.stream().mapToLong(FanoutResult::lost).sum();
        out.println("uncounted drops: " + lost);
        double worst = Double.POSITIVE_INFINITY;
        for (FanoutSetup setup : results.stream().map(FanoutResult::setup).distinct().toList()) {
            for (String load : List.of(FanoutRun.STEADY, FanoutRun.STALLED, FanoutRun.LIMIT)) {
                for (Side side : sides) {
                    summarize(results, setup, load, side, out);
                }
            }
            double netty = delivered(results, setup, Side.NETTY);
            double ratio = delivered(results, setup, Side.PRODUCT) / netty;
            if (!sides.contains(Side.NETTY)) {
                continue;
            }
            if (sides.contains(Side.WEBFLUX)) {
                out.printf(Locale.ROOT, "%s: webflux / netty %.2f%n", setup, delivered(results, setup, Side.WEBFLUX) / netty);
            }
            if (sides.contains(Side.PRODUCT)) {
                out.printf(Locale.ROOT, "%s: product / netty %.2f%n", setup, ratio);
                worst = Math.min(worst, ratio);
            }
        }
        if (sides.contains(Side.PRODUCT) && sides.contains(Side.NETTY)) {
            out.printf(Locale.ROOT, "RATIO fanout %.2f%n", worst);
        }
        if (lost > 0) {
            throw new IllegalStateException(lost + " prices were dropped and not counted");
        }
    }

    private static void summarize(List<FanoutResult> results, FanoutSetup setup, String load, Side side, PrintStream out) {
        List<FanoutResult> of = results.stream()
                .filter(result -> result.setup().equals(setup) && result.side() == side && result.load().equals(load)).toList();
        if (!of.isEmpty()) {
            out.printf(
                    Locale.ROOT, "%s, %s, %s: delivered %,.0f/s, p99 %.0f ms (medians of %d)%n", setup, load, side.text(),
                    median(of, FanoutResult::delivered), median(of, FanoutResult::p99), of.size());
        }
    }

    private static double delivered(List<FanoutResult> results, FanoutSetup setup, Side side) {
        Predicate<FanoutResult> counts =
                result -> result.setup().equals(setup) && result.side() == side && result.load().equals(FanoutRun.LIMIT);
        return median(results.stream().filter(counts).toList(), FanoutResult::delivered);
    }

    private static double median(List<FanoutResult> results, ToDoubleFunction<FanoutResult> value) {
        double[] sorted = results.stream().mapToDouble(value).sorted().toArray();
        return sorted.length == 0
                ? Double.NaN
                : Arrays.stream(sorted).skip((sorted.length - 1) / 2).limit(2 - sorted.length % 2)
                        .average().orElseThrow();
    }
}
