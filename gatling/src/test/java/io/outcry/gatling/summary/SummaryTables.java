// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import io.outcry.gatling.run.Figures;
import io.outcry.gatling.run.Run;
import io.outcry.gatling.run.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The runs as Markdown: what was measured, what was asked for, and with what each run was made. */
final class SummaryTables {

    private SummaryTables() {}

    static String of(List<Run> runs) {
        StringBuilder page = new StringBuilder(
                "Times are milliseconds from when a request was due to its answer; rates are those of right answers.\n\n");
        page.append("| run | measured | wanted/s | offered/s | achieved/s | errors | p50 | p95 | p99 | max | sent late, p99 |\n")
                .append("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            String first = (i + 1) + ". " + run.title();
            for (Figures figures : Stream.concat(run.levels().stream(), run.series().stream()).toList()) {
                row(page, first, figures);
                first = "";
            }
        }
        page.append("\n| run | target | achieved | |\n|---|---|--:|---|\n");
        for (int i = 0; i < runs.size(); i++) {
            for (Verdict target : runs.get(i).targets()) {
                page.append("| ").append(i + 1).append(" | ").append(cell(target.target())).append(" | ")
                        .append(Numbers.plain(target.achieved()))
                        .append(target.unit().startsWith("/") || target.unit().isEmpty() ? "" : " ")
                        .append(target.unit()).append(" | ").append(target.met() ? "met" : "**missed**").append(" |\n");
            }
        }
        page.append(
                "\n| run | made | s | commit | machine | server | generator | generator's cores |\n|---|---|--:|---|---|---|---|--:|\n");
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            page.append(String.format(
                    Locale.ROOT, "| %d | %s | %d | %s | %s | `%s` | `%s` | %.2f of %d |%n", i + 1, run.started(), run.seconds(),
                    run.commit(),
                    cell(run.machine()), cell(run.server()), cell(run.generator()), run.generatorCores(), run.processors()));
        }
        notes(page, runs);
        return page.toString();
    }

    private static void row(StringBuilder page, String run, Figures figures) {
        List<String> cells = List.of(
                run, figures.name(), Numbers.wanted(figures.wantedPerSecond()), Numbers.plain(figures.offeredPerSecond()),
                Numbers.plain(figures.achievedPerSecond()), Numbers.plain(figures.errors()), Numbers.plain(figures.p50Millis()),
                Numbers.plain(figures.p95Millis()), Numbers.plain(figures.p99Millis()), Numbers.plain(figures.maxMillis()),
                Numbers.plain(figures.lateP99Millis()));
        cells.forEach(text -> page.append("| ").append(cell(text)).append(text.isEmpty() ? "" : " "));
        page.append("|\n");
    }

    private static void notes(StringBuilder page, List<Run> runs) {
        page.append('\n');
        for (int i = 0; i < runs.size(); i++) {
            for (String note : runs.get(i).notes()) {
                page.append("- Run ").append(i + 1).append(": ").append(note).append('\n');
            }
        }
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace('\n', ' ');
    }
}
