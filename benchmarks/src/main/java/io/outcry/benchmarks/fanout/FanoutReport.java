// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.benchmarks.command.Words;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The medians of all measurements and what they come to.
 *
 * @param stalled clients that never read in the turns that have some
 */
record FanoutReport(List<FanoutResult> results, List<Side> sides, int stalled) {

    private static final double KIB = 1_024;

    /** @throws IllegalStateException if a price was dropped that nothing accounts for */
    void print(PrintStream out) {
        out.println();
        out.println("flags of all processes: " + String.join(" ", FanoutProcess.FLAGS));
        long lost = results.stream().mapToLong(FanoutResult::lost).sum();
        out.println("uncounted drops: " + lost);
        double worst = Double.POSITIVE_INFINITY;
        double slowed = 0;
        for (FanoutSetup setup : results.stream().map(FanoutResult::setup).distinct().toList()) {
            for (String load : List.of(FanoutRun.STEADY, FanoutRun.WITHOUT, FanoutRun.STALLED, FanoutRun.LIMIT)) {
                for (Side side : sides) {
                    summarize(setup, load, side, out);
                }
            }
            slowed = Math.max(slowed, stalled(setup, out));
            worst = Math.min(worst, beside(setup, out));
        }
        if (slowed > 0) {
            out.printf(Locale.ROOT, "RATIO fanout-stalled %.2f%n", slowed);
        }
        if (sides.contains(Side.PRODUCT) && sides.contains(Side.NETTY)) {
            out.printf(Locale.ROOT, "RATIO fanout %.2f%n", worst);
        }
        if (lost > 0) {
            throw new IllegalStateException(lost + " prices were dropped and not counted");
        }
    }

    private List<FanoutResult> of(FanoutSetup setup, String load, Side side) {
        return results.stream()
                .filter(result -> result.setup().equals(setup) && result.side() == side && result.load().equals(load)).toList();
    }

    private void summarize(FanoutSetup setup, String load, Side side, PrintStream out) {
        List<FanoutResult> of = of(setup, load, side);
        if (!of.isEmpty()) {
            out.printf(
                    Locale.ROOT, "%s, %s, %s: delivered %,.0f/s, p99 %.0f ms (medians of %d)%n", setup, load, Words.of(side),
                    median(of, FanoutResult::delivered), median(of, FanoutResult::p99), of.size());
        }
    }

    /** What those who never read cost the others and the heap; returns how much longer the others' p99 is. */
    private double stalled(FanoutSetup setup, PrintStream out) {
        List<FanoutResult> with = of(setup, FanoutRun.STALLED, Side.PRODUCT);
        List<FanoutResult> without = of(setup, FanoutRun.WITHOUT, Side.PRODUCT);
        if (with.isEmpty()) {
            return 0;
        }
        double ratio = median(with, FanoutResult::p99) / Math.max(1, median(without, FanoutResult::p99));
        double most = with.stream().mapToDouble(FanoutResult::heapBytes).max().orElseThrow();
        out.printf(
                Locale.ROOT, "%s, with %d that never read: p99 of the others %.2f times that without; heap %,.0f KiB more (medians), "
                        + "all of it %,.0f KiB at most%n",
                setup, stalled, ratio, (median(with, FanoutResult::heapBytes) - median(without, FanoutResult::heapBytes)) / KIB,
                most / KIB);
        return ratio;
    }

    /** How much the product delivers beside Netty; infinite if either was not measured. */
    private double beside(FanoutSetup setup, PrintStream out) {
        if (!sides.contains(Side.NETTY)) {
            return Double.POSITIVE_INFINITY;
        }
        double netty = median(of(setup, FanoutRun.LIMIT, Side.NETTY), FanoutResult::delivered);
        if (sides.contains(Side.WEBFLUX)) {
            double webFlux = median(of(setup, FanoutRun.LIMIT, Side.WEBFLUX), FanoutResult::delivered);
            out.printf(Locale.ROOT, "%s: webflux / netty %.2f%n", setup, webFlux / netty);
        }
        if (!sides.contains(Side.PRODUCT)) {
            return Double.POSITIVE_INFINITY;
        }
        double ratio = median(of(setup, FanoutRun.LIMIT, Side.PRODUCT), FanoutResult::delivered) / netty;
        out.printf(Locale.ROOT, "%s: product / netty %.2f%n", setup, ratio);
        return ratio;
    }

    private static double median(List<FanoutResult> results, ToDoubleFunction<FanoutResult> value) {
        double[] sorted = results.stream().mapToDouble(value).sorted().toArray();
        return sorted.length == 0
                ? Double.NaN
                : Arrays.stream(sorted).skip((sorted.length - 1) / 2).limit(2 - sorted.length % 2)
                        .average().orElseThrow();
    }
}
