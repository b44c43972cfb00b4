// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.JudgedReply.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * One price out of the replies of several venues: the three-vote median.
 *
 * <p>Each venue votes with its mid price and with both ends of its uncertainty; the price is the median of all votes, its confidence the
 * farther quartile. While fewer than half of the venues that count are lying, more than half of the votes are honest, so the price lies
 * between the lowest honest bid and the highest honest ask. No quote is left out for being far from the others: the median is robust as
 * it is, and dropping what dissents lets two liars outvote three honest venues.
 */
public final class PriceAggregator {

    /** A quote made later than this after now is refused. */
    public static final long MAX_AHEAD_MICROS = 1_000_000;

    /** A majority has to lie within one part in this many of the price. */
    private static final long AGREEMENT_PARTS = 10;

    private PriceAggregator() {}

    /**
     * Judges the replies and aggregates those that count.
     *
     * @param replies by venue
     * @param nowMicros microseconds since the epoch
     * @param staleAfterMicros the age from which a quote does not count any more
     */
    public static Aggregation aggregate(SortedMap<String, VenueReply> replies, long nowMicros, long staleAfterMicros) {
        List<JudgedReply> judged = new ArrayList<>(replies.size());
        List<Quote> quotes = new ArrayList<>(replies.size());
        int asked = 0;
        for (var entry : replies.entrySet()) {
            String venue = entry.getKey();
            if (!(entry.getValue() instanceof VenueReply.NotListed)) {
                asked++;
            }
            judged.add(switch (entry.getValue()) {
                case VenueReply.NotListed() -> JudgedReply.without(venue, Verdict.UNAVAILABLE, "not listed");
                case VenueReply.Unavailable(String reason) -> JudgedReply.without(venue, Verdict.UNAVAILABLE, reason);
                case VenueReply.Unusable(String reason) -> JudgedReply.without(venue, Verdict.INVALID, reason);
                case VenueReply.Quoted(Quote quote) -> {
                    String fault = fault(quote, nowMicros, staleAfterMicros);
                    if (fault.isEmpty()) {
                        quotes.add(quote);
                        yield JudgedReply.used(venue, quote);
                    }
                    yield JudgedReply.invalid(venue, quote, fault);
                }
            });
        }
        return new Aggregation(quotes.isEmpty() ? Optional.empty() : aggregate(quotes, asked), judged);
    }

    private static String fault(Quote quote, long nowMicros, long staleAfterMicros) {
        if (quote.bid() <= 0 || quote.ask() <= 0) {
            return "not positive";
        }
        if (quote.bid() > Quote.MAX_PRICE || quote.ask() > Quote.MAX_PRICE) {
            return "too large";
        }
        if (quote.ask() < quote.bid()) {
            return "crossed";
        }
        if (quote.asOfMicros() - nowMicros > MAX_AHEAD_MICROS) {
            return "from the future";
        }
        return nowMicros - quote.asOfMicros() > staleAfterMicros ? "stale" : "";
    }

    private static Optional<AggregatedPrice> aggregate(List<Quote> quotes, int asked) {
        int sources = quotes.size();
        long[] mids = quotes.stream().mapToLong(Quote::mid).sorted().toArray();
        long[] votes = votes(quotes);
        long price;
        long confidence;
        if (sources >= 3) {
            price = median(votes);
            int quarter = votes.length / 4;
            confidence = Math.max(price - votes[quarter], votes[votes.length - 1 - quarter] - price);
        } else {
            price = median(mids);
            long widest = quotes.stream().mapToLong(Quote::uncertainty).max().orElseThrow();
            confidence = Math.max(widest, (mids[sources - 1] - mids[0]) / 2);
        }
        if (price <= 0 || !majorityAgrees(mids, price)) {
            return Optional.empty();
        }
        long[] bids = quotes.stream().mapToLong(Quote::bid).sorted().toArray();
        long[] asks = quotes.stream().mapToLong(Quote::ask).sorted().toArray();
        long asOf = quotes.stream().mapToLong(Quote::asOfMicros).min().orElseThrow();
        return Optional.of(new AggregatedPrice(
                price,
                Math.max(confidence, 1),
                Math.min(price, bids[(sources - 1) / 2]),
                Math.max(price, asks[sources / 2]),
                asOf,
                quality(sources, asked),
                sources));
    }

    private static long[] votes(List<Quote> quotes) {
        long[] votes = new long[3 * quotes.size()];
        int next = 0;
        for (Quote quote : quotes) {
            votes[next++] = quote.mid() - quote.uncertainty();
            votes[next++] = quote.mid();
            votes[next++] = quote.mid() + quote.uncertainty();
        }
        Arrays.sort(votes);
        return votes;
    }

    /** The median of sorted values; of an even number the mean of the two in the middle, rounded down. */
    private static long median(long[] sorted) {
        long lower = sorted[(sorted.length - 1) / 2];
        long upper = sorted[sorted.length / 2];
        return lower + (upper - lower) / 2;
    }

    private static boolean majorityAgrees(long[] mids, long price) {
        long near = Arrays.stream(mids).filter(mid -> Math.abs(mid - price) <= price / AGREEMENT_PARTS).count();
        return 2 * near > mids.length;
    }

    private static Quality quality(int sources, int asked) {
        return switch (sources) {
            case 1 -> Quality.SINGLE_SOURCE;
            case 2 -> asked > 2 ? Quality.DEGRADED : Quality.FRESH;
            default -> Quality.FRESH;
        };
    }
}
