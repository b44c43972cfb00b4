// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/**
 * Rows of a few longs in one array, each named by the place where it begins; 0 names none. A row is one cache line or two, so whatever is
 * done to it touches so many places of memory and not one for each field.
 *
 * <p>A freed row is the next one to be taken, while it is still in the cache. The array doubles when it is full.
 */
public final class Rows {

    /** Longs of a row that is one cache line. */
    public static final int LINE = 8;

    /** The most cells that {@link #room} makes room for. */
    private static final long MOST_CELLS = 1L << 30;

    /** One more for so many, so that the next few make nothing double. */
    private static final int SPARE = 16;

    /** The one long of a row that does not survive {@link #free}. */
    public static final int FREE_LINK = 4;

    private final int longs;
    private long[] cells;
    private int used;
    private int free;

    /**
     * @param rows that there is room for at first
     * @param longs of a row
     */
    public Rows(int rows, int longs) {
        this.longs = longs;
        cells = new long[rows * longs];
        used = longs;
    }

    /** Makes room for so many rows more at once, so that the array does not double on the way there; and for some that come then. */
    public void room(long rows) {
        cells = roomFor(cells, used, rows * longs);
    }

    /** The array, or its used part in a larger one if there must be room for so many cells more. */
    static long[] roomFor(long[] cells, int used, long more) {
        long needed = Math.min(used + more + more / SPARE, MOST_CELLS);
        if (needed <= cells.length) {
            return cells;
        }
        long[] larger = new long[(int) needed];
        System.arraycopy(cells, 0, larger, 0, used);
        return larger;
    }

    /** The array of all rows; another one after {@link #allocate}. */
    public long[] cells() {
        return cells;
    }

    /** Takes a row; what it holds is left from its former use, zero at first. */
    public int allocate() {
        int row = free;
        if (row != 0) {
            free = (int) cells[row + FREE_LINK];
            return row;
        }
        row = used;
        used += longs;
        if (used > cells.length) {
            cells = Arrays.copyOf(cells, cells.length * 2);
        }
        return row;
    }

    /** Gives a row back. All but {@link #FREE_LINK} stays readable until the row is taken again. */
    public void free(int row) {
        cells[row + FREE_LINK] = free;
        free = row;
    }

    /** Rows that are taken; counts the free ones, so it is for tests. */
    public int live() {
        int live = used / longs - 1;
        for (int row = free; row != 0; row = (int) cells[row + FREE_LINK]) {
            live--;
        }
        return live;
    }

    /** A copy of the used part, for one who reads it while this one goes on. */
    public long[] copyCells(CopySpace space, CopySpace.Part part) {
        return space.copy(part, cells, used);
    }
}
