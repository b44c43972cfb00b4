// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.freshness;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.benchmarks.jvm.TemporaryDirectory;
import io.outcry.benchmarks.reads.LogWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * From a venue's quote to the price that a client reads, from an outcome in the log to the order that he reads, and from producing to consuming a
 * record, by turns in this JVM.
 */
public final class FreshnessWorker implements Benchmark {

    static final String NAME = "freshness-worker";
    static final String OPTIONS = """
                  --rate N     quotes, outcomes, and records, a second (20)
                  --warmup N   seconds of each before anything counts, at 200 a second (30)
                  --seconds N  length of each turn (10)
                  --rounds N   turns of each kind (3)
                  --seed N     of the moments within a turn (1)
            """;

    private static final byte[] PRICE = RestReader.request("/api/v1/prices/" + ScriptedVenue.SYMBOL, PriceLine.KEY);
    private static final String PRICE_FIELD = "\"price\":\"";
    /** A symbol that has orders, and no price. */
    private static final String ORDERED = LogWriter.symbol(0);

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long FIRST_PRICE = 6_000_000;
    /** A quarter of a thousandth: more than what is published at once in the hot tier. */
    private static final long STEP = 1_500;
    private static final int STEPS = 100;
    /** A reader who never rests would take the core that the quote needs to become readable; what he rests counts against the product. */
    private static final long REST_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    /** Compilers count calls, not seconds: both ways are warmed up as quickly as they may be driven. */
    private static final int WARMUP_RATE = 200;

