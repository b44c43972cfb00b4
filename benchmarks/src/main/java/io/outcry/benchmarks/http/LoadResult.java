// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

import org.HdrHistogram.Histogram;

/**
 * What came of a load.
 *
 * @param rate answers a second, right or wrong
 * @param errors answers of another status than is right, and connections lost
 * @param micros how long answers took, microseconds
 */
public record LoadResult(double rate, long errors, Histogram micros) {

    /** What so many of a hundred answers did not exceed, milliseconds. */
    public double percentileMillis(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1_000.0;
    }
}
