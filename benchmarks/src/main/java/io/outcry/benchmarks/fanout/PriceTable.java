// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.query.feed.BookPlace;
import io.outcry.query.feed.BookSnapshot;
import io.outcry.query.stream.channel.StreamSource;
import io.outcry.query.view.StoredPrice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** The last prices; there are no books, trades or orders. */
final class PriceTable implements StreamSource {

    private final Map<String, StoredPrice> prices = new ConcurrentHashMap<>();

    /** @param symbols which have a first price at once */
    PriceTable(int symbols) {
        for (int symbol = 0; symbol < symbols; symbol++) {
            put(new Quote(symbol, 1, System.currentTimeMillis()));
        }
    }

    StoredPrice put(Quote quote) {
        StoredPrice stored = quote.stored();
        prices.put(Quote.name(quote.symbol()), stored);
        return stored;
    }

    @Override
    public Optional<StoredPrice> price(String symbol) {
        return Optional.ofNullable(prices.get(symbol));
    }

    @Override
    public Optional<BookSnapshot> book(String symbol, BookPlace behind, int depth) {
        return Optional.empty();
    }

    @Override
    public boolean isKnown(String symbol) {
        return false;
    }

    @Override
    public boolean isComplete(String symbol) {
        return true;
    }

    @Override
    public long priceEpoch() {
        return Quote.EPOCH;
    }

    @Override
    public long orderEpoch() {
        return Quote.EPOCH;
    }

    @Override
    public int orderPartition(String symbol) {
        return 0;
    }

    @Override
    public CompletionStage<RecentTrades> trades(String symbol, int limit) {
        return CompletableFuture.completedFuture(new RecentTrades(0, List.of()));
    }

    @Override
    public CompletionStage<OpenOrders> openOrders(String account, int limit) {
        return CompletableFuture.completedFuture(new OpenOrders(Map.of(), List.of(), false));
    }
}
