// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.DISPLAY;
import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import java.util.Arrays;

/**
 * What an order would find on the other side, without touching it: whether it can be filled whole, and whether it would run into its own
 * account. Both ask the book as matching would go through it: best level first, inside the dynamic band.
 */
final class Liquidity {

    private final Orders orders;
    private final BookRows rows;

    /** Orders of a level that hide something, in their order; how many they are; and steps that the order may still take. */
    private int[] hiding = new int[16];
    private int icebergs;
    private int stepsLeft;

    Liquidity(Orders orders) {
        this.orders = orders;
        rows = orders.rows();
    }

    /** Steps that the last question left of those it might take. */
    int stepsLeft() {
        return stepsLeft;
    }

    /**
     * Whether the order's open quantity can be had at its price. For more than rests on the other side no step is taken. The
     * steps through a level that does not suffice are only counted where nothing of it is hidden and own orders do not matter.
     *
     * @param worst lowest rank it trades at
     * @param reference middle of the dynamic band
     * @param fills steps it may take: one for each order, or part of an iceberg, that it trades with or ends
     */
    boolean suffices(int order, Listing listing, BookSide makers, long worst, long reference, int fills) {
        int mode = OrderRow.prevention(orders.get(order, FLAGS));
        int account = orders.account(order);
        boolean passesOwn = mode == SelfTradePrevention.NONE.ordinal();
        boolean skipsOwn = mode == SelfTradePrevention.EXPIRE_MAKER.ordinal();
        long needed = orders.get(order, LEAVES);
        stepsLeft = fills;
        if (needed > makers.resting()) {
            return false;
        }
        for (int level = makers.best(); level != 0 && isWithin(makers, level, worst, listing, reference); level = makers.worse(level)) {
            if (passesOwn && makers.open(level) < needed && makers.open(level) == makers.shown(level)) {
                if (stepsLeft < makers.orders(level)) {
                    stepsLeft = 0;
                    return false;
                }
                stepsLeft -= makers.orders(level);
                needed -= makers.shown(level);
                continue;
            }
            icebergs = 0;
            for (int maker = makers.first(level); maker != level; maker = makers.next(maker)) {
                boolean own = !passesOwn && orders.account(maker) == account;
                if (!step() || own && !skipsOwn) {
                    return false;
                }
                if (!own) {
                    needed -= orders.get(maker, SHOWN);
                    if (needed <= 0) {
                        return true;
                    }
                    noteIfHidden(maker);
                }
            }
            needed = afterRefills(needed);
            if (needed <= 0) {
                return true;
            }
        }
        return false;
    }

    private boolean step() {
        return stepsLeft != 0 && stepsLeft-- != 0;
    }

    private void noteIfHidden(int maker) {
        if (orders.get(maker, LEAVES) != orders.get(maker, SHOWN)) {
            if (icebergs == hiding.length) {
                hiding = Arrays.copyOf(hiding, 2 * icebergs);
            }
            hiding[icebergs++] = maker;
        }
    }

    /** What is still needed behind all parts that a level's icebergs show in turn; more than there is if the steps do not suffice. */
    private long afterRefills(long needed) {
        long left = needed;
        for (long shown = 0; icebergs != 0; shown++) {
            int remaining = 0;
            for (int i = 0; i < icebergs; i++) {
                int maker = hiding[i];
                if (!step()) {
                    return Long.MAX_VALUE;
                }
                long display = rows.cold()[maker + DISPLAY];
                long hidden = orders.get(maker, LEAVES) - orders.get(maker, SHOWN) - shown * display;
                left -= Math.min(hidden, display);
                if (left <= 0) {
                    return left;
                }
                if (hidden > display) {
                    hiding[remaining++] = maker;
                }
            }
            icebergs = remaining;
        }
        return left;
    }

    /**
     * Whether an order of this account and quantity would meet another of the account before it is filled.
     *
     * @param fills steps it may take: it comes by no more orders than that
     */
    boolean reachesOwn(int account, long quantity, Listing listing, BookSide makers, long worst, long reference, int fills) {
        long left = quantity;
        stepsLeft = fills;
        for (int level = makers.best(); level != 0 && isWithin(makers, level, worst, listing, reference); level = makers.worse(level)) {
            long hidden = makers.open(level) - makers.shown(level);
            for (int maker = makers.first(level); maker != level; maker = makers.next(maker)) {
                if (!step() || left == 0) {
                    return false;
                }
                if (orders.account(maker) == account) {
                    return true;
                }
                left -= Math.min(left, orders.get(maker, SHOWN));
            }
            left -= Math.min(left, hidden);
            if (left == 0) {
                return false;
            }
        }
        return false;
    }

    /**
     * Whether, in an auction, an order of the account rests on the other side at a price that crosses this one.
     *
     * @param careless an order that prevents nothing itself: only one counts that is to take it and prevents that; 0: any counts
     * @param fills it comes by no more orders than that
     */
    boolean crossesOwn(int account, Listing listing, int side, long price, int careless, int fills) {
        BookSide makers = listing.book(Matcher.opposite(side));
        stepsLeft = fills;
        for (int level = makers.best(); level != 0 && makers.rank(makers.price(level)) >= makers.rank(price); level = makers.worse(level)) {
            for (int other = makers.first(level); other != level; other = makers.next(other)) {
                if (!step()) {
                    return false;
                }
                if (orders.account(other) == account && (careless == 0 || prevents(other) && takes(other, careless))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean prevents(int order) {
        return OrderRow.prevention(orders.get(order, FLAGS)) != SelfTradePrevention.NONE.ordinal();
    }

    /** Of two that meet in an auction the later one takes, but a post-only one does not unless both are. */
    private boolean takes(int one, int other) {
        boolean postOnly = OrderRow.isPostOnly(orders.get(one, FLAGS));
        boolean isLater = orders.get(one, ID) > orders.get(other, ID);
        return postOnly == OrderRow.isPostOnly(orders.get(other, FLAGS)) ? isLater : !postOnly;
    }

    private static boolean isWithin(BookSide makers, int level, long worst, Listing listing, long reference) {
        long price = makers.price(level);
        return makers.rank(price) >= worst && Bands.holds(price, reference, listing.instrument().volatilityBandBps());
    }
}
