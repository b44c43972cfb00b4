// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import io.outcry.gatling.run.Figures;
import java.util.List;
import java.util.Locale;

/** A ramp: what was achieved at each rate that was wanted, beside the line on which nothing is lost. */
final class LevelChart {

    private static final int HEIGHT = 300;
    private static final int LEFT = 62;
    private static final int RIGHT = 740;
    private static final int TOP = 14;
    private static final int BOTTOM = 262;

    private LevelChart() {}

    static String of(List<Figures> levels) {
        List<Figures> tried = levels.stream().filter(level -> level.answered() > 0).toList();
        double greatest = tried.stream().mapToDouble(Figures::wantedPerSecond).max().orElse(1);
        Scale x = Scale.linear(greatest, LEFT, RIGHT);
        Scale y = Scale.linear(greatest, BOTTOM, TOP);
        Svg svg = new Svg(HEIGHT, "achieved against wanted rate");
        for (double tick : y.ticks()) {
            svg.line(LEFT, y.at(tick), RIGHT, y.at(tick), Svg.GRID, 1);
            svg.text(LEFT - 6, y.at(tick) + 4, "end", Numbers.plain(tick));
            svg.text(x.at(tick), BOTTOM + 16, "middle", Numbers.plain(tick));
        }
        svg.text(RIGHT, HEIGHT - 6, "end", "wanted/s; at each dot: p99 in ms");
        svg.polyline(String.format(Locale.ROOT, "%d,%d %.1f,%.1f", LEFT, BOTTOM, x.at(greatest), y.at(greatest)), Svg.INK, true);
        StringBuilder points = new StringBuilder();
        for (Figures level : tried) {
            double atX = x.at(level.wantedPerSecond());
            double atY = y.at(level.achievedPerSecond());
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", atX, atY));
            svg.dot(atX, atY, 5, Svg.colour(level.errors() == 0 ? 0 : 1), level.name() + ", " + level.errors() + " errors");
            svg.text(atX - 8, atY - 8, "end", Numbers.plain(level.p99Millis()));
        }
        svg.polyline(points.toString().strip(), Svg.colour(0), false);
        return svg.done();
    }
}
