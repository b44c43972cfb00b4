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
         * @param behind what is wanted is behind this; the best levels if it is null
         * @param depth levels of each side at most
         */
        Optional<BookSnapshot> levels(@Nullable BookPlace behind, int depth);
    }

    /** What newcomers get. Shared by all who come until the book changes. */
    private record Snapshot(long held, long madeNanos, Update update) {}

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
        source.levels(null, 0).ifPresent(book -> {
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
        List<Entry<BookChange>> missed;
        long version;
        synchronized (this) {
            missed = history.since(from.version());
            version = history.version();
        }
        if (missed == null) {
            return null;
        }
        Merged made = merged;
        if (made != null && made.from().equals(from) && made.update().to().version() == version) {
            return made.update();
        }
        // Changes that a whole book held already are not news, though they are announced after it.
        List<BookChange> news = missed.stream().map(Entry::event).filter(change -> change.sequence() > from.sequence()).toList();
        Cursor to = new Cursor(version, news.isEmpty() ? from.sequence() : news.getLast().sequence());
        Update update = news.isEmpty()
                ? Update.nothing(to, epoch.getAsLong())
                : new Update(
                        to, epoch.getAsLong(), List.of(BookJson.delta(name(), epoch.getAsLong(), from.sequence() + 1, news)),
                        news.size() - 1, 0);
        merged = new Merged(from, update);
        return update;
    }

    /** The book as it is now, or its best levels; made anew only if it has changed since the last one who asked. */
    private Update whole() {
        synchronized (encoding) {
            Snapshot kept = snapshot;
            if (kept == null || isOld(kept)) {
                long version = version();
                Optional<BookSnapshot> book = source.levels(null, LEVELS + 1);
                if (book.isEmpty()) {
                    // Being read anew: the restart is announced when it is there.
                    return Update.nothing(new Cursor(-1, 0), epoch.getAsLong());
                }
                long sequence = book.get().sequence();
                Part first = Part.of(book.get());
                BookRest rest = new BookRest(sequence, sequence, first.end());
                kept = new Snapshot(sequence, nanos.getAsLong(), update(version, rest, BookJson.snapshot(
                        name(), epoch.getAsLong(), first.levels(), !rest.isNothing())));
                snapshot = kept;
            }
            return kept.update();
        }
    }

    /** Some levels, and what is behind them. */
    private record Part(BookSnapshot levels, BookPlace end) {

        /** @param next one level more than a part has, if there is one */
        static Part of(BookSnapshot next) {
            boolean moreBids = next.bids().size() > LEVELS;
            boolean moreAsks = next.asks().size() > LEVELS;
            BookSnapshot levels = next.best(LEVELS);
            return new Part(levels, BookPlace.behind(levels, moreBids, moreAsks));
        }
    }

    /** Brings somebody to where {@code rest} is still to be got. */
    private Update update(long version, BookRest rest, byte[] message) {
        boolean whole = rest.isNothing();
        Cursor to = whole ? new Cursor(version, rest.held()) : new Cursor(version, 0, rest);
        // Where only an announcement is waited for, that tells of itself.
        return new Update(to, epoch.getAsLong(), List.of(message), 0, 0, !rest.place().isEnd());
    }

    /** The next levels for one who has the best ones, with what has changed of these; null if not all changes since are known. */
    private @Nullable Update goOn(Cursor from, BookRest rest) {
        synchronized (encoding) {
            List<Entry<BookChange>> missed;
            long version;
            synchronized (this) {
                version = history.version();
                Update made = parts.get(from);
                if (made != null && history.since(made.to().version()) != null) {
                    return made.to().version() == version ? made : made.withMore();
                }
                missed = history.since(from.version());
            }
            Optional<BookSnapshot> next = rest.place().isEnd() ? Optional.empty() : source.levels(rest.place(), LEVELS + 1);
            if (missed == null || next.isEmpty() && !rest.place().isEnd()) {
                return null;
            }
            List<BookChange> news = missed.stream().map(Entry::event).filter(change -> change.sequence() > rest.held()).toList();
            if (news.isEmpty() && next.isEmpty()) {
                return Update.nothing(new Cursor(version, 0, rest), epoch.getAsLong());
            }
            Part part = next.map(Part::of).orElse(null);
            BookRest left = new BookRest(
                    news.isEmpty() ? rest.held() : news.getLast().sequence(),
                    part == null ? rest.reached() : Math.max(rest.reached(), part.levels().sequence()),
                    part == null ? rest.place() : part.end());
            Update update = update(version, left, BookJson.part(
                    name(), epoch.getAsLong(), left.isNothing() ? left.held() : 0, news, part == null ? null : part.levels()));
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
        boolean changed = kept.held() < newest;
        boolean isShared = kept.update().more() && nanos.getAsLong() - kept.madeNanos() < SHARED_NANOS;
        return changed && !isShared || history.since(kept.update().to().version()) == null;
    }

    @Override
    public synchronized @Nullable Cursor resume(long ofEpoch, long sequence) {
        return ofEpoch == epoch.getAsLong() ? history.at(sequence, newest) : null;
    }

    @Override
    void restart(Map<Integer, Long> heard) {
        Optional<Long> covered = source.levels(null, 0).map(BookSnapshot::sequence);
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
