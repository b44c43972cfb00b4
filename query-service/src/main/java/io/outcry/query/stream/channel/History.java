// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The newest changes of a channel, bounded by their weight. Each has a version, 1 2 3 ..., and the public sequence.
 *
 * <p>Not safe for several threads: the channel's lock guards it.
 *
 * @param <E> what is kept of a change
 */
final class History<E> {

    /** One change. */
    record Entry<E>(long version, long sequence, int weight, long addedNanos, E event) {}

    /** Oldest first, from {@link #gone} on: what stands before that is not kept. */
    private final List<Entry<E>> entries = new ArrayList<>();
    private int gone;
    private final int limit;
    private final Consumer<Entry<E>> dropped;
    private int weight;
    private boolean evicted;
    private long version;
    /** All changes after this sequence are here. */
    private long coveredFrom = Long.MAX_VALUE;
    /** Sequence of the newest change that is gone and weighed more than one; -1 for none. */
    private long heavyGone = -1;

    /** @param limit total weight that is kept; the newest change is kept whatever it weighs */
    History(int limit) {
        this(limit, _ -> {});
    }

    /**
     * @param limit total weight that is kept; the newest change is kept whatever it weighs
     * @param dropped hears of each change that is not kept any more
     */
    History(int limit, Consumer<Entry<E>> dropped) {
        this.limit = limit;
        this.dropped = dropped;
    }

    void add(long newSequence, int newWeight, E event) {
        version++;
        entries.add(new Entry<>(version, newSequence, newWeight, System.nanoTime(), event));
        weight += newWeight;
        while (weight > limit && size() > 1) {
            evict();
        }
    }

    /** Drops what was added before then. */
    void evictBefore(long nanos) {
        while (size() > 0 && kept().getFirst().addedNanos() - nanos < 0) {
            evict();
        }
    }

    private int size() {
        return entries.size() - gone;
    }

    private List<Entry<E>> kept() {
        return entries.subList(gone, entries.size());
    }

    /** Where the oldest one was, the newest stands as well, so that it can be collected; a place is moved up once at most. */
    private void evict() {
        Entry<E> oldest = kept().getFirst();
        entries.set(gone++, entries.getLast());
        if (gone > entries.size() / 2) {
            entries.subList(0, gone).clear();
            gone = 0;
        }
        weight -= oldest.weight();
        coveredFrom = oldest.sequence();
        evicted = true;
        heavyGone = oldest.weight() > 1 ? oldest.sequence() : heavyGone;
        dropped.accept(oldest);
    }

    /**
     * Forgets everything: whoever has an older cursor has missed something.
     *
     * @param covered all changes after this sequence will be added; {@link Long#MAX_VALUE} if that is not known
     */
    void restart(long covered) {
        restart(covered, false);
    }

    /** @param heavy whether the change at {@code covered}, which is not here, may have weighed more than one */
    void restart(long covered, boolean heavy) {
        entries.clear();
        gone = 0;
        weight = 0;
        version++;
        evicted = false;
        heavyGone = heavy ? covered : -1;
        coveredFrom = covered;
    }

    long version() {
        return version;
    }

    /** Says that all changes after this sequence are here or will be added, unless some are gone already. */
    void cover(long covered) {
        coveredFrom = evicted ? coveredFrom : covered;
    }

    /** Whether all changes after {@code after} are here. */
    boolean reaches(long after) {
        return after >= version - size();
    }

    /** All changes after {@code after}, oldest first; null if some of them are not here any more. */
    @Nullable
    List<Entry<E>> since(long after) {
        if (!reaches(after)) {
            return null;
        }
        // Their versions follow each other.
        int missed = (int) Math.max(0, version - after);
        return List.copyOf(entries.subList(entries.size() - missed, entries.size()));
    }

    /** All changes that are here, oldest first. */
    List<Entry<E>> all() {
        return List.copyOf(kept());
    }

    /**
     * Where somebody is who has everything up to {@code atSequence}; null if what follows it is not all here.
     *
     * @param reached how far the channel is: who says that he has more cannot go on, for he would not get what comes before that
     */
    @Nullable
    Cursor at(long atSequence, long reached) {
        if (atSequence < coveredFrom || atSequence > reached) {
            return null;
        }
        return new Cursor(version - size() + upTo(atSequence), atSequence);
    }

    /** How many of those that are kept have this sequence or one before it. */
    private int upTo(long atSequence) {
        List<Entry<E>> kept = kept();
        return upTo(atSequence, kept.size(), index -> kept.get(index).sequence());
    }

    /** Halves: somebody who comes back with a thousand channels asks for a place in each, before anything is sent to him. */
    static int upTo(long atSequence, int size, IntToLongFunction sequences) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = low + high >>> 1;
            if (sequences.applyAsLong(middle) <= atSequence) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * As {@link #at}, where a change that weighs more than one is told in several messages of one sequence: who has that sequence may not have all
     * of them, so they come again.
     */
    @Nullable
    Cursor partlyAt(long atSequence, long reached) {
        Cursor at = atSequence == heavyGone ? null : at(atSequence, reached);
        int upTo = upTo(atSequence);
        Entry<E> last = upTo == 0 ? null : kept().get(upTo - 1);
        boolean comesAgain = last != null && last.sequence() == atSequence && last.weight() > 1;
        return at != null && comesAgain ? new Cursor(at.version() - 1, atSequence - 1) : at;
    }
}
