// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import io.outcry.gatling.run.Figures;
import io.outcry.gatling.run.Run;
import io.outcry.gatling.run.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The runs as one HTML page that needs nothing else. */
final class SummaryPage {

    private static final String HEAD = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Outcry under load</title>
            <style>
            body{font:15px/1.5 system-ui,sans-serif;color:#0f172a;background:#f8fafc;margin:0 auto;max-width:1040px;padding:24px}
            section{background:#fff;border:1px solid #e2e8f0;border-radius:8px;padding:8px 20px 20px;margin:20px 0}
            h1{margin:0}h2{margin:12px 0 0;font-size:20px}h3{margin:16px 0 4px;font-size:15px}p{margin:6px 0}
            table{border-collapse:collapse;width:100%;font-size:13.5px;font-variant-numeric:tabular-nums}
            th,td{padding:4px 8px;border-bottom:1px solid #e2e8f0;text-align:right;vertical-align:top}
            th:first-child,td:first-child,.words{text-align:left}
            .met{color:#047857}.missed{color:#b91c1c;font-weight:600}.quiet{color:#475569;font-size:13.5px}
            svg{width:100%;height:auto;max-width:760px;display:block}svg text{font:12px system-ui,sans-serif}
            code{overflow-wrap:anywhere}.wide{overflow-x:auto}
            </style></head><body>
            """;

    private SummaryPage() {}

    static String of(List<Run> runs) {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("<h1>Outcry under load</h1>\n<p class=\"quiet\">").append(runs.size())
                .append(" runs. Times are milliseconds from when a request")
                .append(" was due to its answer, also where the generator sent it late; rates are those of right answers; warm-up is in no figure.</p>\n");
        overview(page, runs);
        for (int i = 0; i < runs.size(); i++) {
            section(page, i + 1, runs.get(i));
        }
        return page.append("</body></html>\n").toString();
    }

    private static void overview(StringBuilder page, List<Run> runs) {
        page.append("<section><h2>All runs</h2><div class=\"wide\"><table><tr><th>run<th class=\"words\">made<th class=\"words\">commit")
                .append("<th>generator<th class=\"words\">targets</tr>\n");
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            long missed = run.targets().stream().filter(target -> !target.met()).count();
            page.append("<tr><td><a href=\"#run").append(i + 1).append("\">").append(i + 1).append(". ").append(Svg.escaped(run.title()))
                    .append("</a><td class=\"words\">").append(Svg.escaped(run.started())).append("<td class=\"words\">")
                    .append(Svg.escaped(run.commit())).append("<td>").append(cores(run)).append("<td class=\"words ")
                    .append(run.targets().isEmpty()
                            ? "missed\">not judged"
                            : run.metAll()
                                    ? "met\">all " + run.targets().size() + " met"
                                    : "missed\">" + missed + " of " + run.targets().size() + " missed")
                    .append("</tr>\n");
        }
        page.append("</table></div>\n");
        Map<String, Run> newest = new LinkedHashMap<>();
        runs.forEach(run -> newest.put(run.title(), run));
        List<PercentileChart.Row> rows = new ArrayList<>();
        newest.values().forEach(run -> run.series().forEach(series -> rows.add(new PercentileChart.Row(
                run.simulation() + ": " + series.name(), series))));
        if (!rows.isEmpty()) {
            page.append("<h3>How long answers took, in the newest run of each kind; the 99th percentile is written at the right</h3>\n")
                    .append(PercentileChart.of(rows));
        }
        page.append("</section>\n");
    }

    private static void section(StringBuilder page, int number, Run run) {
        page.append("<section id=\"run").append(number).append("\"><h2>").append(number).append(". ").append(Svg.escaped(run.title()))
                .append("</h2>\n<p class=\"quiet\">").append(Svg.escaped(run.started())).append(", ").append(run.seconds())
                .append(" s, commit ").append(Svg.escaped(run.commit())).append(", ").append(Svg.escaped(run.machine()))
                .append("; the generator used ").append(cores(run)).append(" cores.<br>Server: <code>").append(Svg.escaped(run.server()))
                .append("</code><br>Generator: <code>").append(Svg.escaped(run.generator())).append("</code><br>Settings: <code>")
                .append(Svg.escaped(settings(run))).append("</code></p>\n");
        targets(page, run.targets());
        measured(page, Stream.concat(run.levels().stream(), run.series().stream()).toList());
        run.notes().forEach(note -> page.append("<p>").append(Svg.escaped(note)).append("</p>\n"));
        if (!run.levels().isEmpty()) {
            page.append("<h3>Achieved at each wanted rate</h3>\n").append(LevelChart.of(run.levels()));
        }
        List<Figures> shown = run.series().stream().filter(series -> series.answered() > 0).toList();
        if (!shown.isEmpty()) {
            page.append("<h3>Requests each second, offered (dashed) and achieved</h3>\n").append(TimeChart.rates(shown))
                    .append("<h3>Slowest answer to what was due in each second, ms</h3>\n").append(TimeChart.slowest(shown))
                    .append("<h3>How long answers took</h3>\n")
                    .append(PercentileChart.of(shown.stream().map(series -> new PercentileChart.Row(series.name(), series)).toList()));
        }
        page.append("</section>\n");
    }

    private static void targets(StringBuilder page, List<Verdict> targets) {
        page.append("<table><tr><th>target<th>achieved<th class=\"words\"></tr>\n");
        for (Verdict target : targets) {
            page.append("<tr><td>").append(Svg.escaped(target.target())).append("<td>").append(Numbers.plain(target.achieved())).append(' ')
                    .append(Svg.escaped(target.unit())).append("<td class=\"words ").append(target.met() ? "met\">met" : "missed\">missed")
                    .append("</tr>\n");
        }
        page.append("</table>\n");
    }

    private static void measured(StringBuilder page, List<Figures> series) {
        page.append(
                "<div class=\"wide\"><table><tr><th>measured<th>wanted/s<th>offered/s<th>achieved/s<th>errors<th>p50<th>p95<th>p99<th>max")
                .append("<th>sent late, p99</tr>\n");
        for (Figures each : series) {
            page.append("<tr><td>").append(Svg.escaped(each.name()));
            Stream.of(Numbers.wanted(each.wantedPerSecond()), Numbers.plain(each.offeredPerSecond()),
                    Numbers.plain(each.achievedPerSecond()),
                    Numbers.plain(each.errors()), Numbers.plain(each.p50Millis()), Numbers.plain(each.p95Millis()),
                    Numbers.plain(each.p99Millis()), Numbers.plain(each.maxMillis()), Numbers.plain(each.lateP99Millis()))
                    .forEach(figure -> page.append("<td>").append(figure));
            page.append("</tr>\n");
        }
        page.append("</table></div>\n");
    }

    private static String settings(Run run) {
        return run.settings().entrySet().stream().map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(" "));
    }

    private static String cores(Run run) {
        return String.format(Locale.ROOT, "%.2f of %d", run.generatorCores(), run.processors());
    }
}
