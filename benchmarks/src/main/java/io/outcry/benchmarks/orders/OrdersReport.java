// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.command.Words;
import io.outcry.benchmarks.http.LoadResult;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The table of a run, turn by turn, and what the medians of the turns come to; the ratio that counts last. */
final class OrdersReport {

    private static final String ROW = "%-7s %-8s %-14s %10.0f %9.2f %9.2f %9.2f %9.2f %7d";

    private final Map<Product, List<TurnResult>> results;
    private final PrintStream out;
    private boolean headed;

    OrdersReport(Map<Product, List<TurnResult>> results, PrintStream out) {
        this.results = results;
        this.out = out;
    }

    void turn(int round, Product product, TurnResult turn) {
        if (!headed) {
            headed = true;
            out.printf("%-7s %-8s %-14s %10s %9s %9s %9s %9s %7s   %s%n", "round", "product", "load", "orders/s", "p50 ms", "p99", "p99.9",
                    "max", "errors", "us of processor time an order: product, engine, broker, clients");
        }
        row(round, product, "full speed", turn.fullSpeed());
        out.printf(Locale.ROOT, "   %.1f, %.1f, %.1f, %.1f%n", turn.cpu().product(), turn.cpu().engine(), turn.cpu().broker(),
                turn.cpu().load());
        for (int i = 0; i < turn.even().size(); i++) {
            row(round, product, OrdersLoad.RATES.get(i) + "/s", turn.even().get(i));
            out.println();
        }
        if (product == Product.OUTCRY) {
            out.printf(Locale.ROOT, "%-7d %-8s %-14s %10.0f %47d%n", round, Words.of(product), "batches of " + OrdersLoad.BATCH,
                    turn.batchedOrders(), turn.batchErrors());
        }
    }

    private void row(int round, Product product, String load, LoadResult result) {
        out.printf(Locale.ROOT, ROW, round, Words.of(product), load, result.rate(), result.percentileMillis(50),
                result.percentileMillis(99), result.percentileMillis(99.9), result.percentileMillis(100), result.errors());
    }

    void summary() {
        List<TurnResult> ours = results.getOrDefault(Product.OUTCRY, List.of());
        if (!ours.isEmpty()) {
            out.printf(Locale.ROOT, "errors: %d%n", ours.stream().mapToLong(TurnResult::errors).sum());
            for (int i = 0; i < OrdersLoad.RATES.size(); i++) {
                int at = i;
                out.printf(Locale.ROOT, "P99 orders at %d/s %.2f ms%n", OrdersLoad.RATES.get(at),
                        median(ours, turn -> turn.even().get(at).percentileMillis(99)));
            }
            out.printf(Locale.ROOT, "RATE orders in batches of %d: %.0f/s%n", OrdersLoad.BATCH, median(ours, TurnResult::batchedOrders));
        }
        List<TurnResult> limit = results.getOrDefault(Product.BARE, List.of());
        if (!ours.isEmpty() && !limit.isEmpty()) {
            out.printf(Locale.ROOT, "RATIO orders %.2f%n",
                    median(ours, turn -> turn.fullSpeed().rate()) / median(limit, turn -> turn.fullSpeed().rate()));
        }
    }

    private static double median(List<TurnResult> turns, ToDoubleFunction<TurnResult> figure) {
        return Median.of(turns.stream().mapToDouble(figure));
    }
}
