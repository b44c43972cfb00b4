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

    /**
     * Behind what somebody has got.
     *
     * @param got the levels that he has got
     * @param moreBids there are more bids than those
     * @param moreAsks there are more asks than those
     */
    public static BookPlace behind(BookSnapshot got, boolean moreBids, boolean moreAsks) {
        return new BookPlace(
                moreBids ? got.bids().getLast().price() : NO_MORE_BIDS, moreAsks ? got.asks().getLast().price() : NO_MORE_ASKS);
    }

    /** Nothing is left. */
    public boolean isEnd() {
        return bid == NO_MORE_BIDS && ask == NO_MORE_ASKS;
    }
}
