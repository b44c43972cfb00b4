// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.Held;
import io.outcry.query.view.KnownPositions;
import io.outcry.query.view.StoredBook;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import io.outcry.query.view.WholeBooks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads all books of a partition from Redis, each at the position it then has. */
final class BookLoader {

    /** While one book is taken over, so many are on their way: Redis need not rest, and others come in between. */
    private static final int AT_ONCE = 3;
    private static final Pattern LEVEL = Pattern.compile("\\[\"([0-9.]+)\",\"([0-9.]+)\"]");
    private static final Pattern AUCTION =
            Pattern.compile("\\{\"price\":(?:null|\"([0-9.]+)\"),\"volume\":\"([0-9.]+)\",\"imbalance\":\"(-?)([0-9.]+)\"}");

    private final WholeBooks books;
    private final KnownPositions known;

    BookLoader(WholeBooks books, KnownPositions known) {
        this.books = books;
        this.known = known;
    }

    /**
     * The books of a partition.
     *
     * @param at no book is older
     */
    record Loaded(ViewPosition at, List<LiveBook> books) {}

    /** A book that is on its way. */
    private record Asked(String symbol, WholeBooks.Answer<Optional<StoredBook>> book) {}

    /**
     * Waits for Redis as long as it takes, and fails where it gives no sign of life. Nothing is loaded while Redis is behind what is known of it.
     *
     * @param stuckAt where the log could not be followed from: nothing is loaded while Redis is still there
     */
    Optional<Loaded> load(ViewPartition partition, @Nullable ViewPosition stuckAt) throws ViewUnavailableException {
        long floor = known.floor(partition);
        if (floor == Long.MAX_VALUE || stuckAt != null && stuckAt.next() == floor) {
            return Optional.empty();
        }
        try (WholeBooks.Reading reading = books.open(partition)) {
            Held<List<String>> symbols = reading.symbols().await();
            ViewPosition at = symbols.position();
            if (at.next() < floor || at.equals(stuckAt)) {
                return Optional.empty();
            }
            known.observe(partition, at);
            return books(reading, partition, symbols.value(), at).map(loaded -> new Loaded(at, loaded));
        }
    }

    /**
     * Nothing if Redis turns out to have lost what it held a moment ago. The position of each book is made known: outcomes that it includes are
     * told to nobody here any more, so what channels begin with must include them as well.
     */
    private Optional<List<LiveBook>> books(WholeBooks.Reading reading, ViewPartition partition, List<String> symbols, ViewPosition from)
            throws ViewUnavailableException {
        ViewPosition newest = from;
        List<LiveBook> loaded = new ArrayList<>(symbols.size());
        Deque<Asked> onTheirWay = new ArrayDeque<>(AT_ONCE);
        Iterator<String> left = symbols.iterator();
        while (left.hasNext() || !onTheirWay.isEmpty()) {
            while (left.hasNext() && onTheirWay.size() < AT_ONCE) {
                String symbol = left.next();
                onTheirWay.add(new Asked(symbol, reading.book(symbol)));
            }
            Asked first = onTheirWay.remove();
            Held<Optional<StoredBook>> held = first.book().await();
            if (held.position().next() < newest.next()) {
                return Optional.empty();
            }
            newest = held.position();
            known.observe(partition, newest);
            loaded.add(book(first.symbol(), held));
        }
        return Optional.of(loaded);
    }

    private static LiveBook book(String symbol, Held<Optional<StoredBook>> held) {
        LiveBook book = new LiveBook(symbol, held.partition());
        held.value().ifPresent(whole -> book.load(snapshot(symbol, whole), held.position()));
        return book;
    }

    private static BookSnapshot snapshot(String symbol, StoredBook whole) {
        int[] scales = new int[2];
        List<BookSnapshot.Level> bids = levels(whole.bids(), scales);
        List<BookSnapshot.Level> asks = levels(whole.asks(), scales);
        AuctionIndication auction = whole.auction().map(json -> auction(json, scales)).orElse(null);
        return new BookSnapshot(symbol, whole.sequence(), whole.timeMillis(), scales[0], scales[1], bids, asks, auction);
    }

    /** A number is written with all digits of its scale, so the scale can be seen. */
    private static List<BookSnapshot.Level> levels(List<String> stored, int[] scales) {
        List<BookSnapshot.Level> levels = new ArrayList<>(stored.size());
        for (String json : stored) {
            Matcher level = LEVEL.matcher(json);
            if (!level.matches()) {
                throw new IllegalStateException("not a stored level: " + json);
            }
            scales[0] = scale(level.group(1));
            scales[1] = scale(level.group(2));
            levels.add(new BookSnapshot.Level(
                    Decimals.parse(level.group(1), scales[0]), Decimals.parse(level.group(2), scales[1])));
        }
        return levels;
    }

    private static AuctionIndication auction(String json, int[] scales) {
        Matcher form = AUCTION.matcher(json);
        if (!form.matches()) {
            throw new IllegalStateException("not a stored auction: " + json);
        }
        String price = form.group(1);
        String volume = form.group(2);
        long imbalance = Decimals.parse(form.group(4), scale(form.group(4)));
        AuctionIndication.Builder auction = AuctionIndication.newBuilder()
                .setVolume(Decimals.parse(volume, scale(volume)))
                .setImbalance(form.group(3).isEmpty() ? imbalance : -imbalance);
        scales[1] = scale(volume);
        if (price != null) {
            scales[0] = scale(price);
            auction.setPrice(Decimals.parse(price, scales[0]));
        }
        return auction.build();
    }

    private static int scale(String number) {
        int point = number.indexOf('.');
        return point < 0 ? 0 : number.length() - point - 1;
    }
}
