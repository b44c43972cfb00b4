// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.embedded.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A standalone in a JVM of its own, which a test may kill. */
final class StandaloneProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Process process;
    private final LocalApi api;

    private StandaloneProcess(Process process, LocalApi api) {
        this.process = process;
        this.api = api;
    }

    /** Starts one on the directory and returns when it is ready. */
    static StandaloneProcess start(Path directory) throws IOException, InterruptedException {
        int port = FreePort.pick();
        Path log = directory.resolve("standalone.log");
        Process process = new ProcessBuilder(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx512m", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
                "-cp", System.getProperty("java.class.path"), StandaloneApplication.class.getName(),
                "--server.port=" + port, "--outcry.demo=false", "--outcry.standalone.kafka-port=0",
                "--outcry.standalone.data-dir=" + directory.resolve("data")))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        LocalApi api = new LocalApi(() -> "http://127.0.0.1:" + port);
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!isReady(api)) {
            assertThat(process.isAlive()).as("standalone lives; its log is %s", log).isTrue();
            assertThat(System.nanoTime()).as("standalone is ready within %s; its log is %s", START_LIMIT, log).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return new StandaloneProcess(process, api);
    }

    LocalApi api() {
        return api;
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

    private static boolean isReady(LocalApi api) throws InterruptedException {
        try {
            return api.call("GET", "/actuator/health/readiness", null, null).status() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}
