// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The symbols of an engine by name and by number. */
final class Listings {

    private static final int FIRST = 16;
    private static final int HALVES = 4;

    private final Map<String, Listing> byName = new HashMap<>();
    private @Nullable Listing[] byNumber = new Listing[FIRST];

    /** Both halves of each book by {@link OrderRow#half}. */
    private @Nullable BookHalf[] halves = new BookHalf[FIRST * HALVES];

    int size() {
        return byName.size();
    }

    Collection<Listing> all() {
        return byName.values();
    }

    @Nullable
    Listing find(String name) {
        return byName.get(name);
    }

    Listing get(int number) {
        return Objects.requireNonNull(byNumber[number]);
    }

    /** What an order with these flags is about, found without a branch: no processor can foretell which side it is on. Null without a side. */
    @Nullable
    BookHalf half(long flags) {
        return halves[OrderRow.half(flags)];
    }

    /** Orders of all symbols that rest, or wait for their stop price. */
    int orders() {
        int orders = 0;
        for (Listing listing : all()) {
            orders += listing.orders();
        }
        return orders;
    }

    void add(Listing listing) {
        byName.put(listing.instrument().symbol(), listing);
        int number = listing.number();
        if (number == byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, number * 2);
            halves = Arrays.copyOf(halves, number * 2 * HALVES);
        }
        byNumber[number] = listing;
        add(listing, Side.BUY, listing.bids(), listing.asks());
        add(listing, Side.SELL, listing.asks(), listing.bids());
    }

    private void add(Listing listing, Side side, BookSide own, BookSide other) {
        halves[listing.number() * HALVES + side.ordinal()] = new BookHalf(listing, own, other);
    }
}
