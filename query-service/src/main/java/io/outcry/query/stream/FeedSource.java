// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import io.outcry.query.feed.BookPlace;
import io.outcry.query.feed.BookSnapshot;
import io.outcry.query.feed.LiveBook;
import io.outcry.query.feed.LivePrice;
import io.outcry.query.feed.MarketFeed;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.stream.channel.StreamSource;
import io.outcry.query.view.Held;
import io.outcry.query.view.PartitionReads;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Where channels begin: prices and books as the feed has them in memory, trades and orders as they are stored. */
final class FeedSource implements StreamSource {

    private final MarketFeed feed;
    private final ViewReader view;
    private final SymbolPartitions partitions;

    FeedSource(MarketFeed feed, ViewReader view, SymbolPartitions partitions) {
        this.feed = feed;
        this.view = view;
        this.partitions = partitions;
    }

    @Override
    public Optional<StoredPrice> price(String symbol) {
        return feed.price(symbol).map(LivePrice::stored);
    }

    @Override
    public Optional<BookSnapshot> book(String symbol, BookPlace behind, int depth) {
        return feed.book(symbol).map(book -> book.snapshot(behind, depth));
    }

    @Override
    public boolean isKnown(String symbol) {
        return feed.book(symbol).isPresent();
    }

    @Override
    public boolean isComplete(String symbol) {
        return partitions.isRead() && feed.isLive(partitions.ordersAsFarAsRead(symbol)) && feed.isLive(partitions.prices(symbol));
    }

    @Override
    public long priceEpoch() {
        return feed.epoch(ViewLog.PRICES);
    }

    @Override
    public long orderEpoch() {
        return feed.epoch(ViewLog.ORDERS);
    }

    @Override
    public int orderPartition(String symbol) {
        return feed.book(symbol).map(LiveBook::partition).orElseGet(() -> partitions.ordersAsFarAsRead(symbol)).number();
    }

    @Override
    public CompletionStage<RecentTrades> trades(String symbol, int limit) {
        ViewPartition partition = new ViewPartition(ViewLog.ORDERS, orderPartition(symbol));
        return view.trades(partition, symbol, Optional.empty(), limit)
                .map(held -> new RecentTrades(held.position().sequence(), held.value().orElse(List.of()))).toFuture()
                .thenApply(Objects::requireNonNull);
    }

    @Override
    public CompletionStage<OpenOrders> openOrders(String account, int limit) {
        return PartitionReads.all(partitions.allOrders().stream()
                .map(partition -> view.openOrders(partition, account, limit + 1)).toList())
                .map(read -> openOrders(read, limit)).toFuture().thenApply(Objects::requireNonNull);
    }

    private static OpenOrders openOrders(List<Held<StoredOrder.Page>> read, int limit) {
        StoredOrder.Page page = StoredOrder.Page.ofAll(read);
        List<String> newest = page.orders().stream().limit(limit).map(placed -> placed.order().openJson() + '}').toList();
        Map<Integer, Long> sequences =
                read.stream().collect(Collectors.toMap(held -> held.partition().number(), held -> held.position().sequence()));
        return new OpenOrders(sequences, newest, page.orders().size() > limit || page.goesOnAfter().isPresent());
    }
}
