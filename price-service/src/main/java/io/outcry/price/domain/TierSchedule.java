// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * within the same limit. One whose refresh was not complete is due again after as long, and then after twice as long each time, until
 * that is longer than its interval: it has a price, so all others come first. Whoever still waits when his slot comes is due in it like any
 * other: however many are new, nobody is forgotten for them, and of those that wait the ones of a quicker tier go first.
 *
 * <p>Times are milliseconds of any clock that does not go back. Not safe for use by several threads.
 */
public final class TierSchedule {

    /** How long a refresh may take before it is asked for again, where the interval is longer than that. */
    public static final long FIRST_RETRY_MILLIS = 5_000;

    private static final long EXTRA_PERIOD_MILLIS = 1_000;
    private static final int MAX_DOUBLINGS = 2;
    /** Doubled so often it is two months. */
    private static final int MAX_INCOMPLETE = 20;
    private static final Comparator<Entry> BY_TIME =
            Comparator.comparingLong(Entry::dueMillis).thenComparing(Entry::symbol);
    private static final Comparator<Entry> BY_SLOT =
            Comparator.comparingLong(Entry::slotMillis).thenComparing(Entry::symbol);

    private final int symbolsPerCall;
    private final Map<String, Entry> entries = new HashMap<>();
    private final Map<RefreshTier, TierSlots> slots = new EnumMap<>(RefreshTier.class);
    private final Map<Turn, Map<RefreshTier, TreeSet<Entry>>> queues = new EnumMap<>(Turn.class);
    /** All whose turn is not a regular one, by the slot in which it becomes that at the latest. */
    private final TreeSet<Entry> extra = new TreeSet<>(BY_SLOT);
    private long extraPeriod = Long.MIN_VALUE;
    private int extraLeft;

    /** Why a symbol is due next. All but the first come on top of the slots, so there is a limit on them. */
    private enum Turn {
        /** Its slot comes. */
        REGULAR,
        /** It is new, or was not confirmed. */
        UNCONFIRMED,
        /** It has a price that lacks a venue. */
        INCOMPLETE
    }

    /**
     * @param dueMillis when its turn comes; not later than its slot
     * @param slotMillis when its slot comes
     * @param unconfirmed how often it was taken since it was last confirmed
     * @param incomplete how many refreshes in a row were not complete
     */
    private record Entry(
            String symbol,
            RefreshTier tier,
            long dueMillis,
            long slotMillis,
            int unconfirmed,
            int incomplete,
            boolean everRefreshed,
            Turn turn) {

        Entry inItsSlot() {
            return new Entry(symbol, tier, slotMillis, slotMillis, unconfirmed, incomplete, everRefreshed, Turn.REGULAR);
        }
    }

    /** @param symbolsPerCall how many symbols one call to a venue carries */
    public TierSchedule(TierIntervals intervals, int symbolsPerCall) {
        this.symbolsPerCall = symbolsPerCall;
        for (RefreshTier tier : RefreshTier.values()) {
            slots.put(tier, new TierSlots(intervals.millis(tier), symbolsPerCall));
        }
        for (Turn turn : Turn.values()) {
            Map<RefreshTier, TreeSet<Entry>> byTier = new EnumMap<>(RefreshTier.class);
            for (RefreshTier tier : RefreshTier.values()) {
                byTier.put(tier, new TreeSet<>(BY_TIME));
            }
            queues.put(turn, byTier);
        }
    }

    /** Adds a symbol, due now, or moves it to another tier. */
    public void put(String symbol, RefreshTier tier, long nowMillis) {
        Entry entry = entries.get(symbol);
        if (entry == null) {
            slots(tier).add(symbol);
            replace(null, new Entry(symbol, tier, nowMillis, slots(tier).next(symbol, nowMillis), 0, 0, false, Turn.UNCONFIRMED));
        } else if (entry.tier() != tier) {
            slots(entry.tier()).remove(symbol);
            slots(tier).add(symbol);
            long slot = slots(tier).next(symbol, nowMillis);
            long due = Math.min(entry.dueMillis(), slot);
            replace(entry, new Entry(symbol, tier, due, slot, 0, entry.incomplete(), entry.everRefreshed(), entry.turn()));
        }
    }

