// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.SortedMap;
import java.util.TreeMap;

/** Builds what venues a, b, c ... say. */
final class VenueReplies {

    static final long NOW = 1_800_000_000_000_000L;
    static final long STALE_AFTER = 10_000_000;

    private final SortedMap<String, VenueReply> replies = new TreeMap<>();

    static VenueReplies none() {
        return new VenueReplies();
    }

    /** Quotes around the given mids, with an uncertainty of one each. */
    static VenueReplies mids(long... mids) {
        VenueReplies replies = new VenueReplies();
        for (long mid : mids) {
            replies.quote(mid - 1, mid + 1);
        }
        return replies;
    }

    VenueReplies quote(long bid, long ask) {
        return quote(bid, ask, NOW);
    }

    VenueReplies quote(long bid, long ask, long asOfMicros) {
        return and(new VenueReply.Quoted(Quotes.at(bid, ask, asOfMicros)));
    }

    VenueReplies down() {
        return and(new VenueReply.Unavailable("no answer in time"));
    }

    VenueReplies notListed() {
        return and(new VenueReply.NotListed());
    }

    VenueReplies and(VenueReply reply) {
        replies.put(String.valueOf((char) ('a' + replies.size())), reply);
        return this;
    }

    Aggregation aggregate() {
        return PriceAggregator.aggregate(replies, NOW, STALE_AFTER);
    }
}
