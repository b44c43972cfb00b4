// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.LevelRow;
import io.outcry.matching.domain.book.Touched;

/** The levels that one command touched, as they are after it; quantity zero: gone. Each is named once. */
public final class LevelChanges {

    private static final Side[] SIDES = Side.values();

    private final BookRows rows;
    private final Touched touched;

    LevelChanges(BookRows rows, Touched touched) {
        this.rows = rows;
        this.touched = touched;
    }

    public int size() {
        return touched.levels();
    }

    public Side side(int index) {
        return SIDES[(int) get(index, LevelRow.SIDE) & 3];
    }

    public long price(int index) {
        return get(index, LevelRow.PRICE);
    }

    /** What its orders show. */
    public long quantity(int index) {
        return get(index, LevelRow.SHOWN);
    }

    /** How many orders rest there. */
    public int orders(int index) {
        return (int) get(index, LevelRow.ORDERS);
    }

    private long get(int index, int field) {
        return rows.hot()[touched.level(index) + field];
    }
}
