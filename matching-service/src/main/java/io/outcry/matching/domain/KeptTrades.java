// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.CopySpace;
import io.outcry.matching.domain.book.RowQueue;
import java.util.function.LongConsumer;

/** Trades that are kept with placements, in the order of these, a row for each. */
final class KeptTrades {

    private final RowQueue rows = new RowQueue(Trades.ROW);

    /** How many there are. */
    int size() {
        return rows.size();
    }

    /** Copies trades behind all others; the row of the first one, or 0 for none. */
    int keep(Trades trades) {
        int first = 0;
        for (int i = 0; i < trades.size(); i++) {
            int row = rows.add();
            trades.copy(i, rows.cells(row), rows.at(row));
            first = i == 0 ? row : first;
        }
        return first;
    }

    /** Writes trades that stand one after the other out again. */
    void tell(int first, int count, Trades into) {
        for (int i = 0; i < count; i++) {
            int row = RowQueue.after(first, i);
            into.add(rows.cells(row), rows.at(row));
        }
    }

    /** Drops the oldest ones. */
    void forget(int count) {
        rows.drop(count);
    }

    /** A copy of all, for {@link #forEach}. */
    long[] copy(CopySpace space) {
        return rows.copy(space, CopySpace.Part.TRADES);
    }

    /** Hands over the numbers of copied trades, one by one. */
    static void forEach(long[] cells, long first, int count, LongConsumer numbers) {
        for (long trade = first; trade < first + count; trade++) {
            for (int field = 0; field < Trades.LONGS; field++) {
                numbers.accept(cells[(int) trade * Trades.ROW + field]);
            }
        }
    }

    /** Keeps so many trades, the numbers of each in their order; the row of the first one, or 0 for none. */
    int restore(int count, StateReader in) {
        int first = 0;
        for (int i = 0; i < count; i++) {
            int row = rows.add();
            for (int field = 0; field < Trades.LONGS; field++) {
                rows.cells(row)[rows.at(row) + field] = in.number();
            }
            first = i == 0 ? row : first;
        }
        return first;
    }
}
