// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.recovery;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.log.KafkaOutcomeTails;
import io.outcry.matching.log.KafkaSnapshotSource;
import io.outcry.matching.log.LogReader;
import io.outcry.matching.recovery.PartitionEngine;
import io.outcry.matching.recovery.Recovered;
import io.outcry.matching.recovery.Recovery;
import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** One measurement of {@link RecoveryBenchmark} in this JVM; to be run under a profiler. */
public final class RecoveryWorker implements Benchmark {

    static final String NAME = "recovery-worker";

    /** What a line of the result begins with; seconds of each pass follow. */
    static final String RESULT = "SECONDS ";

    static final int RESTING = 0;
    static final int FLOWING = 1;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int POLLED_RECORDS = 1_000;

    private Map<String, Object> connection = Map.of();

    /** Takes a record of the log. */
    private interface Sink {
        void accept(ConsumerRecord<byte[], byte[]> record);
    }

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
                """.formatted(String.join("|", Measure.labels()));
    }

    static List<String> arguments(Measure measure, String broker, long expected, int passes) {
        return List.of("--measure", measure.label(), "--broker", broker, "--expect", Long.toString(expected),
                "--passes", Integer.toString(measure == Measure.RESTORE ? 1 : passes));
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        OwnJvm.endWithParent();
        CommandLine line = new CommandLine(arguments, Set.of("--measure", "--broker", "--expect", "--passes"), Set.of());
        List<Measure> measures = line.list("--measure", List.of(), Measure::named, Measure.labels());
        String broker = line.text("--broker");
        if (measures.size() != 1 || broker.isEmpty()) {
            throw new UsageException("--measure names one measurement, --broker where its log is");
        }
        connection = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker);
        long expected = line.number("--expect", 1_000_000, 1, Long.MAX_VALUE);
        LongUnaryOperator pass = switch (measures.getFirst()) {
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
        Recovered recovered = recover(RESTING);
        PartitionEngine engine = new PartitionEngine(recovered);
        long nanos = System.nanoTime() - began;
        if (recovered.books() == null || !engine.isLive() || engine.engine().openOrders() != orders) {
            throw new IllegalStateException(engine.engine().openOrders() + " of " + orders + " orders, refused: " + recovered.refused());
        }
        return nanos;
    }

    private long replay(long commands) {
        PartitionEngine engine = new PartitionEngine(recover(FLOWING));
        long nanos = poll(commands, record -> engine.apply(record.offset(), record.value()));
        if (!engine.isLive() || engine.lastOffset() != commands - 1) {
            throw new IllegalStateException("replayed up to offset " + engine.lastOffset() + " of " + (commands - 1));
        }
        return nanos;
    }

    private long read(long commands) {
        long[] bytes = new long[1];
        long nanos = poll(commands, record -> bytes[0] += record.value().length);
        if (bytes[0] < commands) {
            throw new IllegalStateException("commands of " + bytes[0] + " bytes in all");
        }
        return nanos;
    }

    private Recovered recover(int partition) {
        try (LogReader reader = new LogReader(connection, "benchmark-load", TIMEOUT)) {
            return new Recovery(new KafkaOutcomeTails(reader), new KafkaSnapshotSource(reader), EngineLimits.STANDARD).recover(partition);
        }
    }

    private long poll(long commands, Sink sink) {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_RECORDS);
        TopicPartition log = new TopicPartition(Topics.ORDER_COMMANDS, FLOWING);
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(log));
            consumer.seek(log, 0);
            long began = System.nanoTime();
            long seen = 0;
            while (seen < commands) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    sink.accept(record);
                    seen++;
                }
                if (System.nanoTime() - began > TIMEOUT.multipliedBy(10).toNanos()) {
                    throw new IllegalStateException(seen + " of " + commands + " commands came");
                }
            }
            return System.nanoTime() - began;
        }
    }
}
