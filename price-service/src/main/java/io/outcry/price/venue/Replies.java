// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.Quote;
import io.outcry.price.domain.VenueReply;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes replies out of tickers: a ticker that cannot be read spoils its own symbol only. */
final class Replies {

    private Replies() {}

    /** Reads the quote in a ticker. */
    @FunctionalInterface
    interface QuoteReader {
        Quote read(JsonNode ticker) throws VenueException;
    }

    /** @param ticker null if the answer has none for the symbol */
    static VenueReply of(@Nullable JsonNode ticker, QuoteReader reader) {
        if (ticker == null) {
            return new VenueReply.Unusable("missing in the answer");
        }
        try {
            return new VenueReply.Quoted(reader.read(ticker));
        } catch (VenueException e) {
            return new VenueReply.Unusable(String.valueOf(e.getMessage()));
        }
    }
}
