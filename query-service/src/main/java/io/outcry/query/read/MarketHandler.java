// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.TradeId;
import io.outcry.query.feed.BookText;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.feed.TopOfBook;
import io.outcry.query.view.Held;
import io.outcry.query.view.PartitionReads;
import io.outcry.query.view.StoredBook;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import io.outcry.query.view.ViewReader.StoredInstrument;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Instruments, books, trades and candles: open to everyone. */
final class MarketHandler {

    private static final int DEFAULT_DEPTH = 10;
    private static final int MAX_DEPTH = 1_000;
    private static final int DEFAULT_TRADES = 100;
    private static final int MAX_TRADES = 1_000;
    private static final int DEFAULT_CANDLES = 100;
    private static final int MAX_CANDLES = 1_000;

    private final ViewReader reader;
    private final NearMarket near;
    private final SymbolPartitions partitions;
    private final ReadAnswers answers;
    private final InstrumentList instruments = new InstrumentList();

    /** The instruments of each partition that were read last: to read ten thousand of them takes 15 ms, in which Redis does nothing else. */
    private final Map<ViewPartition, Held<List<StoredInstrument>>> listed = new ConcurrentHashMap<>();

    MarketHandler(ViewReader reader, NearMarket near, SymbolPartitions partitions, ReadAnswers answers) {
        this.reader = reader;
        this.near = near;
        this.partitions = partitions;
        this.answers = answers;
    }

    /** All instruments as an array, by symbol. */
    Mono<ServerResponse> instruments(ServerRequest request) {
        return answers.readAfter(request)
                .then(Mono.defer(() -> PartitionReads.all(partitions.allOrders().stream().map(this::instruments).toList())))
                .flatMap(read -> {
                    answers.stamp(request, read);
                    InstrumentList.Text text = instruments.text(read);
                    return ReadAnswers.ok(request, text.json(), text.tag());
                });
    }

    /** As they were read before, where the log says that none has changed since and the view lacks as much as then. */
    private Mono<Held<List<StoredInstrument>>> instruments(ViewPartition partition) {
        Mono<Held<List<StoredInstrument>>> read =
                Mono.defer(() -> reader.instruments(partition).doOnNext(held -> listed.put(partition, held)));
        Held<List<StoredInstrument>> before = listed.get(partition);
        return before == null ? read : reader.position(partition).flatMap(now -> {
            boolean goesOn =
                    now.position().next() >= before.position().next() && !now.position().lacksLessThan(before.position());
            boolean same = goesOn && near.hasSameInstruments(partition, before.position(), now.position());
            return same ? Mono.just(now.map(_ -> before.value())) : read;
        });
    }

    /** Rules and state of one instrument. */
    Mono<ServerResponse> instrument(ServerRequest request) {
        String symbol = Parameters.symbol(request);
        return known(request, symbol, partition -> reader.instrument(partition, symbol)).flatMap(json -> ReadAnswers.ok(request, json));
    }

    /** The best levels of a book, each side best first, and where its auction would trade while there is one. */
    Mono<ServerResponse> book(ServerRequest request) {
        String symbol = Parameters.symbol(request);
        int depth = (int) Parameters.number(request, "depth", DEFAULT_DEPTH, 1, MAX_DEPTH);
        return near(request, () -> near.book(partitions.orders(symbol), symbol, depth).map(held -> held.map(BookText::json)))
                .switchIfEmpty(Mono.defer(() -> storedBook(request, symbol, depth)));
    }

    private Mono<ServerResponse> storedBook(ServerRequest request, String symbol, int depth) {
        return known(request, symbol, partition -> reader.book(partition, symbol, depth)).flatMap(book -> {
            StringBuilder out = open(symbol, book).append(",\"bids\":[").append(String.join(",", book.bids()));
            out.append("],\"asks\":[").append(String.join(",", book.asks())).append(']');
            book.auction().ifPresent(auction -> out.append(",\"auction\":").append(auction));
            return ReadAnswers.ok(request, close(out, book));
        });
    }

