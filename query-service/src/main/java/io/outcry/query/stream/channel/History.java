// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
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

    private final ArrayDeque<Entry<E>> entries = new ArrayDeque<>();
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
        entries.addLast(new Entry<>(version, newSequence, newWeight, System.nanoTime(), event));
        weight += newWeight;
        while (weight > limit && entries.size() > 1) {
            evict();
        }
    }

    /** Drops what was added before then. */
    void evictBefore(long nanos) {
        while (!entries.isEmpty() && entries.getFirst().addedNanos() - nanos < 0) {
            evict();
        }
    }

    private void evict() {
        Entry<E> oldest = entries.removeFirst();
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
        return after >= version - entries.size();
    }

    /** All changes after {@code after}, oldest first; null if some of them are not here any more. */
    @Nullable
    List<Entry<E>> since(long after) {
        if (!reaches(after)) {
            return null;
        }
        List<Entry<E>> found = new ArrayList<>();
        for (Iterator<Entry<E>> newestFirst = entries.descendingIterator(); newestFirst.hasNext();) {
            Entry<E> entry = newestFirst.next();
            if (entry.version() <= after) {
                break;
            }
            found.add(entry);
        }
        Collections.reverse(found);
        return found;
    }

    /** All changes that are here, oldest first. */
    List<Entry<E>> all() {
        return List.copyOf(entries);
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
        long at = version;
        for (Iterator<Entry<E>> newestFirst = entries.descendingIterator(); newestFirst.hasNext();) {
            if (newestFirst.next().sequence() <= atSequence) {
                break;
            }
            at--;
        }
        return new Cursor(at, atSequence);
    }

    /**
     * As {@link #at}, where a change that weighs more than one is told in several messages of one sequence: who has that sequence may not have all
     * of them, so they come again.
     */
    @Nullable
    Cursor partlyAt(long atSequence, long reached) {
        Cursor at = atSequence == heavyGone ? null : at(atSequence, reached);
        if (at == null || entries.stream().noneMatch(entry -> entry.sequence() == atSequence && entry.weight() > 1)) {
            return at;
        }
        return new Cursor(at.version() - 1, atSequence - 1);
    }
}
