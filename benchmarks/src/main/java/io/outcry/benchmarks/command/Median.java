// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.command;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** The middle of some figures, or the mean of the two in the middle. */
public final class Median {

    private Median() {}

    /** @throws IllegalArgumentException if there is none */
    public static double of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no figure has no median");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** @throws IllegalArgumentException if there is none */
    public static double of(DoubleStream values) {
        return of(values.toArray());
    }
}
