// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.feed.BookText;
import io.outcry.query.feed.LiveBook;
import io.outcry.query.feed.LivePrice;
import io.outcry.query.feed.MarketFeed;
import io.outcry.query.feed.TopOfBook;
import io.outcry.query.position.PositionBarrier;
import io.outcry.query.position.ViewAges;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.Held;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewPartition;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Prices and books that this instance holds itself, fed by the log: answers without Redis, also while Redis is away. Each comes with the
 * position that the feed had told of before the value was taken, or the value's own if that is further: no answer claims to be newer than it
 * is, and whoever asks elsewhere for no less gets no less. Nothing while the feed has not caught up: then Redis is asked.
 */
public final class NearMarket {

    private final MarketFeed feed;
    private final ViewPositions positions;
    private final ViewAges ages;
    private final PositionBarrier barrier;

    /**
     * @param positions how far the feed is
     * @param ages of what the feed holds
     * @param barrier waits for the feed
     */
    public NearMarket(MarketFeed feed, ViewPositions positions, ViewAges ages, PositionBarrier barrier) {
        this.feed = feed;
        this.positions = positions;
        this.ages = ages;
        this.barrier = barrier;
    }

    /** How old what the feed holds is. */
    ViewAges ages() {
        return ages;
    }

    /** Waits until the feed holds a position. */
    PositionBarrier barrier() {
        return barrier;
    }

    /** Whether the feed has caught up with a partition. */
    boolean follows(ViewPartition partition) {
        return feed.isLive(partition);
    }

    /** How far the feed is with a partition. */
    ViewPosition position(ViewPartition partition) {
        return positions.newest(partition);
    }

    /** Whether a partition has the same instruments at both positions, as far as the feed can tell; {@code now} is not the earlier one. */
    boolean hasSameInstruments(ViewPartition partition, ViewPosition then, ViewPosition now) {
        // First: what the feed has come to by then is in what it knows.
        boolean isSeen = positions.newest(partition).next() >= now.next();
        return isSeen && feed.instrumentsSince(partition).filter(since -> since.next() <= then.next()).isPresent();
    }

    Optional<Held<StoredPrice>> price(ViewPartition partition, String symbol) {
        return whole(partition, symbol).map(held -> held.map(LivePrice::stored));
    }

    /** A price with all that is known about it. */
    Optional<Held<LivePrice>> whole(ViewPartition partition, String symbol) {
        return held(partition, () -> feed.price(symbol), LivePrice::position);
    }

    Optional<Held<TopOfBook>> top(ViewPartition partition, String symbol) {
        return held(partition, () -> book(partition, symbol).map(LiveBook::top), TopOfBook::position);
    }

    Optional<Held<BookText>> book(ViewPartition partition, String symbol, int depth) {
        return held(partition, () -> book(partition, symbol).map(book -> book.text(depth)), BookText::position);
    }

    private Optional<LiveBook> book(ViewPartition partition, String symbol) {
        return feed.book(symbol).filter(book -> book.partition().equals(partition));
    }

    private <T> Optional<Held<T>> held(ViewPartition partition, Supplier<Optional<T>> read, Function<T, ViewPosition> own) {
        if (!feed.isLive(partition)) {
            return Optional.empty();
        }
        ViewPosition told = positions.newest(partition);
        return read.get().map(value -> new Held<>(partition, told.orLater(own.apply(value)), value));
    }
}
