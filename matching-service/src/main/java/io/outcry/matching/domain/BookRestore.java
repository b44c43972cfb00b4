// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.PriceLadder;
import io.outcry.matching.domain.book.Touched;

/** Builds the symbols and books that a {@link BookCapture} wrote, through the same queues and counters that commands go through. */
final class BookRestore {

    private static final TradingState[] STATES = TradingState.values();

    private final int partition;
    private final Listings listings;
    private final Orders orders;
    private final PriceLadder.Factory ladders;
    private final Touched told;
    private final ClientOrderId clientOrderId = new ClientOrderId();
    private final long[] numbers = new long[OrderContent.NUMBERS];

    BookRestore(int partition, Listings listings, Orders orders, PriceLadder.Factory ladders, Touched told) {
        this.partition = partition;
        this.listings = listings;
        this.orders = orders;
        this.ladders = ladders;
        this.told = told;
    }

    void read(int mostSymbols, StateReader in) {
        long symbols = in.number();
        if (symbols < 0 || symbols > mostSymbols) {
            throw new InvalidStateException(symbols + " symbols, there can be " + mostSymbols);
        }
        for (int number = 0; number < symbols; number++) {
            Listing listing = new Listing(number, InstrumentContent.read(in), orders.rows(), ladders, told);
            listings.add(listing);
            listing.enter(Words.at(STATES, in.number()));
            listing.tradedAt(in.number());
            listing.uncrossAt(in.number());
            for (long spans = in.number(); spans > 0; spans--) {
                listing.reached().add(in.number(), in.number(), in.number());
            }
            for (BookSide queue : listing.queues()) {
                readQueue(listing, queue, in);
            }
        }
    }

    private void readQueue(Listing listing, BookSide queue, StateReader in) {
        long count = in.number();
        for (long i = 0; i < count; i++) {
            long price = in.number();
            readOrders(listing, queue, price, in.number(), in);
        }
    }

    private void readOrders(Listing listing, BookSide queue, long price, long count, StateReader in) {
        BookRows rows = orders.rows();
        int level = count == 0 ? 0 : queue.restoreLevel(price);
        for (long i = 0; i < count; i++) {
            int order = rows.allocateOrder();
            OrderContent.read(rows.hot(), order, rows.cold(), order, partition, listing.number(), price, in, numbers);
            int client = readName(order, in);
            if (!orders.restore(order, client, listing)) {
                throw new InvalidStateException("order " + orders.get(order, ID) + " is there twice");
            }
            if (orders.queueOf(orders.get(order, FLAGS), listing) != queue) {
                throw new InvalidStateException("order " + orders.get(order, ID) + " stands in the wrong queue");
            }
            queue.restore(order, level);
        }
    }

    /** Row of an order's client order id, or 0. */
    private int readName(int order, StateReader in) {
        long word = in.number();
        if (word == 0) {
            return 0;
        }
        in.numbers(numbers, 3);
        clientOrderId.set(word, numbers[0], numbers[1], numbers[2]);
        return orders.name(order, clientOrderId, orders.account(order));
    }
}
