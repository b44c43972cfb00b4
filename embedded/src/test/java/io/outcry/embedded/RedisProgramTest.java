// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedisProgramTest {

    private static final int TIMES = 10;

    /** A process that begins holds for a moment whatever its parent has open, and so a file that is being written. */
    @Test
    void itRunsAsSoonAsItIsWrittenWhileProcessesBegin() throws Exception {
        try (BeginningProcesses _ = new BeginningProcesses()) {
            for (int i = 0; i < TIMES; i++) {
                Path program = RedisProgram.write();
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
}
