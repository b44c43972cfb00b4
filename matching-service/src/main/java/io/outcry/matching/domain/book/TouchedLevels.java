// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * The levels that the present command changed, each once. A level that lost its last order stays readable here until the next command
 * begins, and is the same level again if an order comes back to its price in between.
 */
public final class TouchedLevels {

    private final LevelRows levels;
    private final TouchedRows touched;
    private int emptied;

    public TouchedLevels(LevelRows levels, Epoch epoch) {
        this.levels = levels;
        touched = new TouchedRows(epoch, LevelRows.TOUCHED);
    }

    /** Forgets the command before and gives back the levels it emptied. */
    public void clear() {
        if (emptied != 0) {
            freeEmptied();
        }
        touched.clear();
    }

    private void freeEmptied() {
        long[] rows = levels.array();
        for (int i = 0; i < touched.size(); i++) {
            if (rows[touched.get(i) + LevelRows.ORDERS] == 0) {
                levels.free(touched.get(i));
            }
        }
        emptied = 0;
    }

    public int size() {
        return touched.size();
    }

    /** The level that was touched as number {@code index}. */
    public int handle(int index) {
        return touched.get(index);
    }

    void touch(int level, long[] rows) {
        touched.touch(level, rows);
    }

    void emptied() {
        emptied++;
    }

    /** The level of this price that the present command emptied, or 0. */
    int revive(int side, long price) {
        if (emptied == 0) {
            return 0;
        }
        long[] rows = levels.array();
        for (int i = 0; i < touched.size(); i++) {
            int level = touched.get(i);
            boolean same = rows[level + LevelRows.PRICE] == price && rows[level + LevelRows.SIDE] == side;
            if (same && rows[level + LevelRows.ORDERS] == 0) {
                return level;
            }
        }
        return 0;
    }
}
