// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.outcry.query.feed.BookPlace;
import io.outcry.query.feed.BookSnapshot;
import io.outcry.query.stream.channel.StreamSource;
import io.outcry.query.view.StoredPrice;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Every symbol has a price, and nothing else is asked for. */
public final class Prices implements StreamSource {

    @Override
    public Optional<StoredPrice> price(String symbol) {
        return Optional.of(new StoredPrice(1, "HOT", "FRESH", 1, 1, "{\"symbol\":\"" + symbol + "\""));
    }

    @Override
    public Optional<BookSnapshot> book(String symbol, BookPlace behind, int depth) {
        return Optional.empty();
    }

    @Override
    public boolean isKnown(String symbol) {
        return true;
    }

    @Override
    public boolean isComplete(String symbol) {
        return true;
    }

    @Override
    public long priceEpoch() {
        return 1;
    }

    @Override
    public long orderEpoch() {
        return 1;
    }

    @Override
    public int orderPartition(String symbol) {
        return 0;
    }

    @Override
    public CompletionStage<RecentTrades> trades(String symbol, int limit) {
        return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<OpenOrders> openOrders(String account, int limit) {
        return new CompletableFuture<>();
    }
}
