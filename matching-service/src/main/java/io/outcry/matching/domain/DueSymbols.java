// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The symbols that a tick would change: those with an order whose time is over, and those where a command was cut off before an auction
 * had traded or all stops were set off. It only watches, and decides no outcome.
 *
 * <p>Only a command about a symbol makes it due earlier, and after that it is {@linkplain #note noted}; that it is due later is found out when
 * its time comes. So a look costs what is due, and not what is watched.
 */
final class DueSymbols {

    private static final long NEVER = Long.MAX_VALUE;
    private static final int FIRST = 16;

    /** Symbols that have been worth watching once, in the order of that. */
    private final List<Listing> watched = new ArrayList<>();

    private final BitSet watchedNumbers = new BitSet();

    /** A binary heap from 1 on, of symbols that may be due some time: by that time, then by their number. */
    private Listing[] heap = new Listing[FIRST];

    private int size;

    /** Of each symbol by its number: where it is in the heap, 0 if it is not; and a time before which it is not due. */
    private int[] places = new int[FIRST];

    private long[] notBeforeUs = new long[FIRST];

    /** Looks at a symbol after a command about it: whether a tick of this time would change it. */
    boolean note(Listing listing, long timeUs) {
        long dueUs = dueUs(listing);
        if (dueUs == NEVER) {
            return false;
        }
        if (!watchedNumbers.get(listing.number())) {
            remember(listing);
        }
        expect(listing, dueUs);
        return dueUs <= timeUs;
    }

    /** Symbols that a tick of this time would change, {@code limit} at most, those first that are due for longest. */
    List<String> at(long timeUs, int limit) {
        if (size == 0 || notBeforeUs[heap[1].number()] > timeUs) {
            return List.of();
        }
        List<Listing> due = new ArrayList<>();
        while (size != 0 && due.size() < limit && notBeforeUs[heap[1].number()] <= timeUs) {
            Listing first = takeFirst();
            long dueUs = dueUs(first);
            if (dueUs <= timeUs) {
                due.add(first);
            } else if (dueUs != NEVER) {
                expect(first, dueUs);
            }
        }
        List<String> symbols = new ArrayList<>(due.size());
        for (Listing listing : due) {
            symbols.add(listing.instrument().symbol());
            expect(listing, dueUs(listing));
        }
        return symbols;
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
        remember(listing);
        long dueUs = dueUs(listing);
        if (dueUs != NEVER) {
            expect(listing, dueUs);
        }
    }

    private void remember(Listing listing) {
        int number = listing.number();
        watchedNumbers.set(number);
        watched.add(listing);
        if (number >= places.length) {
            int room = Math.max(2 * places.length, number + 1);
            places = Arrays.copyOf(places, room);
            notBeforeUs = Arrays.copyOf(notBeforeUs, room);
        }
    }

    /** Has a watched symbol looked at when it may be due, if that is not so already. */
    private void expect(Listing listing, long dueUs) {
        int number = listing.number();
        if (places[number] == 0) {
            if (++size == heap.length) {
                heap = Arrays.copyOf(heap, 2 * size);
            }
            notBeforeUs[number] = dueUs;
            up(listing, size);
        } else if (dueUs < notBeforeUs[number]) {
            notBeforeUs[number] = dueUs;
            up(listing, places[number]);
        }
    }

    private Listing takeFirst() {
        Listing first = heap[1];
        places[first.number()] = 0;
        Listing last = heap[size--];
        if (last != first) {
            down(last);
        }
        return first;
    }

    private void up(Listing listing, int from) {
        int place = from;
        while (place > 1 && isBefore(listing, heap[place / 2])) {
            put(heap[place / 2], place);
            place /= 2;
        }
        put(listing, place);
    }

    private void down(Listing listing) {
        int place = 1;
        while (2 * place <= size) {
            int child = 2 * place;
            if (child < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], listing)) {
                break;
            }
            put(heap[child], place);
            place = child;
        }
        put(listing, place);
    }

    private void put(Listing listing, int place) {
        heap[place] = listing;
        places[listing.number()] = place;
    }

    private boolean isBefore(Listing one, Listing other) {
        int byTime = Long.compare(notBeforeUs[one.number()], notBeforeUs[other.number()]);
        return byTime != 0 ? byTime < 0 : one.number() < other.number();
    }
}
