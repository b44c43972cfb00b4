// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;

/**
 * The short way of the commonest trades: a new plain order meets other plain ones, which show all they have, and no rule stands between
 * them. The {@link Matcher} goes on where this way ends, and would make the same of every trade on it.
 */
final class PlainTrades {

    private final Orders orders;
    private final BookRows rows;
    private final Matcher matcher;

    PlainTrades(Orders orders, Matcher matcher) {
        this.orders = orders;
        rows = orders.rows();
        this.matcher = matcher;
    }

    /**
     * Lets an order trade that stands in no queue; then it rests, or it has ended.
     *
     * @param worst the rank of its price among the makers
     */
    void enter(int taker, Listing listing, BookSide makers, long worst) {
        matcher.about(listing);
        long[] hot = rows.hot();
        long leaves = hot[taker + LEAVES];
        while (makers.bestRank() >= worst) {
            int level = makers.best();
            int maker = makers.first(level);
            long price = makers.bestPrice();
            if (OrderRow.isSpecial(hot[maker + FLAGS]) || !matcher.spend(price, listing)) {
                break;
            }
            long quantity = Math.min(leaves, hot[maker + LEAVES]);
            matcher.trade(taker, makers, level, maker, price, quantity, listing);
            leaves -= quantity;
            hot[taker + LEAVES] = leaves;
            if (leaves == 0) {
                orders.end(taker, OrderStatus.FILLED, listing);
                return;
            }
        }
        matcher.enter(taker, listing);
    }
}
