// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.record.OutcomeRecords;
import io.outcry.query.record.PriceRecords;
import io.outcry.query.record.UnreadableRecordException;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewPartition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Prices and books as they are after the newest record, and who hears of each. Written by the feed's thread, read by any. There are never
 * more than {@value #LIMIT} of each: what is beyond is not held, and readers ask Redis for it.
 */
final class FeedState {

    static final int LIMIT = 100_000;

    private final Map<String, LivePrice> prices = new ConcurrentHashMap<>();
    private final Map<String, LiveBook> books = new ConcurrentHashMap<>();
    /** Where an instrument of each followed partition has changed last; where it has been loaded, if none has since. */
    private final Map<ViewPartition, ViewPosition> instrumentsSince = new ConcurrentHashMap<>();
    private final List<FeedListener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean whole = true;

    void listen(FeedListener listener) {
        listeners.add(listener);
    }

    @Nullable
    LivePrice price(String symbol) {
        return prices.get(symbol);
    }

    @Nullable
    LiveBook book(String symbol) {
        return books.get(symbol);
    }

    @Nullable
    ViewPosition instrumentsSince(ViewPartition partition) {
        return instrumentsSince.get(partition);
    }

    /** False once something was not held because there was too much. */
    boolean isWhole() {
        return whole;
    }

    /** Takes a price over; one that cannot be read changes nothing but the position. */
    ViewPosition price(ViewPartition partition, ViewPosition at, ConsumerRecord<byte[], byte[]> record) {
        try {
            PriceUpdate update = PriceRecords.parse(record.value());
            StoredPrice stored = PriceRecords.stored(update, record.offset());
            ViewPosition after = at.priced(record.offset(), stored.asOfMillis());
            LivePrice price = new LivePrice(update, stored, after);
            if (prices.size() < LIMIT || prices.containsKey(update.getSymbol())) {
                prices.put(update.getSymbol(), price);
                listeners.forEach(listener -> listener.price(price));
            } else {
                whole = false;
            }
            return after;
        } catch (UnreadableRecordException e) {
            // The projection puts it aside and tells.
            return at.unreadable(record.offset());
        }
    }

    /** The position after an outcome; nothing if it cannot follow. */
    @Nullable
    ViewPosition outcome(ViewPartition partition, ViewPosition at, ConsumerRecord<byte[], byte[]> record) {
        Outcome outcome;
        try {
            outcome = OutcomeRecords.parse(record.value());
        } catch (UnreadableRecordException e) {
            return at.unreadable(record.offset());
        }
        return switch (at.judge(outcome.getInputOffset(), outcome.getSequence())) {
            case DUPLICATE -> at.passed(record.offset());
            case GAP -> null;
            case NEXT -> {
                ViewPosition after =
                        at.applied(record.offset(), outcome.getInputOffset(), outcome.getSequence(), outcome.getTimeUs() / 1_000);
                if (outcome.hasInstrument()) {
                    instrumentsSince.put(partition, after);
                }
                if (outcome.getRepeatOfSequence() == 0 && !OutcomeRecords.isEmpty(outcome)) {
                    apply(partition, after, outcome);
                }
                yield after;
            }
        };
    }

    private void apply(ViewPartition partition, ViewPosition after, Outcome outcome) {
        LiveBook book = books.get(outcome.getSymbol());
        if (book != null) {
            if (!book.apply(after, outcome)) {
                return;
            }
        } else if (OutcomeRecords.changesBook(outcome)) {
            if (books.size() < LIMIT) {
                book = new LiveBook(outcome.getSymbol(), partition);
                // Nobody sees it before there is something in it.
                book.apply(after, outcome);
                books.put(outcome.getSymbol(), book);
            } else {
                whole = false;
            }
        }
        listeners.forEach(listener -> listener.outcome(partition, outcome));
    }

    /** Replaces all books of a partition, which goes on at {@code at}. */
    void restart(ViewPartition partition, ViewPosition at, List<LiveBook> loaded) {
        instrumentsSince.put(partition, at);
        books.values().removeIf(book -> book.partition().equals(partition));
        loaded.stream().limit(LIMIT).forEach(book -> books.put(book.symbol(), book));
        listeners.forEach(listener -> listener.restarted(partition));
    }
}
