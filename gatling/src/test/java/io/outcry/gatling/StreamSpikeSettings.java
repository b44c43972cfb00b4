// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import java.time.Duration;

/**
 * What a spike is told by system properties of the same names.
 *
 * @param baseUrl where the API answers, without a slash at the end
 * @param users at the top; two thirds of them come first
 * @param timeScale factor on all times, 0.1 for a tenth
 * @param patienceSeconds how long a user waits for the first price
 * @param firstP99Millis limit of the 99th percentile, from subscribing to the first price
 * @param pricesP99Millis limit of the 99th percentile of a price's time under way
 */
record StreamSpikeSettings(String baseUrl, int users, double timeScale, int patienceSeconds, int firstP99Millis, int pricesP99Millis) {

    StreamSpikeSettings {
        if (baseUrl.endsWith("/") || users < 3 || !(timeScale > 0) || patienceSeconds < 1 || firstP99Millis < 1 || pricesP99Millis < 1) {
            throw new IllegalArgumentException(
                    "baseUrl without a slash at its end, users at least 3, the others above 0: " + baseUrl + ", " + users + ", " + timeScale
                            + ", " + patienceSeconds + ", " + firstP99Millis + ", " + pricesP99Millis);
        }
    }

    /** @throws IllegalArgumentException if a property is not a number or out of range */
    static StreamSpikeSettings ofSystemProperties() {
        return new StreamSpikeSettings(
                System.getProperty("baseUrl", "http://127.0.0.1:8080"),
                Integer.getInteger("users", 1_500),
                Double.parseDouble(System.getProperty("timeScale", "1")),
                Integer.getInteger("patienceSeconds", 10),
                Integer.getInteger("firstP99Millis", 500),
                Integer.getInteger("pricesP99Millis", 150));
    }

    /** A time of the spike as it is to be. */
    Duration scaled(int seconds) {
        return Duration.ofMillis(Math.max(1, Math.round(seconds * 1_000 * timeScale)));
    }
}
