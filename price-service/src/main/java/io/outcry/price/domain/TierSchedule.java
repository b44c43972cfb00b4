// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When each symbol is asked for next.
 *
 * <p>The interval of a tier is divided into as many slots as its symbols fill calls to a venue, and the symbols are dealt out to the slots
 * evenly: each slot is one call's worth, and the calls are spread over the interval. A symbol is due in its slot, once in every
 * interval. A new symbol is due at once, but no more than a call's worth of new ones in a second. A symbol whose refresh is not
 * confirmed by {@link #refreshed} is due again after {@link #FIRST_RETRY_MILLIS}, then after twice and at most four times that,
 * within the same limit.
 *
 * <p>Times are milliseconds of any clock that does not go back. Not safe for use by several threads.
 */
public final class TierSchedule {

    /** How long a refresh may take before it is asked for again, where the interval is longer than that. */
    public static final long FIRST_RETRY_MILLIS = 5_000;

    private static final long EXTRA_PERIOD_MILLIS = 1_000;
    private static final int MAX_DOUBLINGS = 2;
    private static final Comparator<Entry> BY_TIME =
            Comparator.comparingLong(Entry::dueMillis).thenComparing(Entry::tier).thenComparing(Entry::symbol);

    private final TierIntervals intervals;
    private final int symbolsPerCall;
    private final Map<String, Entry> entries = new HashMap<>();
    private final Map<RefreshTier, TierSlots> slots = new EnumMap<>(RefreshTier.class);
    /** Those that keep their slot. */
    private final TreeSet<Entry> regular = new TreeSet<>(BY_TIME);
    /** Those that are new or were not confirmed: they come on top of the slots, so there is a limit on them. */
    private final TreeSet<Entry> extra = new TreeSet<>(BY_TIME);
    private long extraPeriod = Long.MIN_VALUE;
    private int extraLeft;

    private record Entry(String symbol, RefreshTier tier, long dueMillis, int unconfirmed, boolean everRefreshed, boolean isExtra) {}

    /** @param symbolsPerCall how many symbols one call to a venue carries */
    public TierSchedule(TierIntervals intervals, int symbolsPerCall) {
        this.intervals = intervals;
        this.symbolsPerCall = symbolsPerCall;
        for (RefreshTier tier : RefreshTier.values()) {
            slots.put(tier, new TierSlots(intervals.millis(tier), symbolsPerCall));
        }
    }

    /** Adds a symbol, due now, or moves it to another tier. */
    public void put(String symbol, RefreshTier tier, long nowMillis) {
        Entry entry = entries.get(symbol);
        if (entry == null) {
            slots(tier).add(symbol);
            replace(null, new Entry(symbol, tier, nowMillis, 0, false, true));
        } else if (entry.tier() != tier) {
            slots(entry.tier()).remove(symbol);
            slots(tier).add(symbol);
            long due = Math.min(entry.dueMillis(), slots(tier).next(symbol, nowMillis));
            replace(entry, new Entry(symbol, tier, due, 0, entry.everRefreshed(), entry.isExtra()));
        }
    }

    /** Forgets every symbol that is not among {@code symbols}. */
    public void retain(Set<String> symbols) {
        entries.values().removeIf(entry -> !symbols.contains(entry.symbol()) && forget(entry));
    }

    private boolean forget(Entry entry) {
        slots(entry.tier()).remove(entry.symbol());
        return queue(entry).remove(entry);
    }

    /**
     * The symbols to ask for now: first those whose slot it is, then new and unconfirmed ones. Slots that were missed are not made up for.
     *
     * @param limit at most so many; the others stay due
     */
    public List<String> due(long nowMillis, int limit) {
        List<String> due = new ArrayList<>();
        while (due.size() < limit && isDue(regular, nowMillis)) {
            due.add(take(regular.first(), nowMillis));
        }
        long period = Math.floorDiv(nowMillis, EXTRA_PERIOD_MILLIS);
        if (period != extraPeriod) {
            extraPeriod = period;
            extraLeft = symbolsPerCall;
        }
        while (due.size() < limit && extraLeft > 0 && isDue(extra, nowMillis)) {
            extraLeft--;
            due.add(take(extra.first(), nowMillis));
        }
        return due;
    }

    private static boolean isDue(TreeSet<Entry> queue, long nowMillis) {
        return !queue.isEmpty() && queue.first().dueMillis() <= nowMillis;
    }

    private String take(Entry entry, long nowMillis) {
        long slot = slots(entry.tier()).next(entry.symbol(), nowMillis);
        long retry = nowMillis + (FIRST_RETRY_MILLIS << Math.min(entry.unconfirmed(), MAX_DOUBLINGS));
        boolean extraNext = retry < slot;
        replace(entry, new Entry(
                entry.symbol(), entry.tier(), Math.min(slot, retry), entry.unconfirmed() + 1, entry.everRefreshed(), extraNext));
        return entry.symbol();
    }

    /** Confirms that the symbol has been refreshed: it is next due in its regular slot. */
    public void refreshed(String symbol, long nowMillis) {
        Entry entry = entries.get(symbol);
        if (entry != null) {
            replace(entry, new Entry(symbol, entry.tier(), slots(entry.tier()).next(symbol, nowMillis), 0, true, false));
        }
    }

    /** How many symbols were never refreshed since they were added. */
    public long neverRefreshed() {
        return entries.values().stream().filter(entry -> !entry.everRefreshed()).count();
    }

    /** How many symbols are in the tier. */
    public int size(RefreshTier tier) {
        return slots(tier).symbols();
    }

    public int size() {
        return entries.size();
    }

    private void replace(@Nullable Entry before, Entry after) {
        if (before != null) {
            queue(before).remove(before);
        }
        entries.put(after.symbol(), after);
        queue(after).add(after);
    }

    private TreeSet<Entry> queue(Entry entry) {
        return entry.isExtra() ? extra : regular;
    }

    private TierSlots slots(RefreshTier tier) {
        TierSlots of = slots.get(tier);
        if (of == null) {
            throw new IllegalArgumentException("no such tier: " + tier);
        }
        return of;
    }
}
