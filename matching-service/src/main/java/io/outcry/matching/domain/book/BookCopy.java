// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * The rows of all orders and levels as they were at one moment, to be read by another thread while the books go on. Made by copying the
 * used part of two arrays; it is the only reader of rows besides the books themselves.
 */
public final class BookCopy {

    private final long[] hot;
    private final long[] cold;

    BookCopy(long[] hot, long[] cold) {
        this.hot = hot;
        this.cold = cold;
    }

    /** One of the longs that every order has, by its name in {@link OrderRow}. */
    public long hot(int order, int field) {
        return hot[order + field];
    }

    /** One of the longs that few orders use; zero for one that does not. */
    public long cold(int order, int field) {
        return OrderRow.isUsed(hot[order + OrderRow.FLAGS]) ? cold[order + field] : 0;
    }

    /** What was ordered. */
    public long quantity(int order) {
        return OrderRow.quantity(hot, cold, order);
    }

    /** Price of a level. */
    public long price(int level) {
        return hot[level + LevelRow.PRICE];
    }

    /** How many orders stand at a level. */
    public int orders(int level) {
        return (int) hot[level + LevelRow.ORDERS];
    }

    /** First order of a level's queue. */
    public int first(int level) {
        return (int) hot[level + LevelRow.FIRST];
    }

    /** The order behind one in its queue; behind the last one, the level. */
    public int next(int order) {
        return (int) hot[order + OrderRow.NEXT];
    }
}
