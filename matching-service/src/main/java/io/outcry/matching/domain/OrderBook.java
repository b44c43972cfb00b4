// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Comparator;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The resting orders of one symbol in price-time priority: better price first, then earlier arrival.
 *
 * <p>Made to be obviously correct, not fast. A trade happens at the resting order's price. What it is asked has been validated: nothing
 * here throws.
 */
final class OrderBook {

    private final TreeMap<Long, PriceLevel> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, PriceLevel> asks = new TreeMap<>();

    /** The levels of a side, best first. */
    TreeMap<Long, PriceLevel> levels(Side side) {
        return side == Side.BUY ? bids : asks;
    }

    boolean isEmpty(Side side) {
        return levels(side).isEmpty();
    }

    /** The quantity that rests on a side at a price. */
    long quantityAt(Side side, long price) {
        PriceLevel level = levels(side).get(price);
        return level == null ? 0 : level.quantity();
    }

    /**
     * Trades a new order as far as it goes and rests or expires what remains; writes reports, trades and levels.
     *
     * @param maxFills resting orders it may trade with; its remainder expires at this limit
     */
    void place(Order taker, int maxFills, CommandOutcome outcome) {
        TimeInForce timeInForce = taker.terms().timeInForce();
        outcome.orders().add(taker);
        if (timeInForce == TimeInForce.FOK && !isFillable(taker, maxFills)) {
            taker.close(OrderStatus.EXPIRED);
        } else {
            trade(taker, maxFills, outcome);
            if (taker.leaves() > 0) {
                if (timeInForce == TimeInForce.GTC && !reaches(taker, levels(taker.side().opposite()))) {
                    rest(taker, outcome);
                } else {
                    taker.close(OrderStatus.EXPIRED);
                }
            }
        }
        outcome.orders().set(0, taker);
    }

    /** Takes a resting order off the book; writes its report and its level. */
    void cancel(Order order, CommandOutcome outcome) {
        TreeMap<Long, PriceLevel> side = levels(order.side());
        PriceLevel level = side.get(order.price());
        if (level == null) {
            throw new IllegalStateException("open order " + order.id() + " has no level at " + order.price());
        }
        level.remove(order);
        order.close(OrderStatus.CANCELED);
        outcome.orders().add(order);
        leave(side, level, order.side(), outcome);
    }

    private void trade(Order taker, int maxFills, CommandOutcome outcome) {
        Side makerSide = taker.side().opposite();
        TreeMap<Long, PriceLevel> makers = levels(makerSide);
        int fills = 0;
        while (taker.leaves() > 0 && fills < maxFills && reaches(taker, makers)) {
            PriceLevel level = makers.firstEntry().getValue();
            for (; taker.leaves() > 0 && fills < maxFills && !level.isEmpty(); fills++) {
                Order maker = level.first();
                long traded = Math.min(taker.leaves(), maker.leaves());
                level.fillFirst(traded);
                taker.fill(level.price(), traded);
                outcome.trades().add(taker.id(), maker.id(), taker.side(), level.price(), traded);
                outcome.orders().add(maker);
            }
            leave(makers, level, makerSide, outcome);
        }
    }

    private void rest(Order order, CommandOutcome outcome) {
        PriceLevel level = levels(order.side()).computeIfAbsent(order.price(), PriceLevel::new);
        level.append(order);
        outcome.levels().add(order.side(), level);
    }

    /** Writes a level that lost something, and drops it once empty. */
    private static void leave(TreeMap<Long, PriceLevel> side, PriceLevel level, Side name, CommandOutcome outcome) {
        if (level.isEmpty()) {
            side.remove(level.price());
        }
        outcome.levels().add(name, level);
    }

    /** Whether the whole order could trade now, over all levels it reaches, within the limit of fills. */
    private boolean isFillable(Order taker, int maxFills) {
        long missing = taker.leaves();
        int fills = 0;
        for (PriceLevel level : levels(taker.side().opposite()).values()) {
            if (!reaches(taker, level)) {
                return false;
            }
            for (Order maker : level.queue()) {
                if (fills++ == maxFills) {
                    return false;
                }
                missing -= Math.min(missing, maker.leaves());
                if (missing == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean reaches(Order taker, TreeMap<Long, PriceLevel> makers) {
        var best = makers.firstEntry();
        return best != null && reaches(taker, best.getValue());
    }

    private static boolean reaches(Order taker, PriceLevel level) {
        if (taker.terms().type() == OrderType.MARKET) {
            return true;
        }
        return taker.side() == Side.BUY ? level.price() <= taker.price() : level.price() >= taker.price();
    }

    /**
     * Checks what must hold after every command: not crossed, no empty level, totals, first come first.
     *
     * @return the number of resting orders
     * @throws IllegalStateException naming what does not hold
     */
    int audit() {
        if (!bids.isEmpty() && !asks.isEmpty() && bids.firstKey() >= asks.firstKey()) {
            throw new IllegalStateException("crossed: bid " + bids.firstKey() + ", ask " + asks.firstKey());
        }
        return audit(Side.BUY) + audit(Side.SELL);
    }

    private int audit(Side side) {
        int orders = 0;
        for (var entry : levels(side).entrySet()) {
            PriceLevel level = entry.getValue();
            long total = 0;
            @Nullable Order previous = null;
            for (Order order : level.queue()) {
                boolean fits = order.side() == side && order.price() == entry.getKey() && order.status().isOpen();
                if (!fits || order.leaves() <= 0 || (previous != null && previous.id() >= order.id())) {
                    throw new IllegalStateException("order " + order.id() + " is out of place at " + side + " " + entry.getKey());
                }
                total = Math.addExact(total, order.leaves());
                previous = order;
            }
            if (level.isEmpty() || total != level.quantity()) {
                throw new IllegalStateException(side + " " + entry.getKey() + " says " + level.quantity() + ", holds " + total);
            }
            orders += level.orders();
        }
        return orders;
    }
}
