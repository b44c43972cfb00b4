// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.benchmarks.command.CommandLine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PipelineReportTest {

    private final PipelineLoad load = PipelineLoad.of(new CommandLine(List.of(), PipelineLoad.OPTIONS, Set.of()));

    @Test
    void endsWithTheRatioOfTheMedianRates() {
        List<String> lines = print(Map.of(
                Product.MATCHING, List.of(turn(300, 1.0, 4.0), turn(100, 2.0, 6.0), turn(200, 3.0, 8.0)),
                Product.PASS_THROUGH, List.of(turn(400, 1.0, 3.0), turn(390, 1.0, 3.0), turn(900, 1.0, 3.0))));

        assertThat(lines.subList(lines.size() - 3, lines.size()))
                .containsExactly("RATIO pipeline-p50 2.00", "RATIO pipeline-p99 2.00", "RATIO pipeline 0.50");
        assertThat(lines).contains("Round by round: rate 0.75, 0.26, 0.22; p50 1.00, 2.00, 3.00; p99 1.33, 2.00, 2.67.");
        assertThat(lines).anyMatch(line -> line.matches("matching +200 +100\\.\\.300 .*"));
    }

    @Test
    void oneProductAloneHasNoRatio() {
        assertThat(print(Map.of(Product.MATCHING, List.of(turn(300, 1, 4))))).noneMatch(line -> line.startsWith("RATIO"));
    }

    private List<String> print(Map<Product, List<TurnResult>> results) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new PipelineReport(load, results, new PrintStream(out, true, StandardCharsets.UTF_8)).print();
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static TurnResult turn(double rate, double p50, double p99) {
        return new TurnResult(70, 200, rate, 2, 2, 10_000, 10_000, p50, p99, p99, p99);
    }
}
