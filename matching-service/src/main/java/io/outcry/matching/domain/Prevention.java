// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import io.outcry.matching.domain.book.BookSide;

/** What happens between two orders of one account instead of a trade. */
final class Prevention {

    private static final SelfTradePrevention[] MODES = SelfTradePrevention.values();

    private final Orders orders;
    private final OrderReports reports;

    Prevention(Orders orders, OrderReports reports) {
        this.orders = orders;
        this.reports = reports;
    }

    /**
     * Applies the taker's mode to it, which uses its second row, and to the first order of a level.
     *
     * @return what the taker may still trade; zero ends it
     */
    long apply(int mode, int taker, BookSide makers, int level, int maker, Listing listing) {
        switch (MODES[mode]) {
            case EXPIRE_TAKER -> orders.set(taker, LEAVES, 0);
            case EXPIRE_MAKER -> expire(maker, listing);
            case EXPIRE_BOTH -> {
                expire(maker, listing);
                orders.set(taker, LEAVES, 0);
            }
            case DECREMENT -> decrement(taker, makers, level, maker, listing);
            case NONE -> throw new IllegalStateException("nothing is to be prevented");
        }
        return orders.get(taker, LEAVES);
    }

    private void expire(int maker, Listing listing) {
        reports.touch(maker);
        orders.withdraw(maker, OrderStatus.EXPIRED_IN_MATCH, listing);
    }

    private void decrement(int taker, BookSide makers, int level, int maker, Listing listing) {
        long left = orders.get(taker, LEAVES);
        long quantity = Math.min(left, orders.get(maker, SHOWN));
        reports.touch(maker);
        orders.use(maker);
        orders.set(taker, LEAVES, left - quantity);
        if (makers.take(level, maker, quantity) == 0) {
            orders.end(maker, OrderStatus.EXPIRED_IN_MATCH, listing);
        }
    }
}
