// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.freshness;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.jvm.Machine;
import io.outcry.benchmarks.jvm.OwnJvm;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * Runs {@link FreshnessWorker} in a JVM whose heap is there from the start: one that grows while it is measured pauses more often than the
 * hundredth quote that p99 tells of.
 */
public final class FreshnessBenchmark implements Benchmark {

    private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g");

    @Override
    public String name() {
        return "freshness";
    }

    @Override
    public String usage() {
        return """
                venue quote -> price readable at GET, and outcome -> order readable at GET, beside Kafka's own produce -> consume on the same broker, by turns
                """ + FreshnessWorker.OPTIONS;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        // Wrong options are told here, before anything starts.
        FreshnessWorker.commandLine(arguments);
        Machine.describe(out);
        out.println("In a JVM of its own: " + String.join(" ", FLAGS));
        OwnJvm.run(FLAGS, FreshnessWorker.NAME, arguments);
    }
}
