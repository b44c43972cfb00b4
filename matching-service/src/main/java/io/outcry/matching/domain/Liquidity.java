// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.DISPLAY;
import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;

/**
 * What an order would find on the other side, without touching it: whether it can be filled whole, and whether it would run into its own
 * account. Both ask the book as matching would go through it: best level first, inside the dynamic band.
 */
final class Liquidity {

    private final Orders orders;
    private final BookRows rows;

    Liquidity(Orders orders) {
        this.orders = orders;
        rows = orders.rows();
    }

    /**
     * Whether the order's open quantity can be had at its price.
     *
     * @param worst lowest rank it trades at
     * @param reference middle of the dynamic band
     * @param fills steps it may take: one for each plain order passed, one for each part of an iceberg
     */
    boolean suffices(int order, Listing listing, BookSide makers, long worst, long reference, int fills) {
        int mode = OrderRow.prevention(orders.get(order, FLAGS));
        int account = orders.account(order);
        boolean passesOwn = mode == SelfTradePrevention.NONE.ordinal();
        boolean skipsOwn = mode == SelfTradePrevention.EXPIRE_MAKER.ordinal();
        long needed = orders.get(order, LEAVES);
        long steps = 0;
        for (int level = makers.best(); level != 0 && isWithin(makers, level, worst, listing, reference); level = makers.worse(level)) {
            boolean stopsAtOwn = !passesOwn && !skipsOwn && holdsOwn(makers, level, account);
            for (int maker = makers.first(level); maker != level; maker = makers.next(maker)) {
                boolean own = !passesOwn && orders.account(maker) == account;
                if (own && !skipsOwn) {
                    return false;
                }
                steps += own || stopsAtOwn ? 1 : parts(maker);
                needed -= own ? 0 : orders.get(maker, stopsAtOwn ? SHOWN : LEAVES);
                if (steps > fills) {
                    return false;
                }
                if (needed <= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether an order of this account and quantity would meet another of the account before it is filled. */
    boolean reachesOwn(int account, long quantity, Listing listing, BookSide makers, long worst, long reference) {
        long left = quantity;
        for (int level = makers.best(); level != 0 && isWithin(makers, level, worst, listing, reference); level = makers.worse(level)) {
            if (!holdsOwn(makers, level, account)) {
                left -= Math.min(left, makers.open(level));
            } else {
                for (int maker = makers.first(level); orders.account(maker) != account; maker = makers.next(maker)) {
                    left -= Math.min(left, orders.get(maker, SHOWN));
                }
                return left > 0;
            }
            if (left == 0) {
                return false;
            }
        }
        return false;
    }

    /** Whether an order of the account rests on the other side at a price that crosses this one. */
    boolean crossesOwn(int account, Listing listing, int side, long price) {
        BookSide makers = listing.book(Matcher.opposite(side));
        for (int level = makers.best(); level != 0 && makers.rank(makers.price(level)) >= makers.rank(price); level = makers.worse(level)) {
            if (holdsOwn(makers, level, account)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWithin(BookSide makers, int level, long worst, Listing listing, long reference) {
        long price = makers.price(level);
        return makers.rank(price) >= worst && Bands.holds(price, reference, listing.instrument().volatilityBandBps());
    }

    private boolean holdsOwn(BookSide makers, int level, int account) {
        for (int maker = makers.first(level); maker != level; maker = makers.next(maker)) {
            if (orders.account(maker) == account) {
                return true;
            }
        }
        return false;
    }

    /** Trades that an order takes to be used up. */
    private long parts(int maker) {
        long[] hot = rows.hot();
        long hidden = hot[maker + LEAVES] - hot[maker + SHOWN];
        return hidden == 0 ? 1 : 1 + Math.ceilDiv(hidden, rows.cold()[maker + DISPLAY]);
    }
}
