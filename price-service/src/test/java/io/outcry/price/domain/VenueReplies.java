// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.SortedMap;
import java.util.TreeMap;

/** Builds what venues a, b, c ... say. */
final class VenueReplies {

    static final long NOW = 1_800_000_000_000_000L;
    static final long STALE_AFTER = 10_000_000;

    static final String OWN = "outcry";
    static final PricedInstrument INSTRUMENT = new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT);
    static final PricedInstrument INDEX = new PricedInstrument("USDT-USD", "USDT", "USD", 8, RefreshTier.HOT);
    static final AggregationRules RULES =
            AggregationRules.of(new TierIntervals(STALE_AFTER / 2_000, 30_000, 300_000), RefreshTier.HOT, 1, OWN);

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

    /** What our own book says. */
    VenueReplies own(long bid, long ask) {
        replies.put(OWN, new VenueReply.Quoted(Quotes.at(bid, ask, NOW)));
        return this;
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
        return aggregate(RULES);
    }

    /** With other rules than those of a hot symbol. */
    Aggregation aggregate(AggregationRules rules) {
        return new SymbolSources().aggregate(INSTRUMENT, replies, rules, symbol -> null, NOW);
    }

    /** As those of the index itself, of which this was known. */
    Aggregation aggregateIndex(IndexRate known) {
        return new SymbolSources().aggregate(INDEX, replies, RULES.forIndex(), symbol -> known, NOW);
    }
}
