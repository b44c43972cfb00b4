// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TradingState;
import io.outcry.matching.domain.reference.ExpectedOutcome.LevelLine;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** One symbol: its rules, its state, its last trade, the orders that rest and the stops that wait. */
final class PlainBook {

    /** Best first. */
    final TreeMap<Long, Deque<PlainOrder>> bids = new TreeMap<>(Comparator.reverseOrder());

    /** Best first. */
    final TreeMap<Long, Deque<PlainOrder>> asks = new TreeMap<>();

    /** By id. */
    final TreeMap<Long, PlainOrder> waiting = new TreeMap<>();

    Instrument rules;
    TradingState state = TradingState.TRADING;

    /** Zero before the first trade. */
    long lastTradePrice;

    /** The price of an uncrossing that was cut off; zero: there is none. */
    long uncrossingPrice;

    /** What earlier commands have reached and could not set off, the oldest first. */
    final List<ReachedSpan> reached = new ArrayList<>();

    PlainBook(Instrument rules) {
        this.rules = rules;
    }

    TreeMap<Long, Deque<PlainOrder>> side(Side side) {
        return side == Side.BUY ? bids : asks;
    }

    TreeMap<Long, Deque<PlainOrder>> opposite(Side side) {
        return side == Side.BUY ? asks : bids;
    }

    boolean isUncrossing() {
        return uncrossingPrice != 0;
    }

    boolean isCrossed() {
        return !bids.isEmpty() && !asks.isEmpty() && bids.firstKey() >= asks.firstKey();
    }

    /** Whether an order would trade with somebody at {@code price}, were it alone with the best of the other side. */
    boolean wouldTake(PlainOrder order, long price) {
        var levels = opposite(order.side());
        return !levels.isEmpty() && order.crosses(price, levels.firstKey());
    }

    /** Of so many orders of the other side, the best ones, those of the same account that {@code order} would reach at {@code price}. */
    Stream<PlainOrder> ownCrossing(PlainOrder order, long price, int most) {
        return resting(opposite(order.side()))
                .limit(most)
                .filter(other -> other.account().equals(order.account()) && order.crosses(price, other.price));
    }

    /** At the back of the queue of its price. */
    void append(PlainOrder order) {
        side(order.side()).computeIfAbsent(order.price, _ -> new ArrayDeque<>()).addLast(order);
    }

    void remove(PlainOrder order) {
        if (waiting.remove(order.id) != null) {
            return;
        }
        Deque<PlainOrder> queue = side(order.side()).get(order.price);
        queue.remove(order);
        if (queue.isEmpty()) {
            side(order.side()).remove(order.price);
        }
    }

    boolean isWaiting(PlainOrder order) {
        return waiting.containsKey(order.id);
    }

    /** Open orders, resting and waiting, by id. */
    List<PlainOrder> openOrders() {
        List<PlainOrder> open = new ArrayList<>(waiting.values());
        resting(bids).forEach(open::add);
        resting(asks).forEach(open::add);
        open.sort(Comparator.comparingLong(order -> order.id));
        return open;
    }

    int size() {
        return waiting.size() + Stream.of(bids, asks).flatMap(side -> side.values().stream()).mapToInt(Deque::size).sum();
    }

    /** Open quantity of a side: what rests, hidden or not, and what may rest once its stop price is met. */
    BigInteger openQuantity(Side side) {
        BigInteger sum = BigInteger.ZERO;
        for (PlainOrder order : Stream.concat(waiting.values().stream(), resting(side(side))).toList()) {
            if (order.side() == side && order.canStay()) {
                sum = sum.add(BigInteger.valueOf(order.leaves()));
            }
        }
        return sum;
    }

    LevelLine level(Side side, long price) {
        Deque<PlainOrder> queue = side(side).getOrDefault(price, new ArrayDeque<>());
        return new LevelLine(side, price, queue.stream().mapToLong(order -> order.shown).sum(), queue.size());
    }

    /** All levels as they are shown, best first, bids before asks. */
    List<LevelLine> levels() {
        List<LevelLine> levels = new ArrayList<>();
        bids.keySet().forEach(price -> levels.add(level(Side.BUY, price)));
        asks.keySet().forEach(price -> levels.add(level(Side.SELL, price)));
        return levels;
    }

    private static Stream<PlainOrder> resting(Map<Long, Deque<PlainOrder>> side) {
        return side.values().stream().flatMap(Deque::stream);
    }
}
