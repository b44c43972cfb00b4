// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.contracts.time.Micros;
import java.time.DateTimeException;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** A venue's time, as microseconds since the epoch. */
final class ExactTime {

    private static final long MICROS_PER_MILLI = 1_000;
    /** The year 2200: nobody means a later one. */
    private static final long LATEST_MILLIS = 7_258_118_400_000L;

    private ExactTime() {}

    /** From text as ISO 8601 has it; the epoch itself, and what lies before it, is what a server says that has none. */
    static long iso(JsonNode node) throws VenueException {
        long micros;
        try {
            micros = Micros.of(Instant.parse(node.asString("")));
        } catch (DateTimeException | ArithmeticException e) {
            throw new VenueException("a time that is none", e);
        }
        if (micros < 1) {
            throw new VenueException("a time that is none");
        }
        return micros;
    }

    /** From milliseconds since the epoch, as a number or as its text. */
    static long millis(JsonNode node) throws VenueException {
        return positive(node, LATEST_MILLIS) * MICROS_PER_MILLI;
    }

    /** From seconds since the epoch, as a number or as its text. */
    static long seconds(JsonNode node) throws VenueException {
        return positive(node, LATEST_MILLIS / 1_000) * MICROS_PER_MILLI * 1_000;
    }

    private static long positive(JsonNode node, long most) throws VenueException {
        String text = node.isIntegralNumber() || node.isString() ? node.asString("") : "";
        long value = text.matches("[0-9]{1,15}") ? Long.parseLong(text) : 0;
        if (value < 1 || value > most) {
            throw new VenueException("a time that is none");
        }
        return value;
    }
}
