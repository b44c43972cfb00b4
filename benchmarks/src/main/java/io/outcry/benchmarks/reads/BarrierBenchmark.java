// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.reads;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.jvm.Machine;
import io.outcry.benchmarks.jvm.TemporaryDirectory;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How long those wait who read what they have just written: the time of a GET with {@code Outcry-Read-After}. */
public final class BarrierBenchmark implements Benchmark {

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    @Override
    public String name() {
        return "barrier";
    }

    @Override
    public String usage() {
        return """
                GET of each order by its id, with that id in Outcry-Read-After, at the moment the log has acknowledged its outcome;
                orders come at a steady rate, and a read that waits for a connection is waiting. Kafka, service and clients in one JVM
                  --rate N         orders a second, each read once (1000)
                  --connections N  of the clients (64)
                  --seconds N      length of each turn (10)
                  --rounds N       turns, two or more, the first to warm up (4)
                """;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        CommandLine line = new CommandLine(arguments, Set.of("--rate", "--connections", "--seconds", "--rounds"), Set.of());
        long rate = line.number("--rate", 1_000, 1, 100_000);
        int connections = (int) line.number("--connections", 64, 1, 10_000);
        int seconds = (int) line.number("--seconds", 10, 1, 600);
        int rounds = (int) line.number("--rounds", 4, 2, 100);
        Machine.describe(out);
        try (TemporaryDirectory directory = new TemporaryDirectory("outcry-barrier-");
                QueryUnderLoad query = QueryUnderLoad.open(directory);
                OwnWriteReads reads = new OwnWriteReads(query.port(), connections)) {
            out.printf("%-9s %10s %9s %9s %9s %9s %9s %8s %6s%n", "", "orders/s", "reads", "p50 ms", "p99 ms", "p99.9", "max ms", "refused",
                    "wrong");
            long wrong = 0;
            double p99 = 0;
            for (int round = 0; round < rounds; round++) {
                double written = write(query.log(), reads, rate, seconds);
                OwnWriteReads.Result result = reads.take();
                p99 = result.micros().getValueAtPercentile(99) / 1e3;
                wrong += result.wrong();
                out.printf(Locale.ROOT, "%-9s %10.0f %9d %9.2f %9.2f %9.2f %9.2f %8d %6d%n", round == 0 ? "warm-up" : "round " + round,
                        written, result.micros().getTotalCount(), result.micros().getValueAtPercentile(50) / 1e3, p99,
                        result.micros().getValueAtPercentile(99.9) / 1e3, result.micros().getMaxValue() / 1e3, result.refused(),
                        result.wrong());
            }
            out.printf(Locale.ROOT, "P99 barrier %.2f ms%n", p99);
            if (wrong > 0) {
                throw new IllegalStateException(wrong + " answers did not hold the order that was asked for");
            }
        }
    }

    /** Writes orders when they are due and has each read; returns how many a second it were. */
    private static double write(LogWriter log, OwnWriteReads reads, long rate, int seconds) {
        long start = System.nanoTime();
        long orders = rate * seconds;
        long answers = reads.answers() + orders;
        for (int i = 0; i < orders; i++) {
            long due = start + i * TimeUnit.SECONDS.toNanos(1) / rate;
            for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            String key = LogWriter.key(i);
            log.rest(LogWriter.symbol(i % QueryUnderLoad.SYMBOLS), LogWriter.account(i), i, id -> reads.read(id, key));
        }
        double nanos = System.nanoTime() - start;
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (reads.answers() < answers) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(answers - reads.answers() + " reads have no answer");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return orders / nanos * 1e9;
    }
}
