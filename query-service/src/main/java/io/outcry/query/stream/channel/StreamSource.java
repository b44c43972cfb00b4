// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.query.feed.BookPlace;
import io.outcry.query.feed.BookSnapshot;
import io.outcry.query.view.StoredPrice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What channels ask when they begin: the state from which changes go on. All but the last two are answered from memory. */
public interface StreamSource {

    /** The last price; nothing if there is none. */
    Optional<StoredPrice> price(String symbol);

    /**
     * A book as it is now.
     *
     * @param behind what is wanted is behind this
     * @param depth levels of each side at most
     * @return nothing if the symbol is not known
     */
    Optional<BookSnapshot> book(String symbol, BookPlace behind, int depth);

    /** Whether there is such a symbol with a book, as far as is known here. */
    boolean isKnown(String symbol);

    /** True if what is not known of the symbol does not exist; false while the log is still being read. */
    boolean isComplete(String symbol);

    /** Names the log of prices. */
    long priceEpoch();

    /** Names the log of outcomes. */
    long orderEpoch();

    /** Where the symbol's outcomes are. */
    int orderPartition(String symbol);

    /** The newest trades. */
    CompletionStage<RecentTrades> trades(String symbol, int limit);

    /** The account's open orders. */
    CompletionStage<OpenOrders> openOrders(String account, int limit);

    /**
     * Trades as they are stored.
     *
     * @param sequence of the newest outcome of the partition that they include
     * @param newestFirst each as JSON
     */
    record RecentTrades(long sequence, List<String> newestFirst) {}

    /**
     * Open orders of all partitions.
     *
     * @param sequences by partition, of the newest outcome that they include
     * @param orders each as JSON, newest first
     * @param more true if there are more than were asked for
     */
    record OpenOrders(Map<Integer, Long> sequences, List<String> orders, boolean more) {}
}
