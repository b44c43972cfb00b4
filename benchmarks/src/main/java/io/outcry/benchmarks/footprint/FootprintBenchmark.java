// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.footprint;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.jvm.Machine;
import io.outcry.benchmarks.jvm.TemporaryDirectory;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Standalone from its start to its first order, and what it holds of the machine's memory. */
public final class FootprintBenchmark implements Benchmark {

    private static final String JAR = "standalone/target/standalone-0.1.0-SNAPSHOT-exec.jar";
    private static final String FLAGS = "-Xmx512m -XX:+UseSerialGC";
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration SYMBOLS_LIMIT = Duration.ofMinutes(10);
    private static final int BATCH = 100;
    private static final double START_GOAL_SECONDS = 10;
    private static final double MEMORY_GOAL_BYTES = 1L << 30;
    private static final double MEBIBYTE = 1 << 20;

    @Override
    public String name() {
        return "footprint";
    }

    @Override
    public String usage() {
        return """
                standalone as its users start it: seconds to the first accepted order, and resident memory with many symbols and open orders
                  --jar file          that mvn package has made (%s)
                  --flags "-Xmx1g .." of its JVM (%s)
                  --symbols 10000     besides its own dozen, each with a price
                  --orders 10000      open, spread over the symbols
                  --settle 20         seconds of rest before memory is read
                  --rounds 3          of each
                """.formatted(JAR, FLAGS);
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        CommandLine line = new CommandLine(
                arguments, Set.of("--jar", "--flags", "--symbols", "--orders", "--settle", "--rounds"), Set.of());
        Path jar = Path.of(line.text("--jar").isEmpty() ? JAR : line.text("--jar"));
        if (!Files.isRegularFile(jar)) {
            throw new UsageException("--jar names a file, and there is none at " + jar.toAbsolutePath());
        }
        List<String> flags = List.of((line.text("--flags").isEmpty() ? FLAGS : line.text("--flags")).strip().split("\\s+"));
        int symbols = (int) line.number("--symbols", 10_000, 1, 10_000);
        int orders = (int) line.number("--orders", 10_000, 1, 1_000_000);
        int settle = (int) line.number("--settle", 20, 0, 3_600);
        int rounds = (int) line.number("--rounds", 3, 1, 100);
        Machine.describe(out);
        out.println("Standalone: " + String.join(" ", flags));
        out.printf("%-6s %14s %14s %14s %14s %14s%n", "round", "first order s", "empty MiB", "all symbols s", "full MiB", "its Redis MiB");
        double[] starts = new double[rounds];
        double[] memory = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            Start start = start(jar, flags);
            starts[round] = start.seconds();
            try (TemporaryDirectory directory = new TemporaryDirectory("outcry-footprint-")) {
                Standalone standalone = directory.start(in -> Standalone.start(jar, flags, in, symbols), Standalone::close);
                double listed = list(standalone, symbols);
                place(standalone, symbols, orders);
                TimeUnit.SECONDS.sleep(settle);
                memory[round] = standalone.javaBytes() + standalone.redisBytes();
                out.printf(Locale.ROOT, "%-6d %14.2f %14.0f %14.1f %14.0f %14.0f%n", round + 1, start.seconds(), start.bytes() / MEBIBYTE,
                        listed,
                        memory[round] / MEBIBYTE, standalone.redisBytes() / MEBIBYTE);
            }
        }
        out.printf(Locale.ROOT, "RATIO footprint-start %.2f%n", Median.of(starts) / START_GOAL_SECONDS);
        out.printf(Locale.ROOT, "RATIO footprint %.2f%n", Median.of(memory) / MEMORY_GOAL_BYTES);
    }

    /** How long until the first order, and what it and its Redis hold then. */
    private record Start(double seconds, double bytes) {}

    /** With the dozen symbols. */
    private static Start start(Path jar, List<String> flags) throws IOException, InterruptedException {
        try (TemporaryDirectory directory = new TemporaryDirectory("outcry-footprint-")) {
            Standalone standalone = directory.start(in -> Standalone.start(jar, flags, in, 0), Standalone::close);
            HttpRequest order = standalone.request("/api/v1/orders")
                    .POST(HttpRequest.BodyPublishers.ofString(order("BTC-USD", "60000.00"))).build();
            standalone.await(order, "accepted order", START_LIMIT, (status, _) -> status == 201);
            return new Start(standalone.age().toMillis() / 1e3, standalone.javaBytes() + standalone.redisBytes());
        }
    }

    /** Seconds from the start until the last symbol takes orders and the first and the last have a price. */
    private static double list(Standalone standalone, int symbols) throws IOException, InterruptedException {
        for (String symbol : List.of(symbol(0), symbol(symbols - 1))) {
            standalone.await(standalone.request("/api/v1/prices/" + symbol).GET().build(), "price of " + symbol, SYMBOLS_LIMIT,
                    (status, _) -> status == 200);
        }
        return standalone.age().toMillis() / 1e3;
    }

    /** Orders to buy that rest, since nobody sells. */
    private static void place(Standalone standalone, int symbols, int orders) throws IOException, InterruptedException {
        for (int from = 0; from < orders; from += BATCH) {
            int count = Math.min(BATCH, orders - from);
            String batch = IntStream.range(from, from + count).mapToObj(i -> order(symbol(i % symbols), "5.00"))
                    .collect(Collectors.joining(",", "{\"orders\":[", "]}"));
            standalone.await(
                    standalone.request("/api/v1/orders/batch").POST(HttpRequest.BodyPublishers.ofString(batch)).build(),
                    "batch of open orders", START_LIMIT, (status, body) -> status == 200 && body.split("\"NEW\"", -1).length == count + 1);
        }
    }

    private static String symbol(int index) {
        return String.format(Locale.ROOT, "S%05d-USD", index + 1);
    }

    private static String order(String symbol, String price) {
        return "{\"symbol\":\"" + symbol + "\",\"side\":\"BUY\",\"type\":\"LIMIT\",\"quantity\":\"1.00\",\"price\":\"" + price + "\"}";
    }
}
