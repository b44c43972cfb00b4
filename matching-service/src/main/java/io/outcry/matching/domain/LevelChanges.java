// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.LevelRows;
import io.outcry.matching.domain.book.Touched;

/** The levels that one command touched, as they are after it; quantity zero: gone. Each is named once. */
public final class LevelChanges {

    private static final Side[] SIDES = Side.values();

    private final LevelRows rows;
    private final Touched touched;

    LevelChanges(LevelRows rows, Touched touched) {
        this.rows = rows;
        this.touched = touched;
    }

    public int size() {
        return touched.levels();
    }

    public Side side(int index) {
        return SIDES[(int) get(index, LevelRows.SIDE) & 3];
    }

    public long price(int index) {
        return get(index, LevelRows.PRICE);
    }

    /** What its orders show. */
    public long quantity(int index) {
        return get(index, LevelRows.SHOWN);
    }

    /** How many orders rest there. */
    public int orders(int index) {
        return (int) get(index, LevelRows.ORDERS);
    }

    private long get(int index, int field) {
        return rows.array()[touched.level(index) + field];
    }
}
