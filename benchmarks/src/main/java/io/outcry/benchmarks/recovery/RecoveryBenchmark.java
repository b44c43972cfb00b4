// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.recovery;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.command.Words;
import io.outcry.benchmarks.jvm.Broker;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.benchmarks.pipeline.OrderFlow;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.matching.snapshot.WrittenSnapshot;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** How long it takes to have the books again: from a snapshot, and by replay against reading alone. */
public final class RecoveryBenchmark implements Benchmark {

    /**
     * Memory as matching-service is given it, and room for classes: what a service loads at its start, before it recovers anything, asks for
     * a full collection here.
     */
    private static final List<String> FLAGS = Stream.concat(
            Stream.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:MetaspaceSize=128m"), OwnJvm.AS_DEPLOYED.stream()).toList();
    private static final TopicLayout TOPICS = new TopicLayout(2, 1, (short) 1);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String ROW = "%-8s %12s %12s %14s %14s%n";

    private final Map<Measure, List<double[]>> results = new EnumMap<>(Measure.class);

    @Override
    public String name() {
        return "recovery";
    }

    @Override
    public String usage() {
        return """
                the books from a snapshot, and by replay against reading the same records and throwing them away
                  --orders 1000000    resting orders in the snapshot
                  --commands 2000000  to replay
                  --rounds 3          processes a measurement
                  --passes 3          over the log in each, the last one counts
                  --seed 23           of the orders
                """;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        CommandLine line = new CommandLine(arguments, Set.of("--orders", "--commands", "--rounds", "--passes", "--seed"), Set.of());
        long orders = line.number("--orders", 1_000_000, 1, 10_000_000);
        long commands = line.number("--commands", 2_000_000, 1_000, 100_000_000);
        int rounds = (int) line.number("--rounds", 3, 1, 1_000);
        int passes = (int) line.number("--passes", 3, 1, 1_000);
        long seed = line.number("--seed", 23, 0, Long.MAX_VALUE);
        out.printf(
                "Java %s, %d processors; every JVM %s; seed %d, %d rounds%n",
                System.getProperty("java.runtime.version"), Runtime.getRuntime().availableProcessors(), String.join(" ", FLAGS), seed,
                rounds);
        try (Broker broker = Broker.start(TOPICS)) {
            TopicProvisioner.ensure(broker.connection(), List.of(TOPICS.bookSnapshots()));
            WrittenSnapshot snapshot = fill(broker, seed, orders, commands);
            out.printf("%d resting orders in a snapshot of %d bytes, %d commands on the log%n", orders, snapshot.bytes(), commands);
            for (int round = 1; round <= rounds; round++) {
                for (Measure measure : Measure.values()) {
                    double[] seconds = measure(measure, broker, measure == Measure.RESTORE ? orders : commands, passes);
                    results.computeIfAbsent(measure, _ -> new ArrayList<>()).add(seconds);
                    System.err.printf("round %d of %d: %s done%n", round, rounds, Words.of(measure));
                }
            }
        }
        print(orders, commands, out);
    }

    private static WrittenSnapshot fill(Broker broker, long seed, long orders, long commands) {
        try (RecoveryLog log = new RecoveryLog(broker)) {
            OrderFlow flow = new OrderFlow(seed, "FLOW-USD");
            log.write(RecoveryWorker.FLOWING, commands, flow::next);
            var engine = log.write(RecoveryWorker.RESTING, orders + RestingFlow.SYMBOLS, new RestingFlow(seed));
            return log.snapshot(RecoveryWorker.RESTING, engine);
        }
    }

    private static double[] measure(Measure measure, Broker broker, long expected, int passes) throws IOException, InterruptedException {
        List<String> arguments = RecoveryWorker.arguments(measure, broker.bootstrapServers(), expected, passes);
        try (OwnJvm worker = OwnJvm.start(FLAGS, RecoveryWorker.NAME, arguments)) {
            return Stream.of(worker.await(RecoveryWorker.RESULT, LIMIT).split(" ")).mapToDouble(Double::parseDouble).toArray();
        }
    }

    private void print(long orders, long commands, PrintStream out) {
        out.println();
        out.printf(ROW, "", "first s", "last s", "first /s", "last /s");
        for (Measure measure : Measure.values()) {
            long count = measure == Measure.RESTORE ? orders : commands;
            double first = first(measure);
            double last = last(measure);
            out.printf(ROW, Words.of(measure), text("%.2f", first), text("%.2f", last), text("%.0f", count / first),
                    text("%.0f", count / last));
        }
        out.println(
                "Seconds of the first and the last pass of a JVM, medians of the rounds; restore has one pass, from nothing to live.");
        out.println();
        out.printf(Locale.ROOT, "RATIO recovery-first %.2f%n", first(Measure.READ) / first(Measure.REPLAY));
        out.printf(Locale.ROOT, "RATIO recovery %.2f%n", last(Measure.READ) / last(Measure.REPLAY));
    }

    private double first(Measure measure) {
        return Median.of(results.getOrDefault(measure, List.of()).stream().mapToDouble(seconds -> seconds[0]));
    }

    private double last(Measure measure) {
        return Median.of(results.getOrDefault(measure, List.of()).stream().mapToDouble(seconds -> seconds[seconds.length - 1]));
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
