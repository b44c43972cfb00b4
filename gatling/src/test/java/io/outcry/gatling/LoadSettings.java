// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

/**
 * What a run is told by system properties of the same names.
 *
 * @param baseUrl where the API answers, without a slash at the end
 * @param aliceKey API key of the first trading account
 * @param bobKey API key of the second one
 * @param ordersPerSecond offered rate of orders, 0 for none
 * @param pricesPerSecond offered rate of price reads, 0 for none
 * @param warmupSeconds length of the phase that is not measured, at least 1
 * @param seconds length of the measured phase, at least 1
 * @param seed of every draw
 * @param ordersP99Millis limit of the 99th percentile, from due to outcome
 * @param pricesP99Millis limit of the 99th percentile, from due to answer
 */
record LoadSettings(
        String baseUrl,
        String aliceKey,
        String bobKey,
        int ordersPerSecond,
        int pricesPerSecond,
        int warmupSeconds,
        int seconds,
        long seed,
        int ordersP99Millis,
        int pricesP99Millis) {

    LoadSettings {
        if (baseUrl.endsWith("/")) {
            throw new IllegalArgumentException("baseUrl must not end with a slash: " + baseUrl);
        }
        if (ordersPerSecond + pricesPerSecond == 0) {
            throw new IllegalArgumentException("ordersPerSecond and pricesPerSecond are both 0: there is nothing to do");
        }
    }

    /** @throws IllegalArgumentException naming the property that is not a number or out of range */
    static LoadSettings ofSystemProperties() {
        return new LoadSettings(
                System.getProperty("baseUrl", "http://127.0.0.1:8080"),
                System.getProperty("aliceKey", "demo-alice"),
                System.getProperty("bobKey", "demo-bob"),
                number("ordersPerSecond", 200, 0),
                number("pricesPerSecond", 1_000, 0),
                number("warmupSeconds", 10, 1),
                number("seconds", 60, 1),
                number("seed", 1, Integer.MIN_VALUE),
                number("ordersP99Millis", 50, 1),
                number("pricesP99Millis", 50, 1));
    }

    private static int number(String name, int otherwise, int least) {
        String text = System.getProperty(name);
        if (text == null) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("-D" + name + "=" + text + " is not a whole number", e);
        }
        throw new IllegalArgumentException("-D" + name + "=" + text + " is below " + least);
    }
}
