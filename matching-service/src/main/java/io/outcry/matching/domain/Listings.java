// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The symbols of an engine by name and by number. */
final class Listings {

    private final Map<String, Listing> byName = new HashMap<>();
    private @Nullable Listing[] byNumber = new Listing[16];

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
        if (listing.number() == byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, byNumber.length * 2);
        }
        byNumber[listing.number()] = listing;
    }
}
