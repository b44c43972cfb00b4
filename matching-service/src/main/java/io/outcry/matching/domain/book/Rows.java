// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/**
 * Rows of {@value #LONGS} longs in one array, each named by the place where it begins; 0 names none. A row is two cache lines, so whatever
 * is done to an order touches two places of memory and not one for each field.
 *
 * <p>A freed row is the next one to be taken, while it is still in the cache. The array doubles when it is full.
 */
public final class Rows {

    /** Longs of a row. */
    public static final int LONGS = 16;

    /** The one long of a row that does not survive {@link #free}. */
    public static final int FREE_LINK = 4;

    private long[] cells;
    private int used = LONGS;
    private int free;

    /** @param rows that there is room for at first */
    public Rows(int rows) {
        cells = new long[rows * LONGS];
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
        used += LONGS;
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
        int live = used / LONGS - 1;
        for (int row = free; row != 0; row = (int) cells[row + FREE_LINK]) {
            live--;
        }
        return live;
    }

    /** How much of {@link #cells} has ever been taken. */
    int usedCells() {
        return used;
    }

    /** A copy of the used part, for one who reads it while this one goes on. */
    public long[] copyCells() {
        return Arrays.copyOf(cells, used);
    }
}
