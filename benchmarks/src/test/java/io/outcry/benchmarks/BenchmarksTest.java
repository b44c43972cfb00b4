// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarksTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void listsAllNamesAndOptionsWhenNoneIsGiven() throws Exception {
        assertThat(run()).isZero();
        assertThat(text(out)).contains("matching:", "matching-worker:", "pipeline:", "pipeline-worker:", "recovery:", "recovery-worker:",
                "broker:", "orders:", "orders-worker:", "footprint:", "--print-hashes", "random-1000000", "exchange-core");
    }

    @Test
    void refusesAnUnknownNameAndSaysWhichThereAre() throws Exception {
        assertThat(run("machting")).isEqualTo(2);
        assertThat(text(err)).contains("no benchmark is called machting; there are matching, matching-worker");
    }

    @Test
    void refusesWrongOptionsBeforeItRunsAnything() throws Exception {
        assertThat(run("matching", "--speed", "1")).isEqualTo(2);
        assertThat(run("matching", "--engines", "linked,quick")).isEqualTo(2);
        assertThat(run("matching", "--seed", "4294967296")).isEqualTo(2);
        assertThat(run("matching-worker", "--rounds", "1")).isEqualTo(2);
        assertThat(run("matching-worker")).isEqualTo(2);
        // The first round is there to warm up.
        assertThat(run("barrier", "--rounds", "1")).isEqualTo(2);
        assertThat(text(err)).contains("unknown option --speed", "not \"quick\"", "not \"4294967296\"", "unknown option --rounds",
                "--engine names");
        assertThat(text(out)).isEmpty();
    }

    @Test
    void printsHashesOfTheFirstEngineForTheScenariosNamed() throws Exception {
        assertThat(run("matching", "--print-hashes", "--count", "20000", "--scenarios", "normal,random-1000", "--engines=linked")).isZero();

        assertThat(text(out).lines()).hasSize(2).first().isEqualTo(
                "HASH normal 23 20000 7e32c8ad534265a77e66b9fc1df15cc61fe3030434a5b0ab9548704d23bb0395");
    }

    @Test
    void printsTheHashesOfThePublicFiveForAnySeed() throws Exception {
        assertThat(run("matching", "--print-hashes", "--count", "100", "--seed", "4294967295")).isZero();

        assertThat(text(out).lines()).hasSize(5).allMatch(line -> line.matches("HASH [a-z0-9-]+ 4294967295 100 [0-9a-f]{64}"));
    }

    private int run(String... words) throws Exception {
        return Benchmarks.run(List.of(words), new PrintStream(out, true), new PrintStream(err, true));
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
