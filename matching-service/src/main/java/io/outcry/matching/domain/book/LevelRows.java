// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/** The price levels of all books of an engine: rows of {@value #LONGS} longs in one array, named by the place where it begins; 0 names none. */
public final class LevelRows {

    /** Longs of a row: a cache line. */
    public static final int LONGS = 8;

    public static final int PRICE = 0;

    /** Sum of what its orders show. */
    public static final int SHOWN = 1;

    /** Sum of what they hide. */
    public static final int HIDDEN = 2;

    /** First order of the queue (upper half) and last one. */
    public static final int ENDS = 3;

    public static final int ORDERS = 4;

    /** Sequence of the last outcome that tells of it. */
    public static final int TOUCHED = 5;

    /** Number of the side, different for each side of each book. */
    public static final int SIDE = 6;

    private static final int FIRST_ROWS = 1 << 12;

    private long[] rows = new long[FIRST_ROWS * LONGS];
    private int used = LONGS;
    private int free;

    /** The array of all rows; another one after {@link #allocate}. */
    public long[] array() {
        return rows;
    }

    /** Takes an empty level. */
    public int allocate(long price, int side) {
        int handle = free;
        if (handle == 0) {
            handle = used;
            used += LONGS;
            if (used > rows.length) {
                rows = Arrays.copyOf(rows, rows.length * 2);
            }
        } else {
            free = (int) rows[handle + PRICE];
        }
        rows[handle + PRICE] = price;
        rows[handle + SHOWN] = 0;
        rows[handle + HIDDEN] = 0;
        rows[handle + ENDS] = 0;
        rows[handle + ORDERS] = 0;
        rows[handle + TOUCHED] = 0;
        rows[handle + SIDE] = side;
        return handle;
    }

    /** Gives a level back. */
    public void free(int handle) {
        rows[handle + PRICE] = free;
        free = handle;
    }
}
