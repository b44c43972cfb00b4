// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.LEVEL_ACCOUNT;
import static io.outcry.matching.domain.book.OrderRow.PRICE;
import static io.outcry.matching.domain.book.OrderRow.QUANTITY;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.OrderTable;
import io.outcry.matching.domain.book.Touched;
import org.jspecify.annotations.Nullable;

/**
 * The short ways of the commonest commands. A plain order is a limit order, GTC or IOC, that names nothing more, traded or not; on a
 * symbol where nothing waits, its command changes one level of one side, or two, and nothing follows from it.
 *
 * <p>Each method finds out by itself whether a command may go the short way, and does nothing if not. Then the long way decides, which would
 * make the same of every command that goes the short one.
 */
final class PlainOrders {

    private final BookRows rows;
    private final OrderTable table;
    private final Listings listings;
    private final PlainTrades trades;
    private final Touched touched;
    private final CommandOutcome outcome;
    private final int ordersPerBook;

    PlainOrders(Orders orders, Listings listings, Matcher matcher, Touched touched, CommandOutcome outcome, int ordersPerBook) {
        this.listings = listings;
        trades = new PlainTrades(orders, matcher);
        this.touched = touched;
        this.outcome = outcome;
        this.ordersPerBook = ordersPerBook;
        rows = orders.rows();
        table = orders.table();
    }

    /**
     * Places an order, if it is a plain one of a known symbol and surely breaks no rule. Longer than what the compiler would copy into
     * its caller, and the faster for it: see {@code docs/matching.md}.
     *
     * @return the symbol, which its trades may have halted; null if the order was not placed
     */
    @Nullable
    Listing place(long id, NewOrder terms) {
        if (terms.symbol == MatchingEngine.UNKNOWN || terms.account == MatchingEngine.UNKNOWN || !terms.isPlain()) {
            return null;
        }
        long flags = terms.flags();
        BookHalf half = listings.half(flags);
        if (half == null) {
            return null;
        }
        Listing listing = half.listing();
        BookSide own = half.own();
        long price = terms.price;
        long quantity = terms.quantity;
        if (!listing.surelyFits(price, quantity, own, quantity) || !listing.hasRoom(ordersPerBook)) {
            return null;
        }
        outcome.about(listing);
        long rank = own.rank(price);
        if (half.other().bestRank() >= -rank) {
            trades.enter(create(id, terms, flags), listing, half.other(), -rank);
            return listing;
        }
        if (!terms.rests()) {
            int ended = create(id, terms, OrderRow.withStatus(flags, OrderStatus.EXPIRED.ordinal()));
            table.remember(id, terms.account);
            rows.freeOrder(ended, rows.hot());
            return listing;
        }
        long[] hot = rows.reserve();
        int order = rows.takeOrder(hot);
        table.add(id, order, terms.account);
        listing.countOrders(1);
        hot[order + ID] = id;
        hot[order + PRICE] = price;
        hot[order + LEAVES] = quantity;
        hot[order + FLAGS] = flags | OrderRow.ADMITTED;
        touched.touchFirst(order, own.enqueue(order, hot, price, rank, quantity, terms.account));
        return listing;
    }

    private int create(long id, NewOrder terms, long flags) {
        long[] hot = rows.reserve();
        int order = rows.takeOrder(hot);
        hot[order + ID] = id;
        hot[order + PRICE] = terms.price;
        hot[order + LEAVES] = terms.quantity;
        hot[order + LEVEL_ACCOUNT] = OrderRow.pair(0, terms.account);
        hot[order + FLAGS] = flags;
        touched.touchFirstOrder(order);
        return order;
    }

    /** Takes an order out, if it is an open plain one of the account, one of the newest, and nothing can follow; whether it was. */
    boolean cancel(int account, long id) {
        long[] hot = rows.hot();
        int order = table.newest(id);
        long flags = hot[order + FLAGS];
        BookHalf half = listings.half(flags);
        if (hot[order + ID] != id || half == null || OrderRow.lower(hot[order + LEVEL_ACCOUNT]) != account || OrderRow.isSpecial(flags)) {
            return false;
        }
        Listing listing = half.listing();
        if (listing.needsCare()) {
            return false;
        }
        outcome.about(listing);
        listing.countOrders(-1);
        table.removeNewest(id);
        hot[order + FLAGS] = OrderRow.withStatus(flags, OrderStatus.CANCELED.ordinal());
        touched.touchFirst(order, half.own().dequeue(order, hot));
        return true;
    }

    /**
     * Gives an order another price or more quantity, if it is an open plain one of the account, surely breaks no rule and meets no other;
     * whether it was. As long as {@link #place}, for the same reason.
     *
     * @param price zero: unchanged
     * @param quantity zero: unchanged
     */
    boolean amend(int account, long id, long price, long quantity) {
        long[] hot = rows.hot();
        int order = table.newest(id);
        long flags = hot[order + FLAGS];
        BookHalf half = listings.half(flags);
        if (hot[order + ID] != id || half == null || OrderRow.lower(hot[order + LEVEL_ACCOUNT]) != account || OrderRow.isSpecial(flags)) {
            return false;
        }
        Listing listing = half.listing();
        if (listing.needsCare()) {
            return false;
        }
        BookSide own = half.own();
        BookSide other = half.other();
        boolean used = OrderRow.isUsed(flags);
        long leaves = hot[order + LEAVES];
        long held = used ? rows.cold()[order + QUANTITY] : leaves;
        long newQuantity = quantity == 0 ? held : quantity;
        long newLeaves = newQuantity - held + leaves;
        boolean moves = price != hot[order + PRICE];
        if (newLeaves <= 0
                || !moves && newLeaves <= leaves
                || !listing.surelyFits(price, newQuantity, own, newLeaves - leaves)
                || other.reaches(price)) {
            return false;
        }
        outcome.about(listing);
        if (used) {
            rows.cold()[order + QUANTITY] = newQuantity;
        }
        if (moves) {
            own.move(order, hot, price, newLeaves);
        } else {
            touched.touchFirst(order, own.level(order));
            own.requeue(order, newLeaves);
        }
        return true;
    }
}