    private long round;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return """
                what "freshness" starts, in this JVM
                """ + OPTIONS;
    }

    static CommandLine commandLine(List<String> arguments) {
        return new CommandLine(arguments, Set.of("--rate", "--warmup", "--seconds", "--rounds", "--seed"), Set.of());
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        CommandLine line = commandLine(arguments);
        int rate = (int) line.number("--rate", 20, 1, 200);
        int warmup = (int) line.number("--warmup", 30, 1, 600);
        int seconds = (int) line.number("--seconds", 10, 1, 600);
        int rounds = (int) line.number("--rounds", 3, 1, 100);
        long seed = line.number("--seed", 1, 0, Long.MAX_VALUE / 2);
        OwnJvm.endWithParent();
        try (TemporaryDirectory directory = new TemporaryDirectory("outcry-freshness-");
                ScriptedVenue venue = new ScriptedVenue();
                PriceLine product = PriceLine.start(directory, venue);
                KafkaAlone kafka = new KafkaAlone(product.bootstrapServers());
                LogWriter log = new LogWriter(product.bootstrapServers(), 0);
                RestReader reader = new RestReader(product.port())) {
            log.instrument(ORDERED);
            venue.quote(FIRST_PRICE);
            PriceLine.await("the first price can be read", () -> isReadable(reader, FIRST_PRICE));
            Histogram warmUp = new Histogram(LONGEST_NANOS, 3);
            kafka.run(new Schedule(seed, WARMUP_RATE, WARMUP_RATE * warmup), warmUp);
            quotes(venue, reader, new Schedule(seed, WARMUP_RATE, WARMUP_RATE * warmup), warmUp);
            outcomes(log, reader, new Schedule(seed, WARMUP_RATE, WARMUP_RATE * warmup), warmUp);
            double[] alone = new double[rounds];
            double[] prices = new double[rounds];
            double[] orders = new double[rounds];
            out.printf(Locale.ROOT, "%-6s %-28s %8s %8s %8s %8s %8s%n", "turn", "milliseconds", "count", "p50", "p90", "p99", "max");
            for (int turn = 1; turn <= rounds; turn++) {
                Histogram a = new Histogram(LONGEST_NANOS, 3);
                Histogram b = new Histogram(LONGEST_NANOS, 3);
                Histogram c = new Histogram(LONGEST_NANOS, 3);
                kafka.run(new Schedule(seed + turn, rate, rate * seconds), a);
                quotes(venue, reader, new Schedule(seed + turn, rate, rate * seconds), b);
                outcomes(log, reader, new Schedule(seed + turn, rate, rate * seconds), c);
                print(out, turn, "produce -> consume", a);
                print(out, turn, "quote -> readable", b);
                print(out, turn, "outcome -> readable", c);
                alone[turn - 1] = a.getValueAtPercentile(99);
                prices[turn - 1] = b.getValueAtPercentile(99);
                orders[turn - 1] = c.getValueAtPercentile(99);
            }
            double ofPrices = Median.of(prices) / Median.of(alone);
            double ofOrders = Median.of(orders) / Median.of(alone);
            out.printf(Locale.ROOT, "RATIO freshness-prices %.3f%n", ofPrices);
            out.printf(Locale.ROOT, "RATIO freshness-orders %.3f%n", ofOrders);
            out.printf(Locale.ROOT, "RATIO freshness %.3f%n", Math.max(ofPrices, ofOrders));
        }
    }

    /**
     * Has the venue quote when it is due, and reads every half millisecond until that price is there. A quote that is due while the one
     * before is not readable yet waits; its time runs from when it was due.
     */
    private void quotes(ScriptedVenue venue, RestReader reader, Schedule schedule, Histogram latencies) throws IOException {
        for (int i = 0; i < schedule.count(); i++) {
            long due = schedule.await(i);
            long price = FIRST_PRICE + STEP * (1 + round++ % STEPS);
            venue.quote(price);
            while (price(reader) != price) {
                if (System.nanoTime() > due + PATIENCE_NANOS) {
                    throw new IllegalStateException("the quote of " + price + " cents was not readable after ten seconds");
                }
                LockSupport.parkNanos(REST_NANOS);
            }
            latencies.recordValue(System.nanoTime() - due);
        }
    }

    /** The same of an order that rests: its outcome is written when it is due, and it is read by its id until it is there. */
    private void outcomes(LogWriter log, RestReader reader, Schedule schedule, Histogram latencies) throws IOException {
        for (int i = 0; i < schedule.count(); i++) {
            long due = schedule.await(i);
            long id = log.rest(ORDERED, PriceLine.ACCOUNT, (int) round++);
            byte[] request = RestReader.request("/api/v1/orders/" + id, PriceLine.KEY);
            while (reader.read(request).isEmpty()) {
                if (System.nanoTime() > due + PATIENCE_NANOS) {
                    throw new IllegalStateException("order " + id + " was not readable after ten seconds");
                }
                LockSupport.parkNanos(REST_NANOS);
            }
            latencies.recordValue(System.nanoTime() - due);
        }
    }

    /** The price in hundredths, or -1 if there is none. */
    private static long price(RestReader reader) throws IOException {
        String body = reader.read(PRICE).orElse("");
        int start = body.indexOf(PRICE_FIELD) + PRICE_FIELD.length();
        if (start < PRICE_FIELD.length()) {
            return -1;
        }
        String price = body.substring(start, body.indexOf('"', start));
        int point = price.indexOf('.');
        return 100 * Long.parseLong(price.substring(0, point)) + Long.parseLong(price.substring(point + 1, point + 3));
    }

    private static boolean isReadable(RestReader reader, long cents) {
        try {
            return price(reader) == cents;
        } catch (IOException e) {
            throw new IllegalStateException("the price cannot be read", e);
        }
    }

    private static void print(PrintStream out, int turn, String what, Histogram latencies) {
        out.printf(Locale.ROOT, "%-6s %-28s %8d %8.2f %8.2f %8.2f %8.2f%n", turn, what, latencies.getTotalCount(),
                latencies.getValueAtPercentile(50) / 1e6, latencies.getValueAtPercentile(90) / 1e6,
                latencies.getValueAtPercentile(99) / 1e6, latencies.getMaxValue() / 1e6);
    }
}
