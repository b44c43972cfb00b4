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
    private static final int SIDE_SHIFT = 2;

    private final Map<String, Listing> byName = new HashMap<>();
    private @Nullable Listing[] byNumber = new Listing[FIRST];

    /** Both sides of each book, at the symbol's number and their own. */
    private @Nullable BookSide[] sides = new BookSide[FIRST << SIDE_SHIFT];

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

    /** The side of the book that an order with these flags rests on, found without a branch: no processor can foretell which it is. */
    BookSide book(long flags) {
        return Objects.requireNonNull(sides[OrderRow.symbol(flags) << SIDE_SHIFT | OrderRow.side(flags)]);
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
            sides = Arrays.copyOf(sides, byNumber.length << SIDE_SHIFT);
        }
        byNumber[number] = listing;
        sides[number << SIDE_SHIFT | Side.BUY.ordinal()] = listing.bids();
        sides[number << SIDE_SHIFT | Side.SELL.ordinal()] = listing.asks();
    }
}
