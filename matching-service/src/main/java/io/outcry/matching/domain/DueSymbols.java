// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The symbols that a tick would change: those with an order whose time is over, and those where a command was cut off before an auction
 * had traded or all stops were set off. It only watches, and decides no outcome.
 */
final class DueSymbols {

    private static final long NEVER = Long.MAX_VALUE;

    /** Symbols that have been worth watching once, in the order of that. */
    private final List<Listing> watched = new ArrayList<>();

    private final BitSet watchedNumbers = new BitSet();

    /** None of them is due before. */
    private long earliestUs = NEVER;

    /** Looks at a symbol after a command about it: whether a tick of this time would change it. */
    boolean note(Listing listing, long timeUs) {
        long dueUs = dueUs(listing);
        if (dueUs == NEVER) {
            return false;
        }
        earliestUs = Math.min(earliestUs, dueUs);
        if (!watchedNumbers.get(listing.number())) {
            watchedNumbers.set(listing.number());
            watched.add(listing);
        }
        return dueUs <= timeUs;
    }

    /** Symbols that a tick of this time would change, {@code limit} at most. */
    List<String> at(long timeUs, int limit) {
        if (timeUs < earliestUs) {
            return List.of();
        }
        List<String> due = new ArrayList<>();
        earliestUs = NEVER;
        for (Listing listing : watched) {
            long dueUs = dueUs(listing);
            earliestUs = Math.min(earliestUs, dueUs);
            if (dueUs <= timeUs && due.size() < limit) {
                due.add(listing.instrument().symbol());
            }
        }
        return due;
    }

    private static long dueUs(Listing listing) {
        return listing.uncrossingPrice() != 0 || hasDueStop(listing) ? Long.MIN_VALUE : listing.expiries().firstTimeUs();
    }

    private static boolean hasDueStop(Listing listing) {
        long last = listing.lastTradePrice();
        return last != 0
                && listing.stops() != 0
                && listing.state() == TradingState.TRADING
                && (!listing.reached().isEmpty() || listing.rising().reaches(last) || listing.falling().reaches(last));
    }

    /** Numbers of the symbols that are watched, in their order. */
    int[] copyWatched() {
        int[] numbers = new int[watched.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = watched.get(i).number();
        }
        return numbers;
    }

    /** Watches a symbol whether it is due or not. */
    void watch(Listing listing) {
        watchedNumbers.set(listing.number());
        watched.add(listing);
        earliestUs = Math.min(earliestUs, dueUs(listing));
    }
}
