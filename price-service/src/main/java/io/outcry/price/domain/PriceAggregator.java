// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import io.outcry.price.domain.AggregatedPrice.Quality;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One price out of the quotes of several venues: the three-vote median.
 *
 * <p>Each venue votes with its mid price and with both ends of its uncertainty; the price is the median of all votes, its confidence the
 * farther quartile. While fewer than half of the venues are lying, more than half of the votes are honest, so the price lies between the
 * lowest honest bid and the highest honest ask. No quote is left out for being far from the others: the median is robust as it is, and
 * dropping what dissents lets two liars outvote three honest venues.
 *
 * <p>A venue that is frozen or in quarantine does not vote. Yet it may be the honest one, so the price is then held inside what the
 * majority of all quotes vouches for, silent ones included: of n quotes, at most f = (n - 1) / 2 lie, so an honest one is among the f + 1
 * lowest and another among the f + 1 highest.
 */
public final class PriceAggregator {

    /** A quote made later than this after now is refused, so no clock of a venue can run further ahead. */
    public static final long MAX_AHEAD_MICROS = 1_000_000;

    /** A majority has to lie within one part in this many of the price. */
    private static final long AGREEMENT_PARTS = 10;

    private PriceAggregator() {}

    /**
     * The price, or nothing if no majority agrees on one.
     *
     * @param votes quotes that count, at least one
     * @param silent quotes that are in order and do not vote
     * @param asked how many venues list the symbol
     */
    static Optional<AggregatedPrice> price(List<Quote> votes, List<Quote> silent, int asked) {
        int sources = votes.size();
        long[] mids = mids(votes);
        long price;
        long confidence;
        if (sources >= 3) {
            long[] ends = ends(votes);
            price = median(ends);
            int quarter = ends.length / 4;
            confidence = Math.max(price - ends[quarter], ends[ends.length - 1 - quarter] - price);
        } else {
            price = median(mids);
            long widest = votes.stream().mapToLong(Quote::uncertainty).max().orElseThrow();
            confidence = Math.max(widest, (mids[sources - 1] - mids[0]) / 2);
        }
        long held = silent.isEmpty() ? price : holdInside(price, votes, silent);
        if (!majorityAgrees(mids, held)) {
            return Optional.empty();
        }
        long[] bids = votes.stream().mapToLong(Quote::bid).sorted().toArray();
        long[] asks = votes.stream().mapToLong(Quote::ask).sorted().toArray();
        long asOf = votes.stream().mapToLong(Quote::asOfMicros).min().orElseThrow();
        return Optional.of(new AggregatedPrice(
                held,
                Math.max(Math.max(confidence, Math.abs(held - price)), 1),
                Math.min(held, bids[(sources - 1) / 2]),
                Math.max(held, asks[sources / 2]),
                asOf,
                quality(sources, asked),
                sources));
    }

    /** With two quotes in all there is no majority that could vouch for anything. */
    private static long holdInside(long price, List<Quote> votes, List<Quote> silent) {
        int all = votes.size() + silent.size();
        if (all < 3) {
            return price;
        }
        long[] mids = new long[all];
        int next = 0;
        for (Quote quote : votes) {
            mids[next++] = quote.mid();
        }
        for (Quote quote : silent) {
            mids[next++] = quote.mid();
        }
        Arrays.sort(mids);
        int liars = (all - 1) / 2;
        return Math.clamp(price, mids[liars], mids[all - 1 - liars]);
    }

    private static long[] mids(List<Quote> quotes) {
        long[] mids = new long[quotes.size()];
        for (int i = 0; i < mids.length; i++) {
            mids[i] = quotes.get(i).mid();
        }
        Arrays.sort(mids);
        return mids;
    }

    private static long[] ends(List<Quote> quotes) {
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
        int near = 0;
        for (long mid : mids) {
            if (Math.abs(mid - price) <= price / AGREEMENT_PARTS) {
                near++;
            }
        }
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
