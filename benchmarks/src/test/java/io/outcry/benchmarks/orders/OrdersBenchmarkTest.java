// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A small run of the real thing: a broker, the engine, the order service, and the bare endpoint. */
@Timeout(600)
class OrdersBenchmarkTest {

    @Test
    void measuresBothProductsAndEndsWithTheRatio() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new OrdersBenchmark().run(
                List.of("--rounds", "1", "--connections", "4", "--warmup", "1", "--seconds", "1", "--flags", "-Xmx256m"),
                new PrintStream(out, true, StandardCharsets.UTF_8));

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        for (String product : List.of("outcry", "bare")) {
            assertThat(lines).anyMatch(line -> line.matches("1 +" + product + " +full speed .*"))
                    .anyMatch(line -> line.matches("1 +" + product + " +500/s .*"))
                    .anyMatch(line -> line.matches("1 +" + product + " +2325/s .*"));
        }
        assertThat(lines).anyMatch(line -> line.matches("1 +outcry +batches of 100 .*"));
        assertThat(lines.getLast()).matches("RATIO orders [0-9]+\\.[0-9]{2}");
    }
}
