// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.jvm.OwnJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own for one engine, one scenario and one round, the same flags for all. */
final class WorkerProcess {

    /** What every engine runs with, after the public protocol, in large pages as matching-service has them; printed with the table. */
    static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages");

    private WorkerProcess() {}

    /**
     * Runs a load of one scenario to its end.
     *
     * @throws IOException          if the process cannot be started, or fails; its own errors are on stderr
     * @throws InterruptedException if this thread was told to stop; the process is stopped too
     */
    static ScenarioResult run(Engine engine, MatchingLoad load) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(engine, load)).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Thread stop = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            List<ScenarioResult> results = new ArrayList<>();
            try (BufferedReader output = process.inputReader()) {
                output.lines().forEach(line -> ScenarioResult.ofLine(line).ifPresent(results::add));
            }
            int exit = process.waitFor();
            if (exit != 0 || !results.stream().map(ScenarioResult::scenario).toList().equals(load.scenarios())) {
                throw new IOException("the process of engine " + engine.name() + " ended with " + exit + " and " + results.size()
                        + " results of scenarios " + load.scenarios());
            }
            return results.getFirst();
        } finally {
            process.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(stop);
        }
    }

    private static List<String> command(Engine engine, MatchingLoad load) {
        List<String> arguments = new ArrayList<>(List.of("--engine", engine.name()));
        arguments.addAll(load.arguments());
        return OwnJvm.command(FLAGS, MatchingWorker.NAME, arguments);
    }
}
