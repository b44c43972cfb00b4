// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.query.feed.BookPlace;
import io.outcry.query.feed.BookSnapshot;
import io.outcry.query.stream.channel.History.Entry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A book: first whole, then what changed. Several changes that a subscriber has not seen become one: quantities are absolute, so the last
 * of each level counts. One who missed more than is kept gets the whole book again.
 *
 * <p>A large book is got in parts, the best levels first, each when the one before it has been taken: no text is longer than one part and
 * the changes that are kept, and all who are at the same place share it.
 */
final class BookChannel extends LiveChannel {

    /** Levels of each side in a snapshot and in each part after it: as many as a read can ask for. */
    static final int LEVELS = 1_000;
    /** So long the first part of a large book is given to all who come, though the book has changed: the next brings the changes. */
    private static final long SHARED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Further parts that are kept for those who come to the same place: enough for a crowd that goes through a book of 128,000 levels. */
    private static final int KEPT_PARTS = 128;

    private final LongSupplier epoch;
    private final Source source;
    private final int historyWeight;
    private final LongSupplier nanos;
    private final History<BookChange> history;
    /** Held by the one for whom a part of the book is encoded: the others of a crowd wait for his text, which costs them no more. */
    private final Object encoding = new Object();
    /** What those at a place of the book get next, oldest first. Guarded by {@link #encoding}. */
    private final SequencedMap<Cursor, Update> parts = new LinkedHashMap<>();
    private volatile @Nullable Snapshot snapshot;
    private volatile @Nullable Merged merged;
    /** Times that what was known before did not count any more. */
    private int restarts;
    /** Of the newest change that is known of: announced, or in the book that was there before any. */
    private long newest;

    /** Where the book's levels are. */
    interface Source {

        /**
         * The book as it is, which may be ahead of the changes that were announced.
         *
         * @param behind what is wanted is behind this
         * @param depth levels of each side at most
         */
        Optional<BookSnapshot> levels(BookPlace behind, int depth);
    }

    /** What newcomers get. Shared by all who come until the book changes. */
    private record Snapshot(long madeNanos, Update update) {}

    private record Merged(Cursor from, Update update) {}

    /** @param nanos a clock that goes evenly */
    BookChannel(String symbol, int partition, LongSupplier epoch, Source source, int historyWeight, LongSupplier nanos) {
        super("book:" + symbol, partition);
        this.epoch = epoch;
        this.source = source;
        this.historyWeight = historyWeight;
        this.nanos = nanos;
        this.history = new History<>(historyWeight);
    }

    /** To be called when the channel hears of changes: those after the book as it is now will all be known. */
    void begin() {
        int before;
        synchronized (this) {
            before = restarts;
        }
        source.levels(BookPlace.BEGIN, 0).ifPresent(book -> {
            synchronized (this) {
                if (restarts == before) {
                    history.cover(book.sequence());
                    newest = Math.max(newest, book.sequence());
                }
            }
        });
    }

    void changed(BookChange change) {
        synchronized (this) {
            int weight = 1 + change.levels().size();
            if (weight > historyWeight) {
                // The book in parts is sent with less in hand than so much at once.
                restarts++;
                history.restart(change.sequence());
            } else {
                history.add(change.sequence(), weight, change);
            }
            newest = Math.max(newest, change.sequence());
        }
        announce();
    }

    @Override
    public Update since(Cursor from) {
        if (from.version() >= 0) {
            Update update = from.rest() == null ? merge(from) : goOn(from, from.rest());
            if (update != null) {
                return update;
            }
        }
        return whole();
    }

    /** Null if not all changes since are known. */
    private @Nullable Update merge(Cursor from) {
        List<BookChange> news;
        long version;
        synchronized (this) {
            version = history.version();
            Merged made = merged;
            if (made != null && made.from().equals(from) && made.update().to().version() == version) {
                return made.update();
            }
            news = news(from);
        }
        if (news == null) {
            return null;
        }
        Cursor to = new Cursor(version, news.isEmpty() ? from.held() : news.getLast().sequence());
        Update update = news.isEmpty()
                ? Update.nothing(to, epoch.getAsLong())
                : update(to, news.size(), BookJson.delta(name(), epoch.getAsLong(), from, to, news, null));
        merged = new Merged(from, update);
        return update;
    }

