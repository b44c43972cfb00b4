// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.ID;

import io.outcry.contracts.position.LogPosition;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.LevelRow;
import io.outcry.matching.domain.book.SortedLadder;
import java.util.function.IntToLongFunction;

/** The orders that wait for a stop price: sets off what trades have reached, until nothing more is due. */
final class Stops {

    private final Orders orders;
    private final Matcher matcher;
    private final CommandOutcome outcome;
    private final int activationsPerCommand;
    private final int spansPerCommand;
    private final IntToLongFunction ages = this::age;
    private int spansLeft;

    Stops(Orders orders, Matcher matcher, CommandOutcome outcome, EngineLimits limits) {
        this.orders = orders;
        this.matcher = matcher;
        this.outcome = outcome;
        activationsPerCommand = limits.activationsPerCommand();
        spansPerCommand = limits.spansPerCommand();
    }

    /**
     * Sets off the waiting orders that a trade of the command, or the last one before it, has reached: first those that wait for higher
     * prices, the lowest first, then those that wait for lower ones, the highest first. Each one's own trades count for the next. Before all
     * of them come those that earlier commands had to leave; what this one has to leave is remembered, as long as the symbol is trading. Where
     * more than half of the command's trades are made, a stop is left for the next one: it would end unfilled for what others have traded. So it
     * is where FOK stops before it have used up the orders that a command may look at, and where the command has forgotten as many spans as it may.
     */
    void cascade(Listing listing) {
        Trades trades = outcome.trades();
        matcher.about(listing);
        long low = matcher.reference() == 0 ? Long.MAX_VALUE : matcher.reference();
        long high = matcher.reference();
        int seen = 0;
        spansLeft = spansPerCommand;
        while (listing.stops() != 0 && listing.state() == TradingState.TRADING) {
            for (; seen < trades.size(); seen++) {
                low = Math.min(low, trades.price(seen));
                high = Math.max(high, trades.price(seen));
            }
            int due = dueBefore(listing);
            if (due == 0 && listing.reached().isEmpty()) {
                due = due(listing, low, high);
                if (due == 0) {
                    return;
                }
            }
            if (due == 0 || outcome.stopsActivated() == activationsPerCommand || !matcher.hasRoomForStop()) {
                if (due(listing, low, high) != 0) {
                    listing.reached().add(low, high, outcome.inputOffset());
                }
                return;
            }
            outcome.stopActivated();
            outcome.orders().touch(due);
            orders.unqueue(due, listing);
            matcher.enter(due, listing);
        }
        listing.reached().clear();
    }

    /** A stop that earlier commands have reached and left; 0: there is none, or it is not looked for in the spans that are left. */
    private int dueBefore(Listing listing) {
        ReachedPrices reached = listing.reached();
        while (!reached.isEmpty()) {
            int due = firstBefore(listing.rising(), listing.risingLevels(), reached.high(), ReachedPrices.RISING, reached);
            if (due == 0) {
                due = firstBefore(listing.falling(), listing.fallingLevels(), reached.low(), ReachedPrices.FALLING, reached);
            }
            if (due != 0 || spansLeft == 0) {
                return due;
            }
            spansLeft--;
            reached.removeFirst();
        }
        return 0;
    }

    /** The first stop up to a price that is old enough for the oldest span. */
    private int firstBefore(BookSide stops, SortedLadder levels, long last, int way, ReachedPrices reached) {
        long from = stops.rank(reached.from(way));
        long to = stops.rank(last);
        int level = stops.best();
        boolean begins = level != 0 && stops.bestRank() <= from && stops.bestRank() >= to && age(level) <= reached.offset();
        if (!begins) {
            level = levels.oldEnough(from, to, reached.offset(), ages);
        }
        reached.lookFrom(way, level == 0 ? last : stops.price(level));
        return level == 0 ? 0 : stops.first(level);
    }

    /** Place in the log of a level's oldest stop. */
    private long age(int level) {
        return LogPosition.offset(orders.get((int) orders.get(level, LevelRow.FIRST), ID));
    }

    /** A stop that trades of this command have reached, or the last one before it. */
    private static int due(Listing listing, long low, long high) {
        BookSide rising = listing.rising();
        if (rising.reaches(high)) {
            return rising.first(rising.best());
        }
        BookSide falling = listing.falling();
        return high != 0 && falling.reaches(low) ? falling.first(falling.best()) : 0;
    }
}
