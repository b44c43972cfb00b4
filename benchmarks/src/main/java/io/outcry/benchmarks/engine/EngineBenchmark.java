// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.engine;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.command.Words;
import io.outcry.benchmarks.jvm.OwnJvm;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What a command costs in one thread without Kafka, step by step, against reading its bytes and chaining an outcome that is there. */
public final class EngineBenchmark implements Benchmark {

    private static final List<String> FLAGS =
            Stream.concat(Stream.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC"), OwnJvm.AS_DEPLOYED.stream()).toList();
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final String ROW = "%-8s %12s %12s %12s%n";

    private final Map<Step, List<StepResult>> results = new EnumMap<>(Step.class);

    @Override
    public String name() {
        return "engine";
    }

    @Override
    public String usage() {
        return """
                what a command costs without Kafka: matching, the outcome's bytes, the hash chain, against reading and hashing alone
                  --rounds 3          processes a step
                """ + EngineLoad.USAGE;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        Set<String> options = new HashSet<>(EngineLoad.OPTIONS);
        options.add("--rounds");
        CommandLine line = new CommandLine(arguments, options, Set.of(EngineLoad.ANONYMOUS));
        int rounds = (int) line.number("--rounds", 3, 1, 1_000);
        EngineLoad load = EngineLoad.of(line);
        out.printf("Java %s, %d processors; every JVM %s; %d rounds, %s%n", System.getProperty("java.runtime.version"),
                Runtime.getRuntime().availableProcessors(), String.join(" ", FLAGS), rounds, String.join(" ", load.arguments()));
        for (int round = 1; round <= rounds; round++) {
            for (Step step : Step.values()) {
                results.computeIfAbsent(step, _ -> new ArrayList<>()).add(measure(step, load));
                System.err.printf("round %d of %d: %s done%n", round, rounds, Words.of(step));
            }
        }
        requireOneChain();
        print(out);
    }

    private static StepResult measure(Step step, EngineLoad load) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--step", Words.of(step)));
        arguments.addAll(load.arguments());
        try (OwnJvm worker = OwnJvm.start(FLAGS, EngineWorker.NAME, arguments)) {
            return StepResult.parse(worker.await(EngineWorker.RESULT, LIMIT));
        }
    }

    private void requireOneChain() {
        List<Long> chains = Stream.of(Step.BYTES, Step.CHAIN)
                .flatMap(step -> results.getOrDefault(step, List.of()).stream()).map(StepResult::chain).distinct().toList();
        if (chains.size() != 1) {
            throw new IllegalStateException("the same commands gave different chains: " + chains);
        }
    }

    private void print(PrintStream out) {
        out.println();
        out.printf(ROW, "", "ns a command", "fastest", "slowest");
        for (Step step : Step.values()) {
            out.printf(Locale.ROOT, ROW, Words.of(step), text(median(step)), text(nanos(step).min().orElseThrow()),
                    text(nanos(step).max().orElseThrow()));
        }
        out.println("Processor time of the engine's thread; each step with those before it, medians of the rounds.");
        out.println();
        out.printf(Locale.ROOT, "RATIO engine %.2f%n", median(Step.BYTES) / median(Step.CHAIN));
    }

    private double median(Step step) {
        return Median.of(nanos(step));
    }

    private DoubleStream nanos(Step step) {
        return results.getOrDefault(step, List.of()).stream().mapToDouble(StepResult::nanos);
    }

    private static String text(double nanos) {
        return String.format(Locale.ROOT, "%.0f", nanos);
    }
}
