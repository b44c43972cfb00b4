// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import io.outcry.gatling.run.Figures;
import java.util.List;

/** How long answers took, one row for each kind of request, from its median to its longest, on a scale of powers of ten. */
final class PercentileChart {

    private static final int LEFT = 250;
    private static final int RIGHT = 700;
    private static final int ROW = 26;
    private static final int TOP = 22;

    /** @param label what stands before the row */
    record Row(String label, Figures figures) {}

    private PercentileChart() {}

    static String of(List<Row> all) {
        List<Row> rows = all.stream().filter(row -> row.figures().answered() > 0).toList();
        double least = rows.stream().mapToDouble(row -> row.figures().p50Millis()).min().orElse(1);
        double greatest = rows.stream().mapToDouble(row -> row.figures().maxMillis()).max().orElse(10);
        int bottom = TOP + rows.size() * ROW;
        Scale x = Scale.powers(least, greatest, LEFT, RIGHT);
        Svg svg = new Svg(bottom + 26, "milliseconds from due to answer: median, 95th and 99th percentile, longest");
        for (double tick : x.ticks()) {
            svg.line(x.at(tick), TOP - 6, x.at(tick), bottom, Svg.GRID, 1);
            svg.text(x.at(tick), bottom + 16, "middle", Numbers.plain(tick) + " ms");
        }
        svg.text(LEFT, 10, "start", "dots, from left to right: p50, p95, p99, max");
        for (int i = 0; i < rows.size(); i++) {
            row(svg, rows.get(i), TOP + i * ROW + ROW / 2.0, x, Svg.colour(i));
        }
        return svg.done();
    }

    private static void row(Svg svg, Row row, double y, Scale x, String colour) {
        Figures figures = row.figures();
        svg.text(LEFT - 12, y + 4, "end", row.label());
        svg.line(x.at(figures.p50Millis()), y, x.at(figures.maxMillis()), y, colour, 1.5);
        svg.dot(x.at(figures.p50Millis()), y, 3, colour, "p50 " + Numbers.plain(figures.p50Millis()) + " ms");
        svg.dot(x.at(figures.p95Millis()), y, 4, colour, "p95 " + Numbers.plain(figures.p95Millis()) + " ms");
        svg.dot(x.at(figures.p99Millis()), y, 5, colour, "p99 " + Numbers.plain(figures.p99Millis()) + " ms");
        svg.dot(x.at(figures.maxMillis()), y, 3, colour, "max " + Numbers.plain(figures.maxMillis()) + " ms");
        svg.text(RIGHT + 8, y + 4, "start", Numbers.plain(figures.p99Millis()));
    }
}
