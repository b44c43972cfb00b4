// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.CLIENT_HEAP;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import io.outcry.matching.domain.book.BookCopy;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.CopySpace;
import io.outcry.matching.domain.book.OrderRow;
import java.util.ArrayList;
import java.util.List;

/** All symbols with their books and waiting stops, copied at one moment and written later. */
final class BookCapture implements OrderCells {

    private static final int CLIENT_WORDS = 4;

    /** @param levels of each of its queues, the worst one first */
    private record Symbol(Instrument rules, TradingState state, long lastTradePrice, long uncrossingPrice, long[] reached,
            List<int[]> levels) {}

    private final Symbol[] symbols;
    private final BookCopy rows;
    private final long[] clientCells;
    private long orders;
    private long levels;
    private long named;

    BookCapture(Listings listings, Orders orders, CopySpace space) {
        rows = orders.rows().copy(space);
        clientCells = orders.clientRows().copyCells(space, CopySpace.Part.CLIENTS);
        symbols = new Symbol[listings.size()];
        for (int i = 0; i < symbols.length; i++) {
            Listing listing = listings.get(i);
            List<int[]> levels = new ArrayList<>();
            for (BookSide queue : listing.queues()) {
                levels.add(queue.copyLevels());
            }
            symbols[i] = new Symbol(
                    listing.instrument(), listing.state(), listing.lastTradePrice(), listing.uncrossingPrice(),
                    listing.reached().copySpans(),
                    levels);
        }
    }

    void write(StateWriter out) {
        orders = 0;
        levels = 0;
        named = 0;
        out.number(symbols.length);
        for (Symbol symbol : symbols) {
            InstrumentContent.write(symbol.rules(), out);
            out.number(symbol.state().ordinal());
            out.number(symbol.lastTradePrice());
            out.number(symbol.uncrossingPrice());
            out.number(symbol.reached().length / ReachedPrices.LONGS);
            for (long one : symbol.reached()) {
                out.number(one);
            }
            for (int[] queue : symbol.levels()) {
                writeQueue(queue, out);
            }
        }
    }

    /** How many orders were written. */
    long orders() {
        return orders;
    }

    /** How many levels they stood at. */
    long levels() {
        return levels;
    }

    /** How many of them carry a client order id. */
    long named() {
        return named;
    }

    private void writeQueue(int[] queue, StateWriter out) {
        levels += queue.length;
        out.number(queue.length);
        for (int level : queue) {
            long price = rows.price(level);
            out.number(price);
            orders += rows.orders(level);
            out.number(rows.orders(level));
            for (int order = rows.first(level); order != level; order = rows.next(order)) {
                OrderContent.write(this, order, price, rows.hot(order, SHOWN), out);
                writeClientOrderId(OrderRow.upper(rows.cold(order, CLIENT_HEAP)), out);
            }
        }
    }

    /** The first word of a name is never zero, so zero stands for none. */
    private void writeClientOrderId(int client, StateWriter out) {
        if (client == 0) {
            out.number(0);
            return;
        }
        named++;
        for (int i = 0; i < CLIENT_WORDS; i++) {
            out.number(ClientRow.word(clientCells, client, i));
        }
    }

    @Override
    public long hot(int order, int field) {
        return rows.hot(order, field);
    }

    @Override
    public long cold(int order, int field) {
        return rows.cold(order, field);
    }

    @Override
    public long quantity(int order) {
        return rows.quantity(order);
    }
}
