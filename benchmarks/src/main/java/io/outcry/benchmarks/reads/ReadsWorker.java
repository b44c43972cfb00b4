// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.reads;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.http.AnswerCheck;
import io.outcry.benchmarks.http.ClosedLoad;
import io.outcry.benchmarks.http.LoadResult;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.benchmarks.jvm.TemporaryDirectory;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** GET of a price and GET of an order by its id, against a bare endpoint, in turn. */
public final class ReadsWorker implements Benchmark {

    static final String NAME = "reads-worker";
    static final String OPTIONS = """
              --orders N       orders written to the log and read by id (674823)
              --fills N        times that Redis is flushed and filled again; the JVM compiles during the first two or three (6)
              --connections N  clients, each with one request under way (64)
              --crowd N        clients of the last round, which looks for errors (3000)
              --seconds N      length of each turn (10)
              --rounds N       turns of each kind (3)
            """;

    private static final int ORDERS = 674_823;
    private static final int PRICES = 10_000;
    private static final int WARM_UP_TURNS = 2;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return """
                what "reads" starts, in this JVM
                """ + OPTIONS;
    }

    static CommandLine commandLine(List<String> arguments) {
        return new CommandLine(arguments, Set.of("--orders", "--fills", "--connections", "--crowd", "--seconds", "--rounds"), Set.of());
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        OwnJvm.endWithParent();
        CommandLine line = commandLine(arguments);
        int orders = (int) line.number("--orders", ORDERS, 1, 10_000_000);
        int fills = (int) line.number("--fills", 6, 1, 100);
        Settings settings = new Settings(
                (int) line.number("--connections", 64, 1, 10_000), (int) line.number("--crowd", 3_000, 1, 20_000),
                (int) line.number("--seconds", 10, 1, 600), (int) line.number("--rounds", 3, 1, 100));
        try (TemporaryDirectory directory = new TemporaryDirectory("outcry-reads-");
                QueryUnderLoad query = QueryUnderLoad.fill(directory, orders, PRICES, fills, out);
                BareEndpoint bare = new BareEndpoint()) {
            measure(settings, query, bare, out);
        }
    }

    private record Settings(int connections, int crowd, int seconds, int rounds) {}

    private static void measure(Settings settings, QueryUnderLoad query, BareEndpoint bare, PrintStream out) {
        RequestMix constant = RequestMix.constant(BareEndpoint.PATH);
        RequestMix prices = RequestMix.prices(PRICES);
        RequestMix byId = RequestMix.orders(query.orderIds());
        out.printf(Locale.ROOT, "%-8s %-9s %12s %9s %9s %9s %9s %7s%n",
                "clients", "what", "answers/s", "p50 ms", "p99 ms", "p99.9 ms", "max ms", "errors");
        for (int turn = 0; turn < WARM_UP_TURNS; turn++) {
            turn(settings.connections(), settings.seconds(), bare.port(), constant, "warm-up", out);
            turn(settings.connections(), settings.seconds(), query.port(), prices, "warm-up", out);
            turn(settings.connections(), settings.seconds(), query.port(), byId, "warm-up", out);
        }
        double[] bareRates = new double[settings.rounds()];
        double[] priceRates = new double[settings.rounds()];
        double[] orderRates = new double[settings.rounds()];
        for (int round = 0; round < settings.rounds(); round++) {
            bareRates[round] = turn(settings.connections(), settings.seconds(), bare.port(), constant, "bare", out).rate();
            priceRates[round] = turn(settings.connections(), settings.seconds(), query.port(), prices, "prices", out).rate();
            orderRates[round] = turn(settings.connections(), settings.seconds(), query.port(), byId, "orders", out).rate();
        }
        LoadResult hot = turn(settings.connections(), settings.seconds(), query.port(), RequestMix.prices(0, 20), "hot", out);
        LoadResult cold = turn(settings.connections(), settings.seconds(), query.port(), RequestMix.prices(200, PRICES), "cold", out);
        long errors = turn(settings.crowd(), settings.seconds(), query.port(), prices, "prices", out).errors()
                + turn(settings.crowd(), settings.seconds(), query.port(), byId, "orders", out).errors();
        out.printf(Locale.ROOT, "errors with %d clients: %d%n", settings.crowd(), errors);
        out.printf(Locale.ROOT, "cold p99 is %.2fx of hot p99%n", cold.percentileMillis(99) / hot.percentileMillis(99));
        double ofPrices = Median.of(priceRates) / Median.of(bareRates);
        double ofOrders = Median.of(orderRates) / Median.of(bareRates);
        out.printf(Locale.ROOT, "RATIO reads-prices %.3f%n", ofPrices);
        out.printf(Locale.ROOT, "RATIO reads-orders %.3f%n", ofOrders);
        out.printf(Locale.ROOT, "RATIO reads %.3f%n", Math.min(ofPrices, ofOrders));
    }

    private static LoadResult turn(int connections, int seconds, int port, RequestMix mix, String what, PrintStream out) {
        LoadResult result = ClosedLoad.run(port, connections, seconds, mix, AnswerCheck.status(200));
        out.printf(Locale.ROOT, "%-8d %-9s %12.0f %9.2f %9.2f %9.2f %9.2f %7d%n", connections, what, result.rate(),
                result.percentileMillis(50), result.percentileMillis(99), result.percentileMillis(99.9), result.percentileMillis(100),
                result.errors());
        if (result.errors() != 0) {
            out.println("the first error: " + result.firstError());
        }
        return result;
    }
}
