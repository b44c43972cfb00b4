// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/**
 * The rows that the present command has touched, each once, in the order of the first time. Most commands touch one, which costs a store;
 * further ones carry the command's number as a mark.
 */
public final class TouchedRows {

    private final Epoch epoch;
    private final int mark;
    private int first;
    private int[] more = new int[16];
    private int moreSize;

    /** @param mark the long of a row that is free for the mark */
    public TouchedRows(Epoch epoch, int mark) {
        this.epoch = epoch;
        this.mark = mark;
    }

    /** Forgets the command before. */
    public void clear() {
        first = 0;
        moreSize = 0;
    }

    public int size() {
        return first == 0 ? 0 : 1 + moreSize;
    }

    /** The row that was touched as number {@code index}. */
    public int get(int index) {
        return index == 0 ? first : more[index - 1];
    }

    /** Adds a row of {@code cells}, unless it was touched before. */
    public void touch(int row, long[] cells) {
        if (first == 0) {
            first = row;
        } else if (row != first) {
            touchMore(row, cells);
        }
    }

    private void touchMore(int row, long[] cells) {
        if (cells[row + mark] != epoch.number()) {
            cells[row + mark] = epoch.number();
            if (moreSize == more.length) {
                more = Arrays.copyOf(more, moreSize * 2);
            }
            more[moreSize++] = row;
        }
    }
}
