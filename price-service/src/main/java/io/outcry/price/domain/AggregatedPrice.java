// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * A price that can be trusted, at the instrument's scale.
 *
 * @param price always positive, between bid and ask
 * @param confidence how far off it may be; always positive
 * @param bid median of the bids that counted
 * @param ask median of the asks that counted
 * @param asOfMicros the oldest quote that counted
 * @param sources how many quotes counted
 */
public record AggregatedPrice(long price, long confidence, long bid, long ask, long asOfMicros, Quality quality, int sources) {

    /** How well a price is founded. */
    public enum Quality {
        /** At least three venues, or every venue that was asked where that is two. */
        FRESH,
        /** Two venues where more were asked: one liar among them would be half of the truth. */
        DEGRADED,
        /** One venue: nobody contradicts it. */
        SINGLE_SOURCE
    }

    public AggregatedPrice {
        if (price <= 0 || confidence <= 0 || bid <= 0 || bid > price || ask < price || sources < 1) {
            throw new IllegalArgumentException(
                    "not a price: " + bid + " <= " + price + " <= " + ask + ", +-" + confidence + " of " + sources);
        }
    }
}
