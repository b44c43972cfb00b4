// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.CopySpace;
import io.outcry.matching.domain.book.Rows;
import java.util.function.LongConsumer;

/** Trades that are kept with a placement: chains of rows, two trades in each. */
final class KeptTrades {

    private static final int FIRST_ROWS = 1 << 10;

    private static final int SECOND = 8;
    private static final int NEXT = 15;

    private final Rows rows = new Rows(FIRST_ROWS, 2 * Rows.LINE);

    /** Makes room for so many trades, of so many placements at most. */
    void room(long trades, long placements) {
        rows.room(Math.min(trades, (trades + placements) / 2));
    }

    /** Copies trades; the first row of the chain, or 0 for none. */
    int keep(Trades trades) {
        int first = 0;
        int last = 0;
        for (int i = 0; i < trades.size(); i++) {
            if (i % 2 == 0) {
                last = added(last);
                first = first == 0 ? last : first;
            }
            for (int field = 0; field < Trades.LONGS; field++) {
                rows.cells()[at(last, i, field)] = trades.get(i, field);
            }
        }
        return first;
    }

    /** Writes a chain's trades out again. */
    void tell(int first, int count, Trades into) {
        int row = first;
        for (int i = 0; i < count; i++) {
            int trade = into.add();
            for (int field = 0; field < Trades.LONGS; field++) {
                into.set(trade, field, rows.cells()[at(row, i, field)]);
            }
            if (i % 2 == 1) {
                row = next(row);
            }
        }
    }

    void forget(int first) {
        int row = first;
        while (row != 0) {
            int next = next(row);
            rows.free(row);
            row = next;
        }
    }

    private int next(int row) {
        return (int) rows.cells()[row + NEXT];
    }

    private static int at(int row, int index, int field) {
        int inRow = index % 2 == 0 ? field : SECOND + field;
        return row + inRow;
    }

    /** A copy of all rows, for {@link #forEach}. */
    long[] copyCells(CopySpace space) {
        return rows.copyCells(space, CopySpace.Part.TRADES);
    }

    /** Hands over the numbers of a chain's trades, one by one, out of copied rows. */
    static void forEach(long[] cells, int first, int count, LongConsumer numbers) {
        int row = first;
        for (int i = 0; i < count; i++) {
            for (int field = 0; field < Trades.LONGS; field++) {
                numbers.accept(cells[at(row, i, field)]);
            }
            if (i % 2 == 1) {
                row = (int) cells[row + NEXT];
            }
        }
    }

    /** Keeps so many trades, the numbers of each in their order; the first row of the chain, or 0 for none. */
    int restore(int count, StateReader in) {
        int first = 0;
        int last = 0;
        for (int i = 0; i < count; i++) {
            if (i % 2 == 0) {
                last = added(last);
                first = first == 0 ? last : first;
            }
            for (int field = 0; field < Trades.LONGS; field++) {
                rows.cells()[at(last, i, field)] = in.number();
            }
        }
        return first;
    }

    /** A row at the end of a chain, or the first one of a new chain. */
    private int added(int last) {
        int row = rows.allocate();
        rows.cells()[row + NEXT] = 0;
        if (last != 0) {
            rows.cells()[last + NEXT] = row;
        }
        return row;
    }
}
