// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/**
 * Orders and price levels in one array of longs: rows of {@value #LONGS}, as long as a cache line, each named by the place where it begins; 0
 * names none. What few commands ask of an order stands at the same place of a second array, so that a million resting orders are half as much
 * memory to walk through.
 *
 * <p>A freed row is the next one to be taken, while it is still in the cache. Orders and levels take back only what was theirs: what has just
 * ended stays readable until the next command. The arrays double when they are full.
 */
public final class BookRows {

    /** Longs of a row in each of the two arrays. */
    public static final int LONGS = 8;

    /** The one long of a row that does not survive {@link #freeOrder} and {@link #freeLevel}. */
    static final int FREE_LINK = 4;

    private long[] hot;
    private long[] cold;
    private int used = LONGS;
    private int freeOrder;
    private int freeLevel;

    /** @param rows that there is room for at first, two at least */
    public BookRows(int rows) {
        hot = new long[Math.max(2, rows) * LONGS];
        cold = new long[hot.length];
    }

    /** Makes room for so many rows more at once; the arrays are other ones then. */
    public void room(long rows) {
        hot = Rows.roomFor(hot, used, rows * LONGS);
        cold = Rows.roomFor(cold, used, rows * LONGS);
    }

    /** What every command about a row asks; another array after an allocation. */
    public long[] hot() {
        return hot;
    }

    /** What few commands ask, if the row is said to use it; another array after an allocation. */
    public long[] cold() {
        return cold;
    }

    /** Makes sure that one order and one level can be taken and {@link #hot} stays the array it then is, which it returns. */
    public long[] reserve() {
        if (freeOrder == 0 || freeLevel == 0) {
            addRows();
        }
        return hot;
    }

    private void addRows() {
        if (used + 2 * LONGS > hot.length) {
            hot = Arrays.copyOf(hot, hot.length * 2);
            cold = Arrays.copyOf(cold, cold.length * 2);
        }
        if (freeOrder == 0) {
            freeOrder(used, hot);
            used += LONGS;
        }
        if (freeLevel == 0) {
            freeLevel(used, hot);
            used += LONGS;
        }
    }

    /** Takes a row for an order; what it holds is left from its former use. */
    public int allocateOrder() {
        return takeOrder(reserve());
    }

    /** As {@link #allocateOrder}, after {@link #reserve}. */
    public int takeOrder(long[] reserved) {
        int row = freeOrder;
        freeOrder = (int) reserved[row + FREE_LINK];
        return row;
    }

    /** Takes a row for a level; what it holds is left from its former use. */
    int allocateLevel() {
        return takeLevel(reserve());
    }

    /** As {@link #allocateLevel}, after {@link #reserve}. */
    int takeLevel(long[] reserved) {
        int row = freeLevel;
        freeLevel = (int) reserved[row + FREE_LINK];
        return row;
    }

    /**
     * Gives the row of an order back. All but its link stays readable until it is taken again.
     *
     * @param present what {@link #hot} is now
     */
    public void freeOrder(int row, long[] present) {
        present[row + FREE_LINK] = freeOrder;
        freeOrder = row;
    }

    /** Gives the row of a level back, as {@link #freeOrder} does. */
    void freeLevel(int row, long[] present) {
        present[row + FREE_LINK] = freeLevel;
        freeLevel = row;
    }

    /** Where the rows end that are taken or were: from the first one, at {@value #LONGS}, up to here there are no others. */
    public int end() {
        return used;
    }

    /** A copy of the used part, for one who reads it while this one goes on. */
    public BookCopy copy(CopySpace space) {
        return new BookCopy(space.copy(CopySpace.Part.HOT, hot, used), space.copy(CopySpace.Part.COLD, cold, used));
    }

    /** Rows that are taken; counts the free ones, so it is for tests. */
    public int live() {
        return used / LONGS - 1 - length(freeOrder) - length(freeLevel);
    }

    private int length(int firstFree) {
        int length = 0;
        for (int row = firstFree; row != 0; row = (int) hot[row + FREE_LINK]) {
            length++;
        }
        return length;
    }
}
