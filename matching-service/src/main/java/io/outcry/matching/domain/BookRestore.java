// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

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
            for (int queue = 0; queue < BookCapture.QUEUES; queue++) {
                readQueue(listing, listing.book(queue), in);
            }
        }
    }

    private void readQueue(Listing listing, BookSide queue, StateReader in) {
        long count = in.number();
        for (long level = 0; level < count; level++) {
            long price = in.number();
            long ordersAtLevel = in.number();
            for (long i = 0; i < ordersAtLevel; i++) {
                readOrder(listing, queue, price, in);
            }
        }
    }

    private void readOrder(Listing listing, BookSide queue, long price, StateReader in) {
        BookRows rows = orders.rows();
        int order = rows.allocateOrder();
        OrderContent.read(rows.hot(), order, rows.cold(), order, partition, listing.number(), price, in);
        long id = orders.get(order, ID);
        if (orders.find(id) != 0) {
            throw new InvalidStateException("order " + id + " is there twice");
        }
        int client = 0;
        long word = in.number();
        if (word != 0) {
            clientOrderId.restore(word, in.number(), in.number(), in.number());
            client = orders.name(order, clientOrderId, orders.account(order));
        }
        orders.restore(order, client, listing);
        if (orders.queueOf(orders.get(order, FLAGS), listing) != queue) {
            throw new InvalidStateException("order " + id + " stands in the wrong queue");
        }
        queue.append(order, price, orders.get(order, LEAVES), orders.get(order, SHOWN));
    }
}
