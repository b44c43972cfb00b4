// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import io.outcry.price.domain.JudgedReply.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A symbol whose venues are asked every five seconds; a venue's last reply stays until it is given another. */
final class HotSymbol {

    static final long INTERVAL = 5_000_000;

    private final SymbolSources sources = new SymbolSources();
    private final Map<String, IndexRate> indices = new HashMap<>();
    private final SortedMap<String, VenueReply> replies = new TreeMap<>();
    private final List<JudgedReply> news = new ArrayList<>();
    private long now = VenueReplies.NOW;

    long now() {
        return now;
    }

    /** The faults that were news in the rounds so far. */
    List<JudgedReply> news() {
        return news;
    }

    void next() {
        turnClock(INTERVAL);
    }

    void turnClock(long micros) {
        now += micros;
    }

    Aggregation round() {
        return round(sources);
    }

    Aggregation round(SymbolSources of) {
        return round(of, VenueReplies.RULES);
    }

    Aggregation roundForIndex() {
        return round(sources, VenueReplies.RULES.forIndex());
    }

    private Aggregation round(SymbolSources of, AggregationRules rules) {
        Aggregation aggregation = of.aggregate(VenueReplies.INSTRUMENT, replies, rules, indices::get, now);
        news.addAll(aggregation.news());
        return aggregation;
    }

    void replied(String venue, VenueReply reply) {
        replies.put(venue, reply);
    }

    void said(String venue, long mid, long madeMicros) {
        replied(venue, new VenueReply.Quoted(Quotes.at(mid - 1, mid + 1, madeMicros)));
    }

    /** An answer that arrives now with a quote that was made before. */
    void answered(String venue, long mid, long madeMicros) {
        quoted(venue, mid - 1, mid + 1, "USD", madeMicros);
    }

    void untimed(String venue, long mid) {
        untimed(venue, mid - 1, mid + 1, "USD");
    }

    void untimed(String venue, long bid, long ask, String currency) {
        quoted(venue, bid, ask, currency, 0);
    }

    void inTether(String venue, long mid) {
        untimed(venue, mid - 1, mid + 1, "USDT");
    }

    private void quoted(String venue, long bid, long ask, String currency, long madeMicros) {
        replied(venue, new VenueReply.Quoted(new Quote(bid, ask, 0, currency, madeMicros, now, 0, Transport.REST)));
    }

    void rate(long tether) {
        index("USDT-USD", tether, tether, now);
    }

    void index(String symbol, long bid, long ask, long asOfMicros) {
        indices.put(symbol, new IndexRate(symbol, bid, ask, 8, asOfMicros));
    }

    static Verdict verdict(Aggregation aggregation, String venue) {
        return reply(aggregation, venue).verdict();
    }

    static Fault fault(Aggregation aggregation, String venue) {
        return reply(aggregation, venue).fault();
    }

    static JudgedReply reply(Aggregation aggregation, String venue) {
        return aggregation.replies().stream().filter(reply -> reply.venue().equals(venue)).findFirst().orElseThrow();
    }
}
