// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/** What came of asking one venue for one symbol. */
public sealed interface VenueReply {

    /** A reason is published with each price that is made meanwhile, and may be a venue's own words: longer ones are cut off. */
    int MAX_REASON = 200;

    /** The venue answered with a quote; whether it counts is for the {@link PriceAggregator} to say. */
    record Quoted(Quote quote) implements VenueReply {}

    /** The venue does not trade the symbol, so it was not really asked. */
    record NotListed() implements VenueReply {}

    /**
     * No answer: the venue is down, slow, over its limits, or its breaker is open.
     *
     * @param reason plain words for people
     */
    record Unavailable(String reason) implements VenueReply {

        public Unavailable {
            reason = cut(reason);
        }
    }

    /**
     * An answer that cannot be read as a quote.
     *
     * @param reason plain words for people
     */
    record Unusable(String reason) implements VenueReply {

        public Unusable {
            reason = cut(reason);
        }
    }

    private static String cut(String reason) {
        return reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON);
    }
}
