// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.record.OutcomeRecords;
import io.outcry.query.view.ViewPartition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The book of one symbol, changed by the feed's thread. A snapshot is made at most once for each change, when somebody asks for it. */
public final class LiveBook {

    private final String symbol;
    private final ViewPartition partition;
    private final NavigableMap<Long, Long> bids = new TreeMap<>(Comparator.reverseOrder());
    private final NavigableMap<Long, Long> asks = new TreeMap<>();
    private int priceScale;
    private int quantityScale;
    private long sequence;
    private long timeMillis;
    private @Nullable AuctionIndication auction;

    /** What the partition held with the newest change: no outcome before it changes the book. */
    private ViewPosition position = ViewPosition.EMPTY;

    private volatile long changes;
    private volatile TopOfBook top;
    private final Object encoding = new Object();
    private volatile @Nullable BookText text;

    LiveBook(String symbol, ViewPartition partition) {
        this.symbol = symbol;
        this.partition = partition;
        this.top = new TopOfBook(symbol, 0, 0, null, null, position);
    }

    public String symbol() {
        return symbol;
    }

    /** Where the symbol is traded. */
    public ViewPartition partition() {
        return partition;
    }

    /** The best bid and ask after the newest change. */
    public TopOfBook top() {
        return top;
    }

    /** The best {@code depth} levels as JSON; made again only after a change, or for another depth than last time. */
    public BookText text(int depth) {
        return text(depth, BookText::of);
    }

    /** Encoded by one for all who wait for it, and not while the feed's thread has to wait: it is the same for all symbols. */
    BookText text(int depth, BookText.Encoder encoder) {
        BookText last = text;
        if (last != null && isStill(last, depth)) {
            return last;
        }
        synchronized (encoding) {
            last = text;
            if (last != null && isStill(last, depth)) {
                return last;
            }
            long change;
            ViewPosition at;
            BookSnapshot book;
            synchronized (this) {
                change = changes;
                at = position;
                book = snapshot(depth);
            }
            BookText made = encoder.encode(change, depth, at, book);
            text = made;
            return made;
        }
    }

    private boolean isStill(BookText last, int depth) {
        return last.depth() == depth && last.change() == changes;
    }

    /** The best {@code depth} levels of each side as they are now. */
    public BookSnapshot snapshot(int depth) {
        return snapshot(BookPlace.BEGIN, depth);
    }

    /** The next {@code depth} levels of each side behind {@code place}, as they are now. */
    public synchronized BookSnapshot snapshot(BookPlace place, int depth) {
        return new BookSnapshot(
                symbol, sequence, timeMillis, priceScale, quantityScale, best(bids.tailMap(place.bid(), false), depth),
                best(asks.tailMap(place.ask(), false), depth), auction);
    }

    private static List<BookSnapshot.Level> best(NavigableMap<Long, Long> side, int depth) {
        List<BookSnapshot.Level> best = new ArrayList<>();
        for (Map.Entry<Long, Long> level : side.entrySet()) {
            if (best.size() >= depth) {
                break;
            }
            best.add(new BookSnapshot.Level(level.getKey(), level.getValue()));
        }
        return List.copyOf(best);
    }

    /** Takes over what Redis held at {@code position}; into a new book. */
    synchronized void load(BookSnapshot held, ViewPosition position) {
        held.bids().forEach(level -> bids.put(level.price(), level.quantity()));
        held.asks().forEach(level -> asks.put(level.price(), level.quantity()));
        priceScale = held.priceScale();
        quantityScale = held.quantityScale();
        sequence = held.sequence();
        timeMillis = held.timeMillis();
        auction = held.auction();
        changed(position);
    }

    private void changed(ViewPosition at) {
        position = at;
        top = newTop();
        changes = changes + 1;
    }

    /**
     * Takes over an outcome.
     *
     * @param after what the partition holds with it
     * @return true if it was not in the book already
     */
    synchronized boolean apply(ViewPosition after, Outcome outcome) {
        if (after.next() <= position.next()) {
            return false;
        }
        // Any other outcome may have the scales of an order that the symbol could not hold.
        if (OutcomeRecords.changesBook(outcome)) {
            priceScale = outcome.getPriceScale();
            quantityScale = outcome.getQuantityScale();
            outcome.getLevelsList().forEach(this::apply);
            if (OutcomeRecords.isInAuction(outcome)) {
                auction = outcome.getAuction();
            } else if (outcome.hasInstrument()) {
                auction = null;
            }
            sequence = outcome.getSequence();
            timeMillis = outcome.getTimeUs() / 1_000;
            changed(after);
        }
        return true;
    }

    private void apply(LevelChange level) {
        NavigableMap<Long, Long> side = level.getSide() == Side.SIDE_BUY ? bids : asks;
        if (level.getQuantity() == 0) {
            side.remove(level.getPrice());
        } else {
            side.put(level.getPrice(), level.getQuantity());
        }
    }

    private TopOfBook newTop() {
        return new TopOfBook(symbol, sequence, timeMillis, levelText(bids), levelText(asks), position);
    }

    private @Nullable String levelText(NavigableMap<Long, Long> side) {
        Map.Entry<Long, Long> best = side.firstEntry();
        return best == null ? null : LevelJson.of(best.getKey(), priceScale, best.getValue(), quantityScale);
    }
}