    /**
     * What changed since; null if not all of that is known. Changes that he got with levels already are not news, though they are announced
     * after these.
     */
    private @Nullable List<BookChange> news(Cursor from) {
        List<Entry<BookChange>> missed = history.since(from.version());
        return missed == null
                ? null
                : missed.stream().map(Entry::event).filter(change -> change.sequence() > from.held()).toList();
    }

    /** The book as it is now, or its best levels; made anew only if it has changed since the last one who asked. */
    private Update whole() {
        synchronized (encoding) {
            Snapshot kept = snapshot;
            if (kept == null || isOld(kept)) {
                long version = version();
                BookSnapshot best = source.levels(BookPlace.BEGIN, LEVELS).orElse(null);
                if (best == null) {
                    // Being read anew: the restart is announced when it is there.
                    return Update.nothing(new Cursor(-1, 0), epoch.getAsLong());
                }
                Cursor to = new BookRest(best.sequence(), BookPlace.behind(best, LEVELS)).at(version, best.sequence());
                kept = new Snapshot(nanos.getAsLong(), update(to, 0, BookJson.snapshot(name(), epoch.getAsLong(), to, best)));
                snapshot = kept;
            }
            return kept.update();
        }
    }

    private Update update(Cursor to, int changes, byte[] message) {
        // Where only an announcement is waited for, that tells of itself.
        boolean more = to.rest() != null && !to.rest().place().isEnd();
        return new Update(to, epoch.getAsLong(), List.of(message), Math.max(0, changes - 1), 0, more);
    }

    /** The next levels for one who has the best ones, with what has changed of these; null if not all changes since are known. */
    private @Nullable Update goOn(Cursor from, BookRest rest) {
        synchronized (encoding) {
            List<BookChange> news;
            long version;
            synchronized (this) {
                version = history.version();
                Update made = parts.get(from);
                if (made != null && history.reaches(made.to().version())) {
                    return made.to().version() == version ? made : made.withMore();
                }
                news = news(from);
            }
            boolean hasAll = rest.place().isEnd();
            BookSnapshot further = hasAll ? null : source.levels(rest.place(), LEVELS).orElse(null);
            if (news == null || further == null && !hasAll) {
                return null;
            }
            if (news.isEmpty() && further == null) {
                return Update.nothing(new Cursor(version, from.held(), rest), epoch.getAsLong());
            }
            BookRest left = further == null
                    ? rest
                    : new BookRest(Math.max(rest.reached(), further.sequence()), BookPlace.behind(further, LEVELS));
            Cursor to = left.at(version, news.isEmpty() ? from.held() : news.getLast().sequence());
            Update update = update(to, news.size(), BookJson.delta(name(), epoch.getAsLong(), from, to, news, further));
            parts.put(from, update);
            if (parts.size() > KEPT_PARTS) {
                parts.pollFirstEntry();
            }
            return update;
        }
    }

    /** Those of a crowd who come later have them made anew. */
    void forgetParts() {
        synchronized (encoding) {
            parts.clear();
        }
    }

    private synchronized long version() {
        return history.version();
    }

    private synchronized boolean isOld(Snapshot kept) {
        boolean changed = kept.update().to().held() < newest;
        boolean isShared = kept.update().more() && nanos.getAsLong() - kept.madeNanos() < SHARED_NANOS;
        return changed && !isShared || !history.reaches(kept.update().to().version());
    }

    @Override
    public synchronized @Nullable Cursor resume(long ofEpoch, long sequence) {
        return ofEpoch == epoch.getAsLong() ? history.at(sequence, newest) : null;
    }

    @Override
    void restart(Map<Integer, Long> heard) {
        Optional<Long> covered = source.levels(BookPlace.BEGIN, 0).map(BookSnapshot::sequence);
        synchronized (this) {
            restarts++;
            history.restart(covered.orElse(Long.MAX_VALUE));
            newest = covered.orElse(0L);
            snapshot = null;
            merged = null;
        }
        announce();
    }
}
