// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.gatling.run.Figures;
import io.outcry.gatling.run.Run;
import io.outcry.gatling.run.RunFile;
import io.outcry.gatling.run.Verdict;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class SummaryTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void twoRunsAreThere() throws Exception {
        write("orderflowsimulation-20260102000000000", run("OrderFlow", "OrderFlow at 2,325/s <fast>", "2026-01-02 00:00:00", true));
        write("pricereadssimulation-20260101000000000", run("PriceReads", "PriceReads at 8,100/s", "2026-01-01 00:00:00", false));
    }

    @Test
    void aRunIsWrittenIntoTheNewestFolderOfItsSimulation() throws Exception {
        Files.createDirectories(folder.resolve("orderflowsimulation-20260103000000000"));
        Run run = run("OrderFlow", "another", "2026-01-03 00:00:00", true);

        Path file = RunFile.write(folder, run);

        assertThat(file).isEqualTo(folder.resolve("orderflowsimulation-20260103000000000").resolve("run.json"));
        assertThat(RunFile.read(List.of(folder))).hasSize(3).last().isEqualTo(run);
    }

    @Test
    void aFileThatIsNoRunIsNamed() throws Exception {
        Files.writeString(Files.createDirectories(folder.resolve("broken")).resolve("run.json"), "not json");

        assertThatThrownBy(() -> RunFile.read(List.of(folder))).isInstanceOf(UncheckedIOException.class).hasMessageContaining("broken");
    }

    @Test
    void theTablesHoldEveryFigureTheOldestRunFirstAndSayWhatWasMissed() throws Exception {
        assertThat(Summary.write(List.of(folder), folder)).isEqualTo(2);

        String tables = Files.readString(folder.resolve("summary.md"));
        assertThat(tables).contains(
                "| 1. PriceReads at 8,100/s | at 1,000/s | 2,325 | 2,324 | 2,319 | 3 | 1.20 | 4.50 | 9.80 | 41.7 | 0.70 |",
                "| | matched | 2,325 | 2,324 | 2,319 | 3 | 1.20 | 4.50 | 9.80 | 41.7 | 0.70 |",
                "| 2. OrderFlow at 2,325/s <fast> | at 1,000/s |",
                "| 1 | matched: p99 below 10 ms | 9.80 ms | **missed** |",
                "| 2 | matched: p99 below 10 ms | 9.80 ms | met |",
                "abc1234", "`-Xmx1g`", "0.82 of 2", "- Run 1: What else.");
        assertThat(tables.indexOf("PriceReads at")).isLessThan(tables.indexOf("OrderFlow at"));
    }

    @Test
    void thePageNeedsNothingElseAndEscapesWhatItShows() throws Exception {
        Summary.write(List.of(folder), folder);

        String page = Files.readString(folder.resolve("summary.html"));
        assertThat(page).contains("OrderFlow at 2,325/s &lt;fast&gt;", "1 of 1 missed", "all 1 met", "abc1234")
                .doesNotContain("<fast>", "http://", "https://", "<script", "<link", "NaN", "Infinity");
    }

    @Test
    void everyChartIsWellFormedAndDrawsEachSeries() throws Exception {
        Summary.write(List.of(folder), folder);

        String page = Files.readString(folder.resolve("summary.html"));
        List<String> charts = charts(page);
        assertThat(charts).as("one over all, and of each run a ramp, rates, slowest and percentiles").hasSize(9);
        for (String chart : charts) {
            var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(chart)));
            int drawn = document.getElementsByTagName("polyline").getLength() + document.getElementsByTagName("circle").getLength();
            assertThat(drawn).isPositive();
        }
    }

    @Test
    void aRunThatMeasuredNothingIsShownAsSuch() throws Exception {
        Figures none = new Figures("matched", 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of(), List.of());
        write("mixedsimulation-20260104000000000",
                new Run("Mixed", "Mixed", "2026-01-04 00:00:00", 60, "abc1234", "2 cores", "", "", 0, 2, Map.of(),
                        List.of(none), List.of(), List.of(), List.of()));

        Summary.write(List.of(folder), folder);

        assertThat(Files.readString(folder.resolve("summary.html"))).contains("not judged").doesNotContain("NaN", "Infinity");
    }

    private void write(String name, Run run) throws Exception {
        Files.createDirectories(folder.resolve(name));
        RunFile.write(folder, run);
    }

    private static List<String> charts(String page) {
        return Pattern.compile("<svg.*?</svg>", Pattern.DOTALL).matcher(page).results()
                .map(MatchResult::group).toList();
    }

    private static Run run(String simulation, String title, String started, boolean met) {
        return new Run(simulation, title, started, 60, "abc1234", "2 cores, Linux amd64", "-Xmx1g", "Java 25 -Xmx1g", 0.82, 2,
                Map.of("seconds", "60"), List.of(figures("matched")), List.of(figures("at 1,000/s"), figures("at 1,500/s")),
                List.of(new Verdict("matched: p99 below 10 ms", 9.8, "ms", met)), List.of("What else."));
    }

    private static Figures figures(String name) {
        return new Figures(name, 2_325, 2_324, 2_319, 139_203, 3, 1.2, 4.5, 9.8, 41.7, 0.7,
                IntStream.range(0, 60).map(second -> 2_325).boxed().toList(),
                IntStream.range(0, 60).map(second -> 2_300 + second).boxed().toList(),
                DoubleStream.iterate(4, millis -> millis + 0.5).limit(60).boxed().toList());
    }
}