    /** The best bid and ask; null where the side is empty. */
    Mono<ServerResponse> top(ServerRequest request) {
        String symbol = Parameters.symbol(request);
        return near(request, () -> near.top(partitions.orders(symbol), symbol).map(held -> held.map(TopOfBook::json)))
                .switchIfEmpty(Mono.defer(() -> storedTop(request, symbol)));
    }

    private Mono<ServerResponse> storedTop(ServerRequest request, String symbol) {
        return known(request, symbol, partition -> reader.book(partition, symbol, 1)).flatMap(book -> {
            StringBuilder out = open(symbol, book).append(",\"bid\":").append(book.bids().isEmpty() ? "null" : book.bids().getFirst());
            out.append(",\"ask\":").append(book.asks().isEmpty() ? "null" : book.asks().getFirst());
            return ReadAnswers.ok(request, close(out, book));
        });
    }

    /** The newest trades as an array, newest first; those before a trade id if one is given. */
    Mono<ServerResponse> trades(ServerRequest request) {
        String symbol = Parameters.symbol(request);
        int limit = (int) Parameters.number(request, "limit", DEFAULT_TRADES, 1, MAX_TRADES);
        Optional<TradeId> before = Parameters.single(request, "before")
                .map(text -> TradeId.parse(text).orElseThrow(() -> Parameters.invalid("before", "a trade id")));
        return known(request, symbol, partition -> reader.trades(partition, symbol, before, limit))
                .flatMap(trades -> ReadAnswers.ok(request, "[" + String.join(",", trades) + "]"));
    }

    /** The newest candles as an array, oldest first; an interval without a trade has none. */
    Mono<ServerResponse> candles(ServerRequest request) {
        String symbol = Parameters.symbol(request);
        CandleInterval interval = Parameters.single(request, "interval").map(code -> CandleInterval.of(code)
                .orElseThrow(() -> Parameters.invalid("interval", "1m, 5m, 15m, 1h or 1d"))).orElse(CandleInterval.MINUTE);
        int limit = (int) Parameters.number(request, "limit", DEFAULT_CANDLES, 1, MAX_CANDLES);
        return known(request, symbol, partition -> reader.candles(partition, symbol, interval, limit))
                .flatMap(candles -> ReadAnswers.ok(request, "[" + String.join(",", candles) + "]"));
    }

    /** An answer from the near-cache; nothing if it is not there. A position that the request names is waited for only if it is. */
    private Mono<ServerResponse> near(ServerRequest request, Supplier<Optional<Held<byte[]>>> read) {
        Optional<Held<byte[]>> found = read.get();
        if (found.isEmpty() || !ReadAnswers.waitsForPosition(request)) {
            return found.map(held -> nearAnswer(request, held)).orElse(Mono.empty());
        }
        return answers.nearReadAfter(request)
                .then(Mono.defer(() -> read.get().map(held -> nearAnswer(request, held)).orElse(Mono.empty())));
    }

    private Mono<ServerResponse> nearAnswer(ServerRequest request, Held<byte[]> held) {
        answers.stampNear(request, held);
        return ReadAnswers.ok(request, held.value());
    }

    private interface Read<T> {
        Mono<Held<Optional<T>>> from(ViewPartition partition);
    }

    private <T> Mono<T> known(ServerRequest request, String symbol, Read<T> read) {
        return answers.readAfter(request).then(Mono.defer(() -> read.from(partitions.orders(symbol)))).map(held -> {
            answers.stamp(request, List.of(held));
            return held.value().orElseThrow(() -> Parameters.unknownSymbol(symbol));
        });
    }

    private static StringBuilder open(String symbol, StoredBook book) {
        StringBuilder out = new StringBuilder(96 + 32 * (book.bids().size() + book.asks().size()));
        return out.append("{\"symbol\":\"").append(symbol).append("\",\"sequence\":").append(book.sequence());
    }

    private static StringBuilder close(StringBuilder out, StoredBook book) {
        return out.append(",\"asOf\":").append(book.timeMillis()).append('}');
    }
}
