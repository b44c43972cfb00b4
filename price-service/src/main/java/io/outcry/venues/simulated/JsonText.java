// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.math.BigDecimal;
import java.util.List;

/** Writes a flat JSON object of names and values that need no escaping. */
final class JsonText {

    private final StringBuilder out = new StringBuilder(256).append('{');

    JsonText add(String name, String value) {
        name(name).append('"').append(value).append('"');
        return this;
    }

    JsonText add(String name, long value) {
        name(name).append(value);
        return this;
    }

    /** As a string, which is how venues write prices. */
    JsonText add(String name, BigDecimal value) {
        return add(name, value.toPlainString());
    }

    JsonText add(String name, List<String> values) {
        name(name).append("[\"").append(String.join("\",\"", values)).append("\"]");
        return this;
    }

    JsonText addNumbers(String name, long first, long second) {
        name(name).append('[').append(first).append(',').append(second).append(']');
        return this;
    }

    /** As it is: a number with digits after the point, an object, a literal. */
    JsonText addRaw(String name, String json) {
        name(name).append(json);
        return this;
    }

    private StringBuilder name(String name) {
        return (out.length() == 1 ? out : out.append(',')).append('"').append(name).append("\":");
    }

    /** The whole object; nothing can be added after it. */
    @Override
    public String toString() {
        return out + "}";
    }
}
