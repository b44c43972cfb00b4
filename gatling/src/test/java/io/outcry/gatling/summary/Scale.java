// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a value lies on an axis.
 *
 * @param from least value
 * @param to greatest value
 * @param start where the least lies
 * @param end where the greatest lies
 * @param logarithmic whether equal ratios are equally long
 */
record Scale(double from, double to, double start, double end, boolean logarithmic) {

    private static final int TICKS = 5;

    /** From 0 to a round number that is at least {@code greatest}. */
    static Scale linear(double greatest, double start, double end) {
        double step = step(Math.max(greatest, 1e-3));
        return new Scale(0, step * Math.max(1, Math.ceil(greatest / step)), start, end, false);
    }

    /** From one power of ten to another. */
    static Scale powers(double least, double greatest, double start, double end) {
        double low = Math.pow(10, Math.floor(Math.log10(Math.max(least, 0.01))));
        double high = Math.pow(10, Math.ceil(Math.log10(Math.max(greatest, low * 10))));
        return new Scale(low, high, start, end, true);
    }

    double at(double value) {
        double inside = Math.clamp(value, from, to);
        double part = logarithmic ? Math.log10(inside / from) / Math.log10(to / from) : (inside - from) / (to - from);
        return start + part * (end - start);
    }

    /** Values to be written at the axis. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic) {
            for (double tick = from; tick <= to * 1.001; tick *= 10) {
                ticks.add(tick);
            }
        } else {
            double step = step(to);
            for (int i = 0; i * step <= to * 1.001; i++) {
                ticks.add(i * step);
            }
        }
        return ticks;
    }

    /** 1, 2 or 5 times a power of ten. */
    private static double step(double greatest) {
        double rough = greatest / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double part = rough / power;
        return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
    }
}
