// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A small run of the real thing: both products between the topics of a broker, every outcome's size checked. */
@Timeout(600)
class PipelineBenchmarkTest {

    @Test
    void measuresBothProductsAndEndsWithTheRatio() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new PipelineBenchmark().run(
                List.of("--untouched", "--rounds", "1", "--warmup", "2000", "--records", "100000", "--seconds", "1", "--rate", "500",
                        "--flags", "-Xmx256m"),
                new PrintStream(out, true, StandardCharsets.UTF_8));

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).anyMatch(line -> line.startsWith("matching ")).anyMatch(line -> line.startsWith("pass-through "));
        assertThat(lines.getLast()).matches("RATIO pipeline [0-9]+\\.[0-9]{2}");
    }
}
