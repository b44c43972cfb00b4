// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.query.stream.channel.History.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A book: first whole, then what changed. Several changes that a subscriber has not seen become one: quantities are absolute, so the last
 * of each level counts. One who missed more than is kept gets the whole book again.
 */
final class BookChannel extends LiveChannel {

    private final LongSupplier epoch;
    private final Supplier<Optional<StreamSource.BookImage>> source;
    private final History<BookChange> history;
    /** Held by the one newcomer for whom the book is encoded: the others of a crowd wait for his text, which costs them no more. */
    private final Object encoding = new Object();
    private volatile @Nullable Snapshot snapshot;
    private volatile @Nullable Merged merged;
    private int restarts;
    /** Of the newest change that is known of: announced, or in the book that was there before any. */
    private long newest;

    /** The book's text, and where one is who has it. Shared by all who come until the book changes. */
    private record Snapshot(Cursor at, byte[] json) {}

    private record Merged(Cursor from, Update update) {}

    /** @param source answers with the book as it is, which may be ahead of the changes that were announced */
    BookChannel(
            String symbol, int partition, LongSupplier epoch, Supplier<Optional<StreamSource.BookImage>> source, int historyWeight) {
        super("book:" + symbol, partition);
        this.epoch = epoch;
        this.source = source;
        this.history = new History<>(historyWeight);
    }

    /** To be called when the channel hears of changes: those after the book as it is now will all be known. */
    void begin() {
        int before;
        synchronized (this) {
            before = restarts;
        }
        source.get().ifPresent(book -> {
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
            history.add(change.sequence(), 1 + change.levels().size(), change);
            newest = Math.max(newest, change.sequence());
        }
        announce();
    }

    @Override
    public Update since(Cursor from) {
        if (from.version() >= 0) {
            Update update = merge(from);
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

    /** The book as it is now, made anew only if it has changed since the last one who asked. */
    private Update whole() {
        synchronized (encoding) {
            Snapshot kept = snapshot;
            if (kept == null || isOld(kept)) {
                long version = version();
                Optional<StreamSource.BookImage> book = source.get();
                if (book.isEmpty()) {
                    // Being read anew: the restart is announced when it is there.
                    return Update.nothing(new Cursor(-1, 0), epoch.getAsLong());
                }
                Cursor at = new Cursor(version, book.get().sequence());
                kept = new Snapshot(at, BookJson.snapshot(name(), epoch.getAsLong(), book.get()));
                snapshot = kept;
            }
            return new Update(kept.at(), epoch.getAsLong(), List.of(kept.json()), 0, 0);
        }
    }

    private synchronized long version() {
        return history.version();
    }

    private synchronized boolean isOld(Snapshot kept) {
        return kept.at().sequence() < newest || history.since(kept.at().version()) == null;
    }

    @Override
    public synchronized @Nullable Cursor resume(long ofEpoch, long sequence) {
        return ofEpoch == epoch.getAsLong() ? history.at(sequence, newest) : null;
    }

    @Override
    void restart(Map<Integer, Long> heard) {
        Optional<Long> covered = source.get().map(StreamSource.BookImage::sequence);
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
