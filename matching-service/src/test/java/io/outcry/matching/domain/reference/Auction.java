// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.TradingState;
import io.outcry.matching.domain.reference.ExpectedOutcome.Indication;
import java.util.Comparator;
import java.util.Deque;
import java.util.TreeMap;
import java.util.TreeSet;

/** The one price at which most of a crossed book can trade, and the trades at it. */
final class Auction {

    private final PlainBook book;

    Auction(PlainBook book) {
        this.book = book;
    }

    /** Where the book would trade now, or goes on to. */
    Indication indication() {
        if (reaches(book.uncrossingPrice)) {
            return at(book.uncrossingPrice);
        }
        return book.isCrossed() ? at(bestPrice()) : Indication.NONE;
    }

    /** Trades until nothing crosses and the symbol is trading, or until the command may do no more and the symbol stays in auction. */
    void uncross(Turn turn) {
        while (book.isUncrossing() || book.isCrossed()) {
            if (!book.isUncrossing()) {
                book.uncrossingPrice = bestPrice();
            }
            while (reaches(book.uncrossingPrice)) {
                if (turn.stepsLeft() == 0) {
                    book.state = TradingState.AUCTION;
                    return;
                }
                trade(turn, book.bids.firstEntry().getValue().getFirst(), book.asks.firstEntry().getValue().getFirst());
            }
            book.uncrossingPrice = 0;
        }
        turn.referencePrice = book.lastTradePrice;
        book.state = TradingState.TRADING;
    }

    private void trade(Turn turn, PlainOrder bid, PlainOrder ask) {
        long quantity = Math.min(bid.shown, ask.shown);
        turn.touch(bid);
        turn.touch(ask);
        PlainOrder taker = taker(bid, ask);
        turn.trade(taker, taker == bid ? ask : bid, book.uncrossingPrice, quantity);
        turn.useShown(bid, quantity);
        turn.useShown(ask, quantity);
    }

    /** Of two that trade with each other: the later one, but a post-only one not unless both are. */
    static PlainOrder taker(PlainOrder one, PlainOrder other) {
        PlainOrder later = one.id > other.id ? one : other;
        PlainOrder earlier = later == one ? other : one;
        return later.terms.postOnly() && !earlier.terms.postOnly() ? earlier : later;
    }

    private boolean reaches(long price) {
        return price != 0 && demand(price) > 0 && supply(price) > 0;
    }

    private long bestPrice() {
        TreeSet<Long> candidates = new TreeSet<>(book.bids.headMap(book.asks.firstKey(), true).keySet());
        candidates.addAll(book.asks.headMap(book.bids.firstKey(), true).keySet());
        return candidates.stream()
                .min(Comparator.comparingLong((Long price) -> -at(price).volume())
                        .thenComparingLong(price -> Math.abs(at(price).imbalance()))
                        .thenComparingLong(price -> book.lastTradePrice == 0 ? 0 : Math.abs(price - book.lastTradePrice))
                        .thenComparingLong(price -> -price))
                .orElseThrow();
    }

    private Indication at(long price) {
        return new Indication(price, Math.min(demand(price), supply(price)), demand(price) - supply(price));
    }

    private long demand(long price) {
        return open(book.bids, price);
    }

    private long supply(long price) {
        return open(book.asks, price);
    }

    /** Open quantity, hidden or not, from the best price of a side to {@code price}. */
    private static long open(TreeMap<Long, Deque<PlainOrder>> side, long price) {
        return side.headMap(price, true).values().stream().flatMap(Deque::stream).mapToLong(PlainOrder::leaves).sum();
    }
}
