// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.LEVEL_ACCOUNT;
import static io.outcry.matching.domain.book.OrderRow.PRICE;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.OrderTable;
import io.outcry.matching.domain.book.Touched;

/**
 * The short ways of the commonest commands. A plain order is a limit order, GTC or IOC, that names nothing more, traded or not; on a
 * symbol where nothing waits, its command changes one level of one side, or two, and nothing follows from it.
 * Whoever takes a short way has found that no rule is broken; the long way would make the same of the command.
 */
final class PlainOrders {

    private final Orders orders;
    private final BookRows rows;
    private final OrderTable table;
    private final Touched touched;
    private final Matcher matcher;

    PlainOrders(Orders orders, Touched touched, Matcher matcher) {
        this.orders = orders;
        this.touched = touched;
        this.matcher = matcher;
        rows = orders.rows();
        table = orders.table();
    }

    /** Places a plain order that fits. */
    void place(long id, NewOrder terms, Listing listing) {
        long[] hot = rows.reserve();
        long flags = listing.flags(terms.flags());
        int side = OrderRow.side(flags);
        long price = terms.price;
        long quantity = terms.quantity;
        int account = terms.account;
        BookSide own = listing.book(side);
        long rank = own.rank(price);
        boolean meets = listing.book(Matcher.opposite(side)).bestRank() >= -rank;
        int order = rows.takeOrder(hot);
        hot[order + ID] = id;
        hot[order + PRICE] = price;
        hot[order + LEAVES] = quantity;
        if (terms.rests() && !meets) {
            hot[order + FLAGS] = flags | OrderRow.ADMITTED;
            touched.touchFirst(order, own.enqueue(order, hot, price, rank, quantity, account));
            table.add(id, order, account);
            listing.countOrders(1);
            return;
        }
        hot[order + FLAGS] = flags;
        hot[order + LEVEL_ACCOUNT] = OrderRow.pair(0, account);
        touched.touchFirstOrder(order);
        if (meets) {
            matcher.about(listing);
            matcher.enter(order, listing);
        } else {
            orders.end(order, OrderStatus.EXPIRED, listing);
        }
    }

    /** Takes an order out, if it is a plain one and nothing can follow; whether it was. */
    boolean cancel(int order, Listing listing) {
        long[] hot = rows.hot();
        long flags = hot[order + FLAGS];
        if (OrderRow.isSpecial(flags) || listing.needsCare()) {
            return false;
        }
        touched.touchFirst(order, listing.book(OrderRow.side(flags)).dequeue(order, hot));
        table.remove(hot[order + ID], order);
        listing.countOrders(-1);
        hot[order + FLAGS] = OrderRow.withStatus(flags, OrderStatus.CANCELED.ordinal());
        rows.freeOrder(order);
        return true;
    }

    /**
     * Gives an order another price or more quantity, if it is a plain one, surely breaks no rule and meets no other; whether it was.
     *
     * @param price zero: unchanged
     * @param quantity zero: unchanged
     */
    boolean amend(int order, long price, long quantity, Listing listing) {
        long[] hot = rows.reserve();
        long flags = hot[order + FLAGS];
        long leaves = hot[order + LEAVES];
        long held = OrderRow.quantity(hot, rows.cold(), order);
        long newQuantity = quantity == 0 ? held : quantity;
        long newLeaves = newQuantity - held + leaves;
        int side = OrderRow.side(flags);
        BookSide own = listing.book(side);
        boolean plain = !OrderRow.isSpecial(flags)
                && !listing.needsCare()
                && listing.surelyFits(price, newQuantity, own, newLeaves - leaves)
                && newLeaves > 0
                && !listing.book(Matcher.opposite(side)).reaches(price);
        if (!plain) {
            return false;
        }
        int level = own.level(order);
        if (price != hot[order + PRICE]) {
            touched.touchFirst(order, level, own.move(order, hot, price, newLeaves));
        } else if (newLeaves > leaves) {
            touched.touchFirst(order, level);
            own.requeue(order, newLeaves);
        } else {
            return false;
        }
        orders.setQuantity(order, newQuantity);
        return true;
    }
}
