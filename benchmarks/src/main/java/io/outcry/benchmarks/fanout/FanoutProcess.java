// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.benchmarks.jvm.OwnJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that is told what to do a line at a time, and answers each with a line. */
final class FanoutProcess implements AutoCloseable {

    /** Both sides and the clients run with these; printed with the table. */
    static final List<String> FLAGS = List.of(
            "-XX:+UseParallelGC", "-Xmx1g", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter commands;
    private final Thread stop;

    FanoutProcess(String name, List<String> arguments) throws IOException {
        process = new ProcessBuilder(OwnJvm.command(FLAGS, name, arguments)).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        stop = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(stop);
        answers = process.inputReader(StandardCharsets.UTF_8);
        commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /**
     * Waits for a line that begins with {@code word}.
     *
     * @return the numbers behind it
     * @throws IOException if the process ends before
     */
    long[] await(String word) throws IOException {
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(word)) {
                String numbers = line.substring(word.length()).strip();
                return numbers.isEmpty() ? new long[0] : List.of(numbers.split(" ")).stream().mapToLong(Long::parseLong).toArray();
            }
        }
        throw new IOException("the process ended; its own words are on stderr");
    }

    long[] tell(String command, String word) throws IOException {
        commands.println(command);
        return await(word);
    }

    @Override
    public void close() {
        commands.println("quit");
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(stop);
    }
}
