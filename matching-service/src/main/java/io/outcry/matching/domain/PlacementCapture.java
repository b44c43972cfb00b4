// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.OrderRow;

/** The remembered placements, the oldest first, copied at one moment and written later. */
final class PlacementCapture implements OrderCells {

    private static final int CLIENT_WORDS = 4;

    private final long[] cells;
    private final long[] tradeCells;
    private final int size;
    private long tradesWritten;

    /** @param cells one placement after the other; so with the trades */
    PlacementCapture(long[] cells, long[] tradeCells, int size) {
        this.cells = cells;
        this.tradeCells = tradeCells;
        this.size = size;
    }

    void write(StateWriter out) {
        tradesWritten = 0;
        out.number(size);
        for (int i = 0; i < size; i++) {
            writePlacement(i * Placements.LONGS, out);
        }
    }

    int size() {
        return size;
    }

    private void writePlacement(int placement, StateWriter out) {
        for (int i = 0; i < CLIENT_WORDS; i++) {
            out.number(ClientRow.word(cells, placement, i));
        }
        out.number(ClientRow.account(cells, placement));
        out.number(get(placement, ClientRow.SUBJECT));
        out.number(get(placement, Placements.SEQUENCE));
        out.number(get(placement, Placements.TIME));
        out.number(get(placement, Placements.REJECT));
        out.signed(get(placement, Placements.SYMBOL));
        int copy = placement + Placements.HOT;
        out.signed(OrderRow.symbol(get(copy, OrderRow.FLAGS)));
        OrderContent.write(this, copy, 0, get(copy, OrderRow.LEAVES), out);
        int trades = Placements.trades(cells, placement);
        out.number(trades);
        KeptTrades.forEach(tradeCells, tradesWritten, trades, out::number);
        tradesWritten += trades;
    }

    private long get(int row, int field) {
        return cells[row + field];
    }

    @Override
    public long hot(int order, int field) {
        return cells[order + field];
    }

    @Override
    public long cold(int order, int field) {
        return cells[order + BookRows.LONGS + field];
    }

    @Override
    public long quantity(int order) {
        return cold(order, OrderRow.QUANTITY);
    }
}
