// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.benchmarks.jvm.OwnJvm;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a benchmark with Kafka and Redis leaves behind that does not come to its end: nothing. */
@Timeout(300)
class LeftoversTest {

    private static final int END_SECONDS = 60;

    @TempDir
    private Path temporary;

    private final List<ProcessHandle> all = new ArrayList<>();

    @AfterEach
    void endAll() {
        all.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void oneThatIsToldToEndEndsItsRedisAndDeletesItsDirectory() throws Exception {
        Process barrier = start(barrier("--rate", "1"));
        awaitLine(barrier, " orders/s ");
        List<ProcessHandle> redis = below(barrier);
        assertThat(directories("outcry-barrier-")).hasSize(1);

        barrier.destroy();

        assertThat(barrier.waitFor(END_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(redis).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        assertThat(directories("outcry-barrier-")).isEmpty();
    }

    @Test
    void theWorkerOfOneThatIsKilledEndsItsRedisAndDeletesItsDirectory() throws Exception {
        Process reads = start(OwnJvm.command(
                List.of("-Djava.io.tmpdir=" + temporary), "reads", List.of("--orders", "10", "--fills", "100", "--seconds", "600")));
        awaitLine(reads, "after FLUSHALL");
        List<ProcessHandle> workerAndRedis = below(reads);
        assertThat(directories("outcry-reads-")).as("where this JVM was told to have them").hasSize(1);

        reads.destroyForcibly();

        assertThat(workerAndRedis).hasSize(2);
        for (ProcessHandle each : workerAndRedis) {
            each.onExit().get(END_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(directories("outcry-reads-")).isEmpty();
    }

    @Test
    void oneThatFailsEndsWithOneAndLeavesNothing() throws Exception {
        Process barrier = start(withFewFiles(barrier("--connections", "10000")));
        awaitLine(barrier, "Too many open files");
        List<ProcessHandle> redis = below(barrier);

        assertThat(barrier.waitFor(END_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(barrier.exitValue()).isEqualTo(1);
        assertThat(redis).noneMatch(ProcessHandle::isAlive);
        assertThat(directories("outcry-barrier-")).isEmpty();
    }

    private List<String> barrier(String... arguments) {
        return OwnJvm.command(List.of("-Djava.io.tmpdir=" + temporary), "barrier", List.of(arguments));
    }

    /** Enough for a broker, too few for thousands of clients. */
    private static List<String> withFewFiles(List<String> command) {
        return Stream.concat(Stream.of("sh", "-c", "ulimit -n 2000; exec \"$@\"", "sh"), command.stream()).toList();
    }

    private Process start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        all.add(process.toHandle());
        return process;
    }

    /** What it has started, directly or not. */
    private List<ProcessHandle> below(Process process) {
        List<ProcessHandle> below = process.descendants().toList();
        all.addAll(below);
        return below;
    }

    private static void awaitLine(Process process, String part) throws IOException {
        List<String> said = new ArrayList<>();
        BufferedReader output = process.inputReader();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            if (line.contains(part)) {
                return;
            }
        }
        throw new EOFException("it ended before it said " + part + "; it said " + String.join("\n", said));
    }

    private List<Path> directories(String prefix) throws IOException {
        try (Stream<Path> found = Files.list(temporary)) {
            return found.filter(path -> path.getFileName().toString().startsWith(prefix)).toList();
        }
    }
}
