// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.command.Words;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The table of a run and its ratios, the one that counts last. Every figure is the median of the rounds; since the medians of two products
 * can come from different rounds, the ratios of each round are told, too.
 */
final class PipelineReport {

    private static final String HEAD = "%-13s %10s %19s %12s %12s | %8s %9s %8s %8s %8s %8s%n";
    private static final String ROW = "%-13s %10.0f %19s %12.2f %12.2f | %8.0f %9.0f %8.2f %8.2f %8.2f %8.2f%n";

    private final PipelineLoad load;
    private final Map<Product, List<TurnResult>> results;
    private final PrintStream out;

    PipelineReport(PipelineLoad load, Map<Product, List<TurnResult>> results, PrintStream out) {
        this.load = load;
        this.results = results;
        this.out = out;
    }

    void print() {
        out.println();
        out.printf(
                HEAD,
                "product", "records/s", "slowest..fastest", "us product", "us broker", "offered", "achieved", "p50 ms", "p99", "p99.9",
                "max");
        results.keySet().forEach(this::row);
        results.values().stream().map(List::getFirst).findFirst().ifPresent(turn -> out.printf(
                Locale.ROOT,
                "Records, for both: a command of %.0f bytes in, an outcome of %.0f bytes out, in the mean, without key and header.%n",
                turn.commandBytes(), turn.outcomeBytes()));
        out.println(
                "us: microseconds of processor time a record, all threads. Left of the bar a backlog, right of it an even rate.");
        out.println();
        if (results.size() == Product.values().length) {
            out.printf(
                    "Round by round: rate %s; p50 %s; p99 %s.%n", rounds(TurnResult::rate), rounds(TurnResult::p50Millis),
                    rounds(TurnResult::p99Millis));
            ratio("pipeline-p50", TurnResult::p50Millis);
            ratio("pipeline-p99", TurnResult::p99Millis);
            ratio("pipeline", TurnResult::rate);
        }
    }

    private void row(Product product) {
        double[] rates = results(product).stream().mapToDouble(TurnResult::rate).sorted().toArray();
        out.printf(
                Locale.ROOT,
                ROW,
                Words.of(product),
                median(product, TurnResult::rate),
                String.format(Locale.ROOT, "%.0f..%.0f", rates[0], rates[rates.length - 1]),
                median(product, TurnResult::productCpuMicros),
                median(product, TurnResult::brokerCpuMicros),
                (double) load.rate(),
                median(product, TurnResult::achieved),
                median(product, TurnResult::p50Millis),
                median(product, TurnResult::p99Millis),
                median(product, TurnResult::p999Millis),
                median(product, TurnResult::maxMillis));
    }

    private void ratio(String name, ToDoubleFunction<TurnResult> figure) {
        out.printf(Locale.ROOT, "RATIO %s %.2f%n", name, median(Product.MATCHING, figure) / median(Product.PASS_THROUGH, figure));
    }

    private String rounds(ToDoubleFunction<TurnResult> figure) {
        List<TurnResult> limits = results(Product.PASS_THROUGH);
        List<TurnResult> ours = results(Product.MATCHING);
        return IntStream.range(0, Math.min(ours.size(), limits.size()))
                .mapToObj(i -> String.format(
                        Locale.ROOT, "%.2f", figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(limits.get(i))))
                .collect(Collectors.joining(", "));
    }

    private double median(Product product, ToDoubleFunction<TurnResult> figure) {
        return Median.of(results(product).stream().mapToDouble(figure));
    }

    private List<TurnResult> results(Product product) {
        return results.getOrDefault(product, List.of());
    }
}
