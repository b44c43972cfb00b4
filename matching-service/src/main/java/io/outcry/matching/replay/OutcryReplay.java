// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.log.KafkaSnapshotSource;
import io.outcry.matching.recovery.OutcomeChain;
import io.outcry.matching.recovery.PublishedTail;
import io.outcry.matching.recovery.Recovered;
import io.outcry.matching.snapshot.LoadedSnapshot;
import io.outcry.matching.snapshot.ReadAhead;
import io.outcry.matching.snapshot.SnapshotLoader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.KafkaException;

/** The command {@code outcry-replay}; {@link ReplayOptions#USAGE} says what it can do. */
public final class OutcryReplay {

    private static final int SAME = 0;
    private static final int DIFFERENT = 1;
    private static final int MISUSED = 2;
    private static final int UNREADABLE = 3;

    private OutcryReplay() {}

    /** Runs it and ends the process. */
    public static void main(String[] arguments) {
        System.setProperty("logback.configurationFile", "outcry-tools-logback.xml");
        try (PrintStream lines = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false, StandardCharsets.UTF_8)) {
            int code = run(lines, System.err, arguments);
            lines.flush();
            System.exit(code);
        }
    }

    /**
     * Does what is asked for.
     *
     * @param lines takes JSON
     * @param messages takes what people read
     * @return the process's exit code
     */
    static int run(PrintStream lines, PrintStream messages, String... arguments) {
        ReplayOptions options;
        try {
            options = ReplayOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            messages.println(e.getMessage());
            messages.println(ReplayOptions.USAGE);
            return MISUSED;
        }
        try (Logs logs = open(options)) {
            if (options.saveCommands() != null || options.saveOutcomes() != null) {
                return save(logs, options, messages);
            }
            ReplayReport report = new Replay(
                    logs,
                    begin(logs, options.from()),
                    options.from(),
                    options.to(),
                    options.printCommands() ? lines::println : null,
                    options.printOutcomes() ? lines::println : null).run();
            messages.println(report);
            return report.difference() == null ? SAME : DIFFERENT;
        } catch (IOException | UncheckedIOException | KafkaException e) {
            messages.println("the log could not be read: " + e.getMessage());
            return UNREADABLE;
        } catch (OutOfMemoryError e) {
            messages.println("the log could not be read to its end: " + e);
            return UNREADABLE;
        } catch (RuntimeException e) {
            messages.println("DIFFERENT: the log cannot be replayed: " + e);
            return DIFFERENT;
        }
    }

    private static Logs open(ReplayOptions options) throws IOException {
        Map<String, Object> kafka = options.kafka();
        Path commands = options.commands();
        return kafka == null
                ? new FileLogs(Objects.requireNonNull(commands), options.outcomes())
                : new KafkaLogs(kafka, options.partition());
    }

    private static int save(Logs logs, ReplayOptions options, PrintStream messages) throws IOException {
        // Outcomes first: of a log that goes on, none is saved without its command.
        Path outcomes = options.saveOutcomes();
        if (outcomes != null) {
            long count = LogFile.write(outcomes, logs.partition(), logs.outcomes(0));
            messages.println(count + " outcomes in " + outcomes);
        }
        Path commands = options.saveCommands();
        if (commands != null) {
            long count = LogFile.write(commands, logs.partition(), logs.commands(0));
            messages.println(count + " commands in " + commands);
        }
        return SAME;
    }

    /** The newest snapshot from before the range, or the beginning. */
    private static Recovered begin(Logs logs, long from) {
        int partition = logs.partition();
        if (from > 0 && logs instanceof KafkaLogs kafka) {
            SnapshotLoader snapshots =
                    new SnapshotLoader(new KafkaSnapshotSource(kafka.reader()), EngineLimits.STANDARD, ReadAhead.NONE);
            LoadedSnapshot loaded = snapshots.load(partition, from - 1);
            MatchingEngine engine = loaded.engine();
            SnapshotPoint point = loaded.point();
            if (engine != null && point != null) {
                return begin(engine, new OutcomeChain(point.chain()), point.nextOffset());
            }
        }
        return begin(new MatchingEngine(partition, EngineLimits.STANDARD), new OutcomeChain(0), 0);
    }

    private static Recovered begin(MatchingEngine engine, OutcomeChain chain, long nextOffset) {
        return new Recovered(engine, chain, nextOffset, PublishedTail.EMPTY, null, List.of(), List.of());
    }
}