    /** Forgets every symbol that is not among {@code symbols}. */
    public void retain(Set<String> symbols) {
        entries.values().removeIf(entry -> !symbols.contains(entry.symbol()) && forget(entry));
    }

    private boolean forget(Entry entry) {
        slots(entry.tier()).remove(entry.symbol());
        extra.remove(entry);
        return queue(entry.turn(), entry.tier()).remove(entry);
    }

    /**
     * The symbols to ask for now: first those whose slot it is, then new and unconfirmed ones, then incomplete ones, of each the ones of a
     * quicker tier first. Slots that were missed are not made up for.
     *
     * @param limit at most so many; the others stay due
     */
    public List<String> due(long nowMillis, int limit) {
        while (!extra.isEmpty() && extra.first().slotMillis() <= nowMillis) {
            replace(extra.first(), extra.first().inItsSlot());
        }
        List<String> due = new ArrayList<>();
        take(Turn.REGULAR, due, limit, nowMillis);
        long period = Math.floorDiv(nowMillis, EXTRA_PERIOD_MILLIS);
        if (period != extraPeriod) {
            extraPeriod = period;
            extraLeft = symbolsPerCall;
        }
        for (Turn turn : List.of(Turn.UNCONFIRMED, Turn.INCOMPLETE)) {
            extraLeft -= take(turn, due, Math.min(limit - due.size(), extraLeft), nowMillis);
        }
        return due;
    }

    /** Moves at most {@code limit} whose turn it is to {@code due}, and says how many. */
    private int take(Turn turn, List<String> due, int limit, long nowMillis) {
        int taken = 0;
        for (RefreshTier tier : RefreshTier.values()) {
            TreeSet<Entry> queue = queue(turn, tier);
            for (; taken < limit && !queue.isEmpty() && queue.first().dueMillis() <= nowMillis; taken++) {
                due.add(take(queue.first(), nowMillis));
            }
        }
        return taken;
    }

    private String take(Entry entry, long nowMillis) {
        long slot = slots(entry.tier()).next(entry.symbol(), nowMillis);
        long retry = nowMillis + (FIRST_RETRY_MILLIS << Math.min(entry.unconfirmed(), MAX_DOUBLINGS));
        boolean sooner = retry < slot;
        replace(entry, new Entry(
                entry.symbol(),
                entry.tier(),
                sooner ? retry : slot,
                slot,
                entry.unconfirmed() + 1,
                entry.incomplete(),
                entry.everRefreshed(),
                sooner ? Turn.UNCONFIRMED : Turn.REGULAR));
        return entry.symbol();
    }

    /**
     * Confirms that the symbol has been refreshed: it is next due in its regular slot.
     *
     * @param complete false if another refresh may bring more: then it is due before its slot, but ever later
     */
    public void refreshed(String symbol, boolean complete, long nowMillis) {
        Entry entry = entries.get(symbol);
        if (entry == null) {
            return;
        }
        long slot = slots(entry.tier()).next(symbol, nowMillis);
        long retry = nowMillis + (FIRST_RETRY_MILLIS << entry.incomplete());
        boolean sooner = !complete && retry < slot;
        int incomplete = complete ? 0 : Math.min(entry.incomplete() + 1, MAX_INCOMPLETE);
        replace(entry, new Entry(
                symbol, entry.tier(), sooner ? retry : slot, slot, 0, incomplete, true, sooner ? Turn.INCOMPLETE : Turn.REGULAR));
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
            queue(before.turn(), before.tier()).remove(before);
            extra.remove(before);
        }
        entries.put(after.symbol(), after);
        queue(after.turn(), after.tier()).add(after);
        if (after.turn() != Turn.REGULAR) {
            extra.add(after);
        }
    }

    private TreeSet<Entry> queue(Turn turn, RefreshTier tier) {
        return Objects.requireNonNull(Objects.requireNonNull(queues.get(turn)).get(tier));
    }

    private TierSlots slots(RefreshTier tier) {
        TierSlots of = slots.get(tier);
        if (of == null) {
            throw new IllegalArgumentException("no such tier: " + tier);
        }
        return of;
    }
}
