// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
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
    private final CommandOutcome outcome;

    PlainTrades(Orders orders, Matcher matcher, CommandOutcome outcome) {
        this.orders = orders;
        rows = orders.rows();
        this.matcher = matcher;
        this.outcome = outcome;
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
            trade(taker, maker, price, quantity, listing);
            hot[taker + LEAVES] = leaves - quantity;
            if (makers.take(level, maker, quantity) == 0) {
                orders.end(maker, orders.isWhole(maker) ? OrderStatus.FILLED : OrderStatus.EXPIRED_IN_MATCH, listing);
            } else {
                hot[maker + FLAGS] = OrderRow.withStatus(hot[maker + FLAGS], OrderStatus.PARTIALLY_FILLED.ordinal());
            }
            leaves -= quantity;
            if (leaves == 0) {
                orders.end(taker, OrderStatus.FILLED, listing);
                return;
            }
        }
        matcher.enter(taker, listing);
    }

    private void trade(int taker, int maker, long price, long quantity, Listing listing) {
        long[] hot = rows.hot();
        Instrument rules = listing.instrument();
        long notional = price * quantity;
        orders.execute(taker, quantity, notional);
        orders.execute(maker, quantity, notional);
        outcome.tradesToCome().add(hot[taker + ID], hot[maker + ID], OrderRow.side(hot[taker + FLAGS]), price, quantity,
                Fees.of(notional, rules.takerFeeBps()), Fees.of(notional, rules.makerFeeBps()));
        outcome.orders().touch(maker);
        listing.tradedAt(price);
    }
}
