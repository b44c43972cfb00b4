// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

import org.HdrHistogram.Histogram;

/**
 * What came of a load.
 *
 * @param rate right answers a second where the next question waits for the last answer; else all
 * @param errors answers that are not right, and connections lost
 * @param micros how long those of the rate took, microseconds
 * @param firstError the first answer that is not right, in one line; empty where there is none
 */
public record LoadResult(double rate, long errors, Histogram micros, String firstError) {

    /** What so many of a hundred answers did not exceed, milliseconds. */
    public double percentileMillis(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1_000.0;
    }
}
