// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What a run is told by system properties; remembers what was asked for, so that the run's result says with what it was made. */
final class Settings {

    private static final Set<String> SECRET = Set.of("aliceKey", "bobKey");

    private final Map<String, String> asked = new LinkedHashMap<>();

    /** Where the API answers, without a slash at the end. */
    String baseUrl() {
        String url = text("baseUrl", "http://127.0.0.1:8080");
        if (url.endsWith("/")) {
            throw new IllegalArgumentException("baseUrl must not end with a slash: " + url);
        }
        return url;
    }

    /** API key of the first trading account. */
    String aliceKey() {
        return text("aliceKey", "demo-alice");
    }

    /** API key of the second trading account. */
    String bobKey() {
        return text("bobKey", "demo-bob");
    }

    /** Of every draw: the same seed, the same traffic. */
    int seed() {
        return number("seed", 1, Integer.MIN_VALUE);
    }

    /** {@code -Dmodel}: {@code open}, requests at a constant rate, or {@code users}, each on a connection of their own. */
    boolean isOpen(String otherwise) {
        String model = text("model", otherwise);
        return switch (model) {
            case "open" -> true;
            case "users" -> false;
            default -> throw new IllegalArgumentException("-Dmodel=" + model + " is neither open nor users");
        };
    }

    String text(String name, String otherwise) {
        String value = System.getProperty(name, otherwise);
        if (!SECRET.contains(name)) {
            asked.put(name, value);
        }
        return value;
    }

    /** @throws IllegalArgumentException naming the property that is not a whole number or is below {@code least} */
    int number(String name, int otherwise, int least) {
        String text = text(name, String.valueOf(otherwise));
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

    /** @throws IllegalArgumentException naming the property that is not a number above 0 */
    double factor(String name, double otherwise) {
        String text = text(name, String.valueOf(otherwise));
        try {
            double value = Double.parseDouble(text);
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("-D" + name + "=" + text + " is not a number", e);
        }
        throw new IllegalArgumentException("-D" + name + "=" + text + " is not above 0");
    }

    /** Names and values in the order in which they were asked for, without keys. */
    Map<String, String> all() {
        return new LinkedHashMap<>(asked);
    }
}
