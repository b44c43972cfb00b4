// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import io.outcry.contracts.v1.Outcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/**
 * Compares books from the stream with the fold of one partition, each at its own sequence: when the fold comes to the first outcome of the symbol
 * that the client has not seen. So the market need not stand still for it.
 */
final class StreamComparison {

    private final Map<String, StreamedBook> left;
    private final Differences differences;
    private int compared;

    /** @param books by symbol; those of other partitions are never met */
    StreamComparison(Map<String, StreamedBook> books, Differences differences) {
        this.left = new HashMap<>(books);
        this.differences = differences;
    }

    /** Called before the fold takes {@code next}. */
    void before(Outcome next, PlainMarket.All market) {
        StreamedBook book = left.get(next.getSymbol());
        if (book != null && next.getSequence() > book.sequence()) {
            compare(next.getSymbol(), book, market);
        }
    }

    /**
     * Called when the fold is at its end.
     *
     * @param sequence of the newest outcome in it
     */
    void end(long sequence, PlainMarket.All market) {
        for (String symbol : market.bySymbol().keySet()) {
            StreamedBook book = left.get(symbol);
            if (book != null && book.sequence() > sequence) {
                differences.differs("book:" + symbol, "the stream is at " + book.sequence() + ", the view at " + sequence);
                left.remove(symbol);
            } else if (book != null) {
                compare(symbol, book, market);
            }
        }
    }

    private void compare(String symbol, StreamedBook book, PlainMarket.All market) {
        left.remove(symbol);
        compared++;
        PlainMarket of = market.bySymbol().getOrDefault(symbol, new PlainMarket());
        compare("book:" + symbol + " bids at " + book.sequence(), new HashSet<>(of.bids.values()), book.bids());
        compare("book:" + symbol + " asks at " + book.sequence(), new HashSet<>(of.asks.values()), book.asks());
    }

    private void compare(String what, Object log, Object stream) {
        if (!log.equals(stream)) {
            differences.differs(what, "the log says " + log + ", the stream says " + stream);
        }
    }

    /** Books that were compared. */
    int compared() {
        return compared;
    }
}
