// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.jvm;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.embedded.EmbeddedKafka;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A Kafka broker in a JVM of its own: the process that other benchmarks start. */
public final class BrokerJvm implements Benchmark {

    /** What it is called on the command line. */
    public static final String NAME = "broker";

    /** What it runs with. */
    public static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC");

    private static final String READY = "READY ";
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return """
                one Kafka broker in this JVM until stdin ends, as other benchmarks start it
                  --data directory    for its log; deleted in the end
                """;
    }

    /**
     * Starts one and waits until it serves.
     *
     * @return its address
     */
    static String await(OwnJvm broker) throws IOException, InterruptedException {
        return broker.await(READY, START_LIMIT);
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException {
        String data = new CommandLine(arguments, Set.of("--data"), Set.of()).text("--data");
        if (data.isEmpty()) {
            throw new UsageException("--data names a directory");
        }
        try (EmbeddedKafka broker = EmbeddedKafka.start(Path.of(data).resolve("kafka"), 0)) {
            out.println(READY + broker.bootstrapServers());
            System.in.transferTo(OutputStream.nullOutputStream());
        } finally {
            TemporaryDirectory.delete(Path.of(data));
        }
    }
}
