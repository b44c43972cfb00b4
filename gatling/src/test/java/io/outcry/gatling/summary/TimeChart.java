// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import io.outcry.gatling.run.Figures;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What happened in each second of a run: rates, or the slowest answers. */
final class TimeChart {

    private static final int HEIGHT = 240;
    private static final int LEFT = 62;
    private static final int RIGHT = 748;
    private static final int TOP = 12;
    private static final int BOTTOM = 190;
    /** More points than this are averaged: they could not be told apart. */
    private static final int MOST_POINTS = 300;

    private TimeChart() {}

    /** Offered (dashed) and achieved rate of each series. */
    static String rates(List<Figures> series) {
        double greatest = series.stream().flatMap(each -> Stream.concat(each.offered().stream(), each.achieved().stream()))
                .mapToInt(Integer::intValue).max().orElse(1);
        Scale y = Scale.linear(greatest, BOTTOM, TOP);
        Svg svg = axes(series, y, "requests each second");
        for (int i = 0; i < series.size(); i++) {
            line(svg, series.get(i).offered(), longest(series), y, Svg.colour(i), true);
            line(svg, series.get(i).achieved(), longest(series), y, Svg.colour(i), false);
        }
        return svg.done();
    }

    /** The slowest answer to what was due in each second, of each series. */
    static String slowest(List<Figures> series) {
        double greatest = series.stream().flatMap(each -> each.slowestMillis().stream()).mapToDouble(Double::doubleValue).max().orElse(1);
        double least = series.stream().flatMap(each -> each.slowestMillis().stream()).mapToDouble(Double::doubleValue)
                .filter(millis -> millis > 0).min().orElse(1);
        Scale y = Scale.powers(least, greatest, BOTTOM, TOP);
        Svg svg = axes(series, y, "slowest answer of each second, ms");
        for (int i = 0; i < series.size(); i++) {
            line(svg, series.get(i).slowestMillis(), longest(series), y, Svg.colour(i), false);
        }
        return svg.done();
    }

    private static Svg axes(List<Figures> series, Scale y, String label) {
        Svg svg = new Svg(HEIGHT, label);
        for (double tick : y.ticks()) {
            svg.line(LEFT, y.at(tick), RIGHT, y.at(tick), Svg.GRID, 1);
            svg.text(LEFT - 6, y.at(tick) + 4, "end", Numbers.plain(tick));
        }
        Scale x = new Scale(0, longest(series), LEFT, RIGHT, false);
        for (double tick : x.ticks()) {
            svg.text(x.at(tick), BOTTOM + 16, "middle", Numbers.plain(tick) + " s");
        }
        double at = LEFT;
        for (int i = 0; i < series.size(); i++) {
            svg.line(at, HEIGHT - 14, at + 16, HEIGHT - 14, Svg.colour(i), 3);
            svg.text(at + 21, HEIGHT - 10, "start", series.get(i).name());
            at += 36 + 6.6 * series.get(i).name().length();
        }
        return svg;
    }

    private static int longest(List<Figures> series) {
        return series.stream().mapToInt(each -> each.offered().size()).max().orElse(1);
    }

    /** All series of a run end together; one that is shorter than the longest began later. */
    private static void line(Svg svg, List<? extends Number> values, int longest, Scale y, String colour, boolean dashed) {
        int together = (values.size() + MOST_POINTS - 1) / MOST_POINTS;
        int began = longest - values.size();
        Scale x = new Scale(0, Math.max(1, longest), LEFT, RIGHT, false);
        StringBuilder points = new StringBuilder();
        for (int from = 0; from < values.size(); from += Math.max(1, together)) {
            List<? extends Number> some = values.subList(from, Math.min(values.size(), from + together));
            double mean = some.stream().mapToDouble(Number::doubleValue).average().orElse(0);
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x.at(began + from + some.size() / 2.0), y.at(mean)));
        }
        svg.polyline(points.toString().strip(), colour, dashed);
    }
}
