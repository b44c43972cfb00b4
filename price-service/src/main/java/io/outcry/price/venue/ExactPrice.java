// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.databind.JsonNode;

/** A venue's number, which may be a JSON string or a JSON number, as an integer at a scale. */
final class ExactPrice {

    /** Longer numbers are refused. */
    static final int MAX_LENGTH = 40;

    private static final int MAX_LONG_DIGITS = 18;

    private ExactPrice() {}

    /** A bid: digits finer than the scale are rounded down. */
    static long bid(JsonNode node, int scale) throws VenueException {
        return atScale(node, scale, RoundingMode.FLOOR);
    }

    /** An ask: digits finer than the scale are rounded up, so that rounding never crosses a quote. */
    static long ask(JsonNode node, int scale) throws VenueException {
        return atScale(node, scale, RoundingMode.CEILING);
    }

    /** The price of a last trade, rounded down; 0 where the venue does not say. */
    static long last(JsonNode node, int scale) throws VenueException {
        return node.isMissingNode() || node.isNull() ? 0 : atScale(node, scale, RoundingMode.FLOOR);
    }

    private static long atScale(JsonNode node, int scale, RoundingMode rounding) throws VenueException {
        BigDecimal value = decimal(node);
        // Judged before scaling: 1E+999999999 is ten characters long, and a gigabyte at any scale.
        if (Math.abs((long) value.scale()) > MAX_LENGTH || (long) value.precision() - value.scale() + scale > MAX_LONG_DIGITS) {
            throw new VenueException("a price out of range");
        }
        return value.setScale(scale, rounding).unscaledValue().longValueExact();
    }

    private static BigDecimal decimal(JsonNode node) throws VenueException {
        if (node.isNumber()) {
            return node.decimalValue();
        }
        String text = node.isString() ? node.stringValue() : "";
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            throw new VenueException("a price that is not a number");
        }
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new VenueException("a price that is not a number", e);
        }
    }
}
