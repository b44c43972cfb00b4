// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * What the longs of a price level's row mean. A level is the head of its queue: its first order stands where an order names the next one, and
 * its last where an order names the one before, so that putting an order in or taking it out asks nothing.
 */
public final class LevelRow {

    public static final int PRICE = OrderRow.PRICE;

    /** Sum of what its orders do not show. */
    public static final int HIDDEN = OrderRow.LEAVES;

    /** Sum of what its orders show. */
    public static final int SHOWN = OrderRow.SHOWN;

    /** First order of the queue; the level itself if there is none. */
    public static final int FIRST = OrderRow.NEXT;

    /** Last order of the queue; the level itself if there is none. */
    public static final int LAST = OrderRow.PREVIOUS;

    public static final int ORDERS = 6;

    /** Number of the side, different for each side of each book, and {@link #TOUCHED}. */
    public static final int SIDE = 7;

    /** The flag of a level that the present command has touched, and not as the first one. */
    static final long TOUCHED = 1L << 32;

    private LevelRow() {}
}
