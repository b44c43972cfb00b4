// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;

import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;

/** The orders that wait for a stop price: sets off what trades have reached, until nothing more is due. */
final class Stops {

    private final Orders orders;
    private final Matcher matcher;
    private final CommandOutcome outcome;
    private final int activationsPerCommand;

    Stops(Orders orders, Matcher matcher, CommandOutcome outcome, int activationsPerCommand) {
        this.orders = orders;
        this.matcher = matcher;
        this.outcome = outcome;
        this.activationsPerCommand = activationsPerCommand;
    }

    /**
     * Sets off the waiting orders that a trade of the command, or the last one before it, has reached: first those that wait for higher
     * prices, the lowest first, then those that wait for lower ones, the highest first. Each one's own trades count for the next.
     */
    void cascade(Listing listing) {
        Trades trades = outcome.trades();
        matcher.about(listing);
        long low = matcher.reference() == 0 ? Long.MAX_VALUE : matcher.reference();
        long high = matcher.reference();
        int seen = 0;
        while (listing.stops() != 0 && listing.state() == TradingState.TRADING) {
            for (; seen < trades.size(); seen++) {
                low = Math.min(low, trades.price(seen));
                high = Math.max(high, trades.price(seen));
            }
            int due = due(listing, low, high);
            if (due == 0 || outcome.stopsActivated() == activationsPerCommand || matcher.fillsLeft() == 0) {
                return;
            }
            outcome.stopActivated();
            outcome.orders().touch(due);
            orders.unqueue(due, listing);
            orders.set(due, FLAGS, OrderRow.withStatus(orders.get(due, FLAGS), OrderStatus.NEW.ordinal()));
            matcher.enter(due, listing);
        }
    }

    private int due(Listing listing, long low, long high) {
        BookSide rising = listing.rising();
        if (!rising.isEmpty() && rising.bestPrice() <= high) {
            return rising.first(rising.best());
        }
        BookSide falling = listing.falling();
        if (high != 0 && !falling.isEmpty() && falling.bestPrice() >= low) {
            return falling.first(falling.best());
        }
        return 0;
    }
}
