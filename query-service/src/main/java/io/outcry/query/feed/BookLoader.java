// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.Held;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** Reads all books of a partition from Redis, each at the position it then has. */
final class BookLoader {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int AT_ONCE = 64;
    private static final Pattern LEVEL = Pattern.compile("\\[\"([0-9.]+)\",\"([0-9.]+)\"]");
    private static final Pattern AUCTION =
            Pattern.compile("\\{\"price\":(?:null|\"([0-9.]+)\"),\"volume\":\"([0-9.]+)\",\"imbalance\":\"(-?)([0-9.]+)\"}");

    private final ViewReader reader;

    BookLoader(ViewReader reader) {
        this.reader = reader;
    }

    /**
     * The books of a partition.
     *
     * @param at no book is older
     */
    record Loaded(ViewPosition at, List<LiveBook> books) {}

    /**
     * Waits for Redis; fails as the reader does, and after 20 s.
     *
     * @param stuckAt where the log could not be followed from: nothing is loaded while Redis is still there
     */
    Optional<Loaded> load(ViewPartition partition, @Nullable ViewPosition stuckAt) {
        Held<List<ViewReader.StoredInstrument>> symbols = reader.instruments(partition).block(LIMIT);
        if (symbols == null) {
            throw new IllegalStateException("a read ends with an answer or fails");
        }
        if (symbols.position().equals(stuckAt)) {
            return Optional.empty();
        }
        List<LiveBook> books = Flux.fromIterable(symbols.value())
                .flatMap(symbol -> reader.wholeBook(partition, symbol.symbol()).mapNotNull(held -> book(symbol.symbol(), held)
                ), AT_ONCE)
                .collectList().block(LIMIT);
        return Optional.of(new Loaded(symbols.position(), books == null ? List.of() : books));
    }

    private static LiveBook book(String symbol, Held<Optional<ViewReader.WholeBook>> held) {
        LiveBook book = new LiveBook(symbol, held.partition());
        held.value().ifPresent(whole -> book.load(snapshot(symbol, whole), held.position().next()));
        return book;
    }

    private static BookSnapshot snapshot(String symbol, ViewReader.WholeBook whole) {
        int[] scales = new int[2];
        List<BookSnapshot.Level> bids = levels(whole.bids(), scales);
        List<BookSnapshot.Level> asks = levels(whole.asks(), scales);
        AuctionIndication auction = whole.auction().map(json -> auction(json, scales)).orElse(null);
        int comma = whole.state().indexOf(',');
        return new BookSnapshot(
                symbol, Long.parseLong(whole.state(), 0, comma, 10),
                Long.parseLong(whole.state(), comma + 1, whole.state().length(), 10), scales[0], scales[1], bids, asks, auction);
    }

    /** Names and JSON in turn. A number is written with all digits of its scale, so the scale can be seen. */
    private static List<BookSnapshot.Level> levels(List<String> stored, int[] scales) {
        List<BookSnapshot.Level> levels = new ArrayList<>(stored.size() / 2);
        for (int i = 1; i < stored.size(); i += 2) {
            Matcher level = LEVEL.matcher(stored.get(i));
            if (!level.matches()) {
                throw new IllegalStateException("not a stored level: " + stored.get(i));
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
