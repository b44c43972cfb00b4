// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.run;

import java.util.List;

/**
 * One kind of request in the measured time of one run. Times are milliseconds from when a request was due to its answer; those of failed requests
 * are among them.
 *
 * @param name what was asked or waited for
 * @param wantedPerSecond the rate that was to be offered, 0 where none was
 * @param offeredPerSecond sent, each second
 * @param achievedPerSecond answered as it should be, each second
 * @param answered how many were answered, right or wrong
 * @param errors how many were not answered, or wrongly
 * @param p50Millis median
 * @param p95Millis 95th percentile
 * @param p99Millis 99th percentile
 * @param maxMillis the longest
 * @param lateP99Millis 99th percentile of how much later than due the generator sent
 * @param offered for each second, how many were due
 * @param achieved for each second, how many were answered as they should be
 * @param slowestMillis for each second, the longest time of those that were due in it
 */
public record Figures(
        String name,
        double wantedPerSecond,
        double offeredPerSecond,
        double achievedPerSecond,
        long answered,
        long errors,
        double p50Millis,
        double p95Millis,
        double p99Millis,
        double maxMillis,
        double lateP99Millis,
        List<Integer> offered,
        List<Integer> achieved,
        List<Double> slowestMillis) {}
