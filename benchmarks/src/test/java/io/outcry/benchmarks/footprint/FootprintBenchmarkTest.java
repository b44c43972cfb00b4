// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.footprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.benchmarks.command.UsageException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FootprintBenchmarkTest {

    @Test
    void saysThatTheJarIsMissingBeforeItStartsAnything() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> new FootprintBenchmark().run(List.of("--jar", "no-such.jar"), System.out))
                .withMessageContaining("no-such.jar");
    }

    @Test
    void readsWhatLinuxSaysOfAProcess() throws IOException {
        assertThat(ResidentMemory.parse("Name:\tjava\nVmPeak:\t 9000000 kB\nVmRSS:\t  123456 kB\nThreads:\t7\n"))
                .isEqualTo(123_456L * 1_024);
        assertThat(ResidentMemory.bytes(ProcessHandle.current().pid())).isGreaterThan(1 << 20);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> ResidentMemory.parse("Name:\tkthread\n"));
    }
}
