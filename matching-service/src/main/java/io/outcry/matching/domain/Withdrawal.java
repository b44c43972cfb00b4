// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Ends open orders: one, all of an account on a symbol, or those whose time is over. */
final class Withdrawal {

    /** So many rows are looked at, one after the other, in the time of a step from one order of a queue to the next. */
    private static final int ROWS_OF_STEP = 16;

    private final Orders orders;
    private final Placement placement;
    private final CommandOutcome outcome;
    private final int limit;
    private final ClearedSides cleared = new ClearedSides();
    private long[] found = new long[64];
    private int count;

    /** @param limit orders that one command may end */
    Withdrawal(Orders orders, Placement placement, CommandOutcome outcome, int limit) {
        this.orders = orders;
        this.placement = placement;
        this.outcome = outcome;
        this.limit = limit;
    }

    /** @return the symbol of the order, if it was found */
    @Nullable
    Listing cancel(int account, long orderId) {
        int order = orders.find(orderId);
        if (order == 0 || orders.account(order) != account) {
            outcome.aboutNone();
            outcome.reject(orders.missing(orderId, account));
            return null;
        }
        return cancel(order);
    }

    /** @return the symbol of the order, if it was found */
    @Nullable
    Listing cancel(int account, ClientOrderId id) {
        int order = id.isEmpty() ? 0 : orders.find(id, account);
        if (order == 0) {
            boolean remembered = !id.isEmpty() && placement.placements().find(id, account, outcome.timeUs()) != 0;
            outcome.aboutNone();
            outcome.reject(remembered ? RejectCode.ORDER_NOT_OPEN : RejectCode.ORDER_NOT_FOUND);
            return null;
        }
        return cancel(order);
    }

    private Listing cancel(int order) {
        Listing listing = orders.listing(order);
        outcome.about(listing);
        outcome.orders().touch(order);
        orders.withdraw(order, OrderStatus.CANCELED, listing);
        return listing;
    }

    /**
     * Cancels an account's orders of a symbol, the oldest first.
     *
     * @param position the command's; all orders have smaller ids
     */
    void cancelAll(Listing listing, int account, Side side, long position) {
        count = 0;
        long from = cleared.before(listing.number(), account, side);
        long rows = orders.endOfRows() / BookRows.LONGS;
        long steps = (long) listing.orders() * ROWS_OF_STEP;
        if (position - from <= Math.min(Math.min(steps, rows), orders.table().remembered())) {
            collectSince(from, position, listing, account, side);
        } else if (steps < rows) {
            listing.queues().forEach(queue -> collect(queue, account, side));
        } else {
            collectFromRows(listing, account, side);
        }
        int ended = Math.min(count, limit);
        Smallest.select(found, count, ended);
        Arrays.sort(found, 0, ended);
        for (int i = 0; i < ended; i++) {
            int order = orders.find(found[i]);
            outcome.orders().touch(order);
            orders.withdraw(order, OrderStatus.CANCELED, listing);
        }
        cleared.clear(listing.number(), account, side, count > limit ? found[limit - 1] + 1 : position);
    }

    /** Those that came since, asked for one by one. */
    private void collectSince(long from, long to, Listing listing, int account, Side side) {
        for (long id = from; id < to; id++) {
            if (orders.table().account(id) == account) {
                int order = orders.find(id);
                if (order != 0 && isWanted(order, account, side) && orders.listing(order) == listing) {
                    add(id);
                }
            }
        }
    }

    /** Few among all rows: from one to the next. */
    private void collect(BookSide queues, int account, Side side) {
        for (int level = queues.best(); level != 0; level = queues.worse(level)) {
            for (int order = queues.first(level); order != level; order = queues.next(order)) {
                if (isWanted(order, account, side)) {
                    add(orders.get(order, ID));
                }
            }
        }
    }

    /** All rows as they lie in memory: that takes a twentieth of the time that each order's queue takes, from one place to another. */
    private void collectFromRows(Listing listing, int account, Side side) {
        int end = orders.endOfRows();
        for (int row = BookRows.LONGS; row < end; row += BookRows.LONGS) {
            if (isWanted(row, account, side) && OrderRow.symbol(orders.get(row, FLAGS)) == listing.number() && orders.isOpen(row)) {
                add(orders.get(row, ID));
            }
        }
    }

    private boolean isWanted(int order, int account, Side side) {
        return orders.account(order) == account
                && (side == Side.UNSPECIFIED || OrderRow.side(orders.get(order, FLAGS)) == side.ordinal());
    }

    private void add(long id) {
        if (count == found.length) {
            found = Arrays.copyOf(found, count * 2);
        }
        found[count++] = id;
    }

    /** Ends the orders of a symbol whose time is over, the one that was over first first. */
    void expire(Listing listing) {
        ExpiryHeap expiries = listing.expiries();
        for (int i = 0; i < limit && expiries.size() != 0 && expiries.firstTimeUs() <= outcome.timeUs(); i++) {
            int order = expiries.first();
            outcome.orders().touch(order);
            orders.withdraw(order, OrderStatus.EXPIRED, listing);
        }
    }
}
