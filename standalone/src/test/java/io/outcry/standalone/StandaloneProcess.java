// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.standalone.client.LocalApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A standalone in a JVM of its own, which a test may kill. */
final class StandaloneProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(120);
    private static final int SHOWN_LINES = 60;
    private static final Pattern WELCOME = Pattern.compile("^Outcry is up: (\\S+)", Pattern.MULTILINE);

    private final Process process;
    private final Path log;
    private final LocalApi api;

    private StandaloneProcess(Process process, Path log, LocalApi api) {
        this.process = process;
        this.log = log;
        this.api = api;
    }

    /** Starts one on the directory and returns when it is ready, on the port that its log says: one picked here may be taken by then. */
    static StandaloneProcess start(Path directory) throws IOException, InterruptedException {
        Path log = Files.createTempFile(directory, "standalone-", ".log");
        Process process = launch(directory, log);
        LocalApi api = new LocalApi(() -> address(log));
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (address(log).isEmpty() || !isReady(api)) {
            if (!process.isAlive()) {
                throw new AssertionError("standalone ended with status " + process.exitValue() + " before it was ready:\n" + end(log));
            }
            if (System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new AssertionError("standalone is not ready after " + START_LIMIT + ":\n" + end(log));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        String address = address(log);
        return new StandaloneProcess(process, log, new LocalApi(() -> address));
    }

    /** Begins to start one, which writes to {@code log}. */
    static Process launch(Path directory, Path log) throws IOException {
        return launch(StandaloneApplication.class, directory, log);
    }

    /** @param main has the {@code main} that starts it */
    static Process launch(Class<?> main, Path directory, Path log) throws IOException {
        return new ProcessBuilder(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                // One that is killed tidies nothing away.
                "-Djava.io.tmpdir=" + directory,
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
                "-cp", System.getProperty("java.class.path"), main.getName(),
                "--server.port=0", "--outcry.demo=false", "--outcry.standalone.kafka-port=0",
                "--outcry.standalone.data-dir=" + directory.resolve("data")))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    LocalApi api() {
        return api;
    }

    /** What it has said so far. */
    String log() {
        return read(log);
    }

    /** {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to stop, as Ctrl-C does, and waits until it has. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("standalone did not stop within 30 s of being asked");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Empty until it is said. */
    private static String address(Path log) {
        Matcher welcome = WELCOME.matcher(read(log));
        return welcome.find() ? welcome.group(1) : "";
    }

    private static String end(Path log) {
        List<String> lines = read(log).lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException("the log of a standalone cannot be read", e);
        }
    }

    private static boolean isReady(LocalApi api) throws InterruptedException {
        try {
            return api.call("GET", "/actuator/health/readiness", null, null).status() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}
