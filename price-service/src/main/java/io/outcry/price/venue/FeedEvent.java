// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import tools.jackson.databind.JsonNode;

/** What a message on a socket says. */
public sealed interface FeedEvent {

    /**
     * The top of a symbol's book; the numbers as they stand in the message.
     *
     * @param exchangeMicros the venue's time; 0 where it gives none
     * @param tradeId number of the last trade; 0 where it gives none
     */
    record Ticker(String venueSymbol, JsonNode bid, JsonNode ask, JsonNode last, long exchangeMicros, long tradeId) implements FeedEvent {}

    /** Nothing has changed for the symbol since that trade. */
    record SymbolAlive(String venueSymbol, long tradeId, long exchangeMicros) implements FeedEvent {}

    /** The connection lives. */
    record Alive() implements FeedEvent {}

    /** The venue does not trade it; it may have refused the whole message that asked for it. */
    record NotListed(String venueSymbol) implements FeedEvent {}

    /** The venue is about to close the connection. */
    record Leaving() implements FeedEvent {}

    /** The venue is not content with us, in its own words. */
    record Complaint(String text) implements FeedEvent {}
}
