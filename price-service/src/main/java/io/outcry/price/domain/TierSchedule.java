// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When each symbol is asked for next.
 *
 * <p>A symbol's slots are one interval apart, at an offset that comes from a hash of its name, so that symbols spread evenly over the
 * interval and keep their places over restarts. A new symbol is due at once. A symbol whose refresh is not confirmed by
 * {@link #refreshed} is due again after {@link #FIRST_RETRY_MILLIS}, then after twice that, and so on up to its interval.
 *
 * <p>Times are milliseconds of any clock that does not go back. Not safe for use by several threads.
 */
public final class TierSchedule {

    /** How long a refresh may take before it is asked for again, where the interval is longer than that. */
    public static final long FIRST_RETRY_MILLIS = 5_000;

    private static final int MAX_DOUBLINGS = 20;
    private static final Comparator<Slot> BY_TIME =
            Comparator.comparingLong(Slot::dueMillis).thenComparing(Slot::tier).thenComparing(Slot::symbol);

    private final TierIntervals intervals;
    private final Map<String, Slot> slots = new HashMap<>();
    private final TreeSet<Slot> queue = new TreeSet<>(BY_TIME);

    private record Slot(String symbol, RefreshTier tier, long dueMillis, int unconfirmed, boolean everRefreshed) {}

    public TierSchedule(TierIntervals intervals) {
        this.intervals = intervals;
    }

    /** Adds a symbol, due now, or moves it to another tier. */
    public void put(String symbol, RefreshTier tier, long nowMillis) {
        Slot slot = slots.get(symbol);
        if (slot == null) {
            replace(null, new Slot(symbol, tier, nowMillis, 0, false));
        } else if (slot.tier() != tier) {
            replace(slot, new Slot(symbol, tier, Math.min(slot.dueMillis(), slotAfter(symbol, tier, nowMillis)), 0, slot.everRefreshed()));
        }
    }

    /** Forgets every symbol that is not among {@code symbols}. */
    public void retain(Set<String> symbols) {
        slots.values().removeIf(slot -> !symbols.contains(slot.symbol()) && queue.remove(slot));
    }

    /**
     * The symbols to ask for now, the longest overdue first. Slots that were missed are not made up for.
     *
     * @param limit at most so many; the others stay due
     */
    public List<String> due(long nowMillis, int limit) {
        List<String> due = new ArrayList<>();
        while (due.size() < limit && !queue.isEmpty() && queue.first().dueMillis() <= nowMillis) {
            Slot slot = queue.first();
            due.add(slot.symbol());
            long retryMillis = FIRST_RETRY_MILLIS << Math.min(slot.unconfirmed(), MAX_DOUBLINGS);
            long next = Math.min(slotAfter(slot.symbol(), slot.tier(), nowMillis), nowMillis + retryMillis);
            replace(slot, new Slot(slot.symbol(), slot.tier(), next, slot.unconfirmed() + 1, slot.everRefreshed()));
        }
        return due;
    }

    /** Confirms that the symbol has a new price: it is next due in its regular slot. */
    public void refreshed(String symbol, long nowMillis) {
        Slot slot = slots.get(symbol);
        if (slot != null) {
            replace(slot, new Slot(symbol, slot.tier(), slotAfter(symbol, slot.tier(), nowMillis), 0, true));
        }
    }

    /** How many symbols were never refreshed since they were added. */
    public long neverRefreshed() {
        return slots.values().stream().filter(slot -> !slot.everRefreshed()).count();
    }

    public int size() {
        return slots.size();
    }

    private void replace(@Nullable Slot before, Slot after) {
        if (before != null) {
            queue.remove(before);
        }
        slots.put(after.symbol(), after);
        queue.add(after);
    }

    private long slotAfter(String symbol, RefreshTier tier, long nowMillis) {
        long interval = intervals.millis(tier);
        return nowMillis + interval - Math.floorMod(nowMillis - spread(symbol), interval);
    }

    /** 64 well-mixed bits of the name, the same on every machine (FNV-1a, then MurmurHash3's finalizer). */
    private static long spread(String symbol) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < symbol.length(); i++) {
            hash = (hash ^ symbol.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return (hash ^ (hash >>> 33)) >>> 2;
    }
}
