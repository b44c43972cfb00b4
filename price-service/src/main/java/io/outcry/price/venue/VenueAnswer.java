// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.VenueReply;
import java.util.Map;

/** What a venue answered to one call. */
public sealed interface VenueAnswer {

    /** A reply for every symbol that was asked for. */
    record Replies(Map<String, VenueReply> bySymbol) implements VenueAnswer {

        public Replies {
            bySymbol = Map.copyOf(bySymbol);
        }
    }

    /** The venue refused the whole call because it does not list at least one of the symbols. It does not say which. */
    record RefusedAsUnlisted() implements VenueAnswer {}
}
