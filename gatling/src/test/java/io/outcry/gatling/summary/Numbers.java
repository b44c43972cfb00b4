// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import java.util.Locale;

/** Figures as people read them. */
final class Numbers {

    private Numbers() {}

    /** Three digits that count, more before the point if there are. */
    static String plain(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 || value == Math.rint(value) ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** A rate, empty if there was none to be offered. */
    static String wanted(double perSecond) {
        return perSecond == 0 ? "" : plain(perSecond);
    }
}
