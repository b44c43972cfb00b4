// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

/**
 * How far somebody has got who goes through a book from its best levels on.
 *
 * @param bid the last bid that he has; the smallest number there is, once he has them all
 * @param ask the last ask that he has; the largest number there is, once he has them all
 */
public record BookPlace(long bid, long ask) {

    private static final long NO_MORE_BIDS = Long.MIN_VALUE;
    private static final long NO_MORE_ASKS = Long.MAX_VALUE;

    /** Of one who has nothing yet. */
    public static final BookPlace BEGIN = new BookPlace(Long.MAX_VALUE, Long.MIN_VALUE);

    /**
     * Behind what somebody has got.
     *
     * @param got the levels that he has got
     * @param depth how many of each side he asked for: a side with fewer is at its end
     */
    public static BookPlace behind(BookSnapshot got, int depth) {
        return new BookPlace(
                got.bids().size() < depth ? NO_MORE_BIDS : got.bids().getLast().price(),
                got.asks().size() < depth ? NO_MORE_ASKS : got.asks().getLast().price());
    }

    /** Nothing is left. */
    public boolean isEnd() {
        return bid == NO_MORE_BIDS && ask == NO_MORE_ASKS;
    }
}
