// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.recovery;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.command.Words;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.log.KafkaOutcomeTails;
import io.outcry.matching.log.KafkaRecovery;
import io.outcry.matching.log.LogReader;
import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.CommandSource;
import io.outcry.matching.recovery.PartitionEngine;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.clients.CommonClientConfigs;

/** One measurement of {@link RecoveryBenchmark} in this JVM; to be run under a profiler. */
public final class RecoveryWorker implements Benchmark {

    static final String NAME = "recovery-worker";

    /** What a line of the result begins with; seconds of each pass follow. */
    static final String RESULT = "SECONDS ";

    static final int RESTING = 0;
    static final int FLOWING = 1;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Map<String, Object> connection = Map.of();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return """
                one measurement of "recovery" in this JVM, as recovery starts it
                  --measure %s
                  --broker host:port  filled as recovery does
                  --expect 1000000    orders that rest in the snapshot, or commands on the log
                  --passes 3          over the log, for all but restore
                """.formatted(String.join("|", Words.of(Measure.class)));
    }

    static List<String> arguments(Measure measure, String broker, long expected, int passes) {
        return List.of("--measure", Words.of(measure), "--broker", broker, "--expect", Long.toString(expected),
                "--passes", Integer.toString(measure == Measure.RESTORE ? 1 : passes));
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        OwnJvm.endWithParent();
        CommandLine line = new CommandLine(arguments, Set.of("--measure", "--broker", "--expect", "--passes"), Set.of());
        Measure measure = line.one("--measure", Measure.class);
        String broker = line.text("--broker");
        if (broker.isEmpty()) {
            throw new UsageException("--broker names where the log is");
        }
        connection = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker);
        long expected = line.number("--expect", 1_000_000, 1, Long.MAX_VALUE);
        LongUnaryOperator pass = switch (measure) {
            case RESTORE -> this::restore;
            case REPLAY -> this::replay;
            case READ -> this::read;
        };
        StringBuilder seconds = new StringBuilder(RESULT);
        for (long left = line.number("--passes", 3, 1, 1_000); left > 0; left--) {
            seconds.append(pass.applyAsLong(expected) / 1e9).append(' ');
        }
        out.println(seconds);
    }

    /** Nanoseconds from a service that knows nothing to an engine that knows the orders of the snapshot. */
    private long restore(long orders) {
        long began = System.nanoTime();
        CaughtUp recovered = new KafkaRecovery(connection, TIMEOUT).recover(RESTING, _ -> {});
        long nanos = System.nanoTime() - began;
        MatchingEngine engine = recovered.engine().engine();
        if (recovered.books() == null || !recovered.engine().isLive() || engine.openOrders() != orders) {
            throw new IllegalStateException(engine.openOrders() + " of " + orders + " orders, refused: " + recovered.refused());
        }
        return nanos;
    }

    /** Nanoseconds from the first command to a live engine, with the reader closed. */
    private long replay(long commands) {
        AtomicLong began = new AtomicLong();
        PartitionEngine engine =
                new KafkaRecovery(connection, TIMEOUT).recover(FLOWING, _ -> began.set(System.nanoTime())).engine();
        long nanos = System.nanoTime() - began.get();
        if (!engine.isLive() || engine.lastOffset() != commands - 1 || engine.replayed() != commands) {
            throw new IllegalStateException("replayed up to offset " + engine.lastOffset() + " of " + (commands - 1));
        }
        return nanos;
    }

    /** The same reader, which has looked at the end of the outcomes before, as for a replay. */
    private long read(long commands) {
        long[] bytes = new long[1];
        long began;
        try (LogReader reader = new LogReader(connection, "benchmark-read", TIMEOUT)) {
            new KafkaOutcomeTails(reader).read(FLOWING);
            CommandSource log = KafkaRecovery.commands(reader);
            began = System.nanoTime();
            log.read(FLOWING, 0, commands, (_, command) -> {
                bytes[0] += command == null ? 0 : command.length;
                return true;
            });
        }
        if (bytes[0] < commands) {
            throw new IllegalStateException("commands of " + bytes[0] + " bytes in all");
        }
        return System.nanoTime() - began;
    }
}
