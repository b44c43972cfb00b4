// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.OrderStatus;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TradingState;
import io.outcry.matching.domain.reference.ExpectedOutcome.LevelLine;
import io.outcry.matching.domain.reference.ExpectedOutcome.OrderLine;
import io.outcry.matching.domain.reference.ExpectedOutcome.TradeLine;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What one applied command has done to one book so far. */
final class Turn {

    final PlainBook book;
    final EngineLimits limits;

    /** Price of the last trade before the command, or of the auction that it has ended; zero: there was none. */
    long referencePrice;

    final List<TradeLine> trades = new ArrayList<>();
    int stopsActivated;

    /** Resting orders, and parts of them, that were looked at to see whether all of an order can be had. */
    int looks;

    /** Whether it has left stops because of that. */
    boolean outOfLooks;

    /** Whether it has left stops because it had forgotten as many spans of reached prices as it may. */
    boolean outOfSpans;

    private final Instrument rulesBefore;
    private final TradingState stateBefore;
    private final Set<PlainOrder> touchedOrders = new LinkedHashSet<>();
    private final TreeMap<Side, TreeSet<Long>> touchedLevels = new TreeMap<>();
    private int steps;

    Turn(PlainBook book, EngineLimits limits) {
        this.book = book;
        this.limits = limits;
        referencePrice = book.lastTradePrice;
        rulesBefore = book.rules;
        stateBefore = book.state;
    }

    /** To be reported, once, in the order of the first call. */
    void touch(PlainOrder order) {
        touchedOrders.add(order);
    }

    void touchLevel(PlainOrder order) {
        touchedLevels.computeIfAbsent(order.side(), _ -> new TreeSet<>()).add(order.price);
    }

    /** A trade or a case of self-trade prevention. */
    void countStep() {
        steps++;
    }

    int stepsLeft() {
        return limits.fillsPerCommand() - steps;
    }

    /** Whether a trade at {@code price} would be too far from the last one before the command. */
    boolean isTooVolatile(long price) {
        return ExactMath.isOutside(price, referencePrice, book.rules.volatilityBandBps());
    }

    void rest(PlainOrder order) {
        order.rest();
        order.showNext();
        book.append(order);
        touchLevel(order);
    }

    /** Takes an order that rests or waits off the book. */
    void remove(PlainOrder order) {
        if (!book.isWaiting(order)) {
            touchLevel(order);
        }
        book.remove(order);
    }

    /** Ends an order that has nothing left. */
    static void endWithoutLeaves(PlainOrder order) {
        order.status = order.prevented > 0 ? OrderStatus.EXPIRED_IN_MATCH : OrderStatus.FILLED;
    }

    /** An execution between two orders; neither has to rest. */
    void trade(PlainOrder taker, PlainOrder maker, long price, long quantity) {
        countStep();
        touch(taker);
        touch(maker);
        taker.execute(price, quantity);
        maker.execute(price, quantity);
        book.lastTradePrice = price;
        trades.add(new TradeLine(
                taker.id, maker.id, taker.side(), price, quantity, ExactMath.fee(price, quantity, book.rules.takerFeeBps()),
                ExactMath.fee(price, quantity, book.rules.makerFeeBps())));
    }

    /** After {@code used} of what a resting order shows is gone: it stays, shows its next part at the back, or ends. */
    void useShown(PlainOrder resting, long used) {
        touchLevel(resting);
        resting.shown -= used;
        if (resting.leaves() == 0) {
            book.remove(resting);
            endWithoutLeaves(resting);
        } else if (resting.shown == 0) {
            book.remove(resting);
            resting.showNext();
            book.append(resting);
            resting.rest();
        } else {
            resting.rest();
        }
    }

    List<OrderLine> orders() {
        return touchedOrders.stream().map(PlainOrder::line).toList();
    }

    Set<PlainOrder> touchedOrders() {
        return touchedOrders;
    }

    List<LevelLine> levels() {
        List<LevelLine> levels = new ArrayList<>();
        touchedLevels.forEach((side, prices) -> prices.forEach(price -> levels.add(book.level(side, price))));
        return levels;
    }

    boolean changedState() {
        return book.state != stateBefore || book.rules != rulesBefore;
    }

    @Nullable
    Instrument instrument(boolean always) {
        return always || changedState() ? book.rules : null;
    }

    @Nullable
    TradingState tradingState(boolean always) {
        return always || changedState() ? book.state : null;
    }
}
