// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class RedisProgramTest {

    private static final int TIMES = 10;

    /** A process that begins holds for a moment whatever its parent has open, and so a file that is being written. */
    @Test
    void itRunsAsSoonAsItIsWrittenWhileProcessesBegin() throws Exception {
        try (BeginningProcesses _ = new BeginningProcesses()) {
            for (int i = 0; i < TIMES; i++) {
                Path program = RedisProgram.write(ProgramFolder.make());
                assertThat(new ProcessBuilder(program.toString(), "--version").start().waitFor()).as("status of run %d", i).isZero();
                Files.delete(program);
            }
        }
    }

    @Test
    void itIsWrittenOnceAndAgainWhenItWasTidiedAway() throws Exception {
        Path program = RedisProgram.ofJar();
        assertThat(RedisProgram.ofJar()).isEqualTo(program);

        Files.delete(program);
        assertThat(RedisProgram.ofJar()).isNotEqualTo(program).isExecutable();
    }

    @Test
    void whatAKilledProcessLeavesBehindGoesWithTheNextAndWhatALivingOneUsesStays(@TempDir Path temporary) throws Exception {
        Path others = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createFile(others.resolve("lock"));
        Path linked = Files.createFile(others.resolve("redis-server"));
        Files.createSymbolicLink(temporary.resolve("outcry-redis-1"), others);
        Files.createDirectory(temporary.resolve("outcry-redis-2"));

        try (Holder killed = new Holder(temporary); Holder living = new Holder(temporary)) {
            assertThat(programs(temporary)).containsExactlyInAnyOrder(killed.program, living.program);
            killed.process.destroyForcibly().waitFor();
            try (Holder next = new Holder(temporary)) {
                assertThat(programs(temporary)).containsExactlyInAnyOrder(living.program, next.program);
                assertThat(killed.program.getParent()).doesNotExist();
                next.end();
                assertThat(next.program.getParent()).as("of one that has ended by itself").doesNotExist();
            }
        }
        assertThat(linked).as("where a link leads to").exists();
        assertThat(temporary.resolve("outcry-redis-2")).as("what is no such folder, or not yet").exists();
    }

    private static List<Path> programs(Path temporary) throws IOException {
        try (Stream<Path> found = Files.walk(temporary)) {
            return found.filter(file -> file.endsWith("redis-server") && !file.startsWith(temporary.resolve("elsewhere"))).toList();
        }
    }

    /** A process that has the program until it is told to end. */
    private static final class Holder implements AutoCloseable {

        private final Process process;
        private final Path program;

        Holder(Path temporary) throws IOException {
            process = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djava.io.tmpdir=" + temporary,
                    "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName())
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
            program = Path.of(String.valueOf(said.readLine()));
            assertThat(program).isExecutable();
        }

        void end() throws Exception {
            process.getOutputStream().close();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("it has ended").isTrue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    static final class Main {

        private Main() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println(RedisProgram.ofJar());
            System.out.flush();
            int end = System.in.read();
            System.exit(end + 1);
        }
    }
}
