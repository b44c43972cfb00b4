// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.reads;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.jvm.Machine;
import io.outcry.benchmarks.jvm.OwnJvm;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Runs {@link ReadsWorker} in a JVM of its own, whose flags nobody has to remember. */
public final class ReadsBenchmark implements Benchmark {

    private static final List<String> FLAGS = List.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC");

    @Override
    public String name() {
        return "reads";
    }

    @Override
    public String usage() {
        return """
                GET price (20 hot, 180 medium, 9,800 cold symbols, 60/30/10 of the reads) and GET order by id, beside a WebFlux
                endpoint that returns a constant; in one JVM with Kafka and the clients, Redis beside it. Preload included. The ratios are
                of the medians of the rounds; two rounds before them count for nothing.
                """ + ReadsWorker.OPTIONS;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        // Wrong options are told here, before anything starts.
        ReadsWorker.commandLine(arguments);
        Machine.describe(out);
        out.println("In a JVM of its own: " + String.join(" ", FLAGS));
        OwnJvm.run(FLAGS, ReadsWorker.NAME, arguments);
    }
}
