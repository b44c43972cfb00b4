// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A small run of the real thing: broker, snapshot, log and all; a worker that does not get its orders back fails it. */
@Timeout(600)
class RecoveryBenchmarkTest {

    @Test
    void restoresReplaysAndReadsAndEndsWithTheRatio() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new RecoveryBenchmark().run(
                List.of("--orders", "2000", "--commands", "3000", "--rounds", "1", "--passes", "2"),
                new PrintStream(out, true, StandardCharsets.UTF_8));

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).anyMatch(line -> line.startsWith("2000 resting orders in a snapshot of "));
        assertThat(lines).anyMatch(line -> line.startsWith("restore ")).anyMatch(line -> line.startsWith("replay "));
        assertThat(lines.getLast()).matches("RATIO recovery [0-9]+\\.[0-9]{2}");
    }
}
