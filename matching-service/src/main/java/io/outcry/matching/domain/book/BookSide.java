// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static io.outcry.matching.domain.book.LevelRow.FIRST;
import static io.outcry.matching.domain.book.LevelRow.LAST;
import static io.outcry.matching.domain.book.LevelRow.ORDERS;
import static io.outcry.matching.domain.book.LevelRow.SIDE;
import static io.outcry.matching.domain.book.OrderRow.DISPLAY;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.LEVEL_ACCOUNT;
import static io.outcry.matching.domain.book.OrderRow.NEXT;
import static io.outcry.matching.domain.book.OrderRow.PREVIOUS;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import org.jspecify.annotations.Nullable;

/**
 * Orders of one side in price-time priority: levels by price, and in each level a queue that runs through the orders' own rows.
 *
 * <p>An order that stands here shows part of its quantity or all of it; the level knows the sums of both.
 */
public final class BookSide extends PriceLevels {

    private final BookRows rows;
    private final @Nullable Touched touched;
    private final int number;
    private long open;

    /** The part of {@link #open} that waits elsewhere. */
    private long waiting;

    /**
     * @param touched where changes are noted, unless nobody is told of this side
     * @param number stands in the levels, to tell one side from the other
     * @param highestFirst whether the highest price is the best one
     */
    public BookSide(BookRows rows, PriceLadder ladder, @Nullable Touched touched, int number, boolean highestFirst) {
        super(rows, ladder, highestFirst);
        this.rows = rows;
        this.touched = touched;
        this.number = number;
    }

    /** Counts orders that wait elsewhere and may stand here one day, or do not any more. */
    public void countWaiting(long quantity) {
        open += quantity;
        waiting += quantity;
    }

    /** Open quantity of all orders that stand here, shown or hidden, or wait to. */
    public long open() {
        return open;
    }

    /** Open quantity of all orders that stand here, shown or hidden. */
    public long resting() {
        return open - waiting;
    }

    /** What the orders of a level show. */
    public long shown(int level) {
        return rows.hot()[level + LevelRow.SHOWN];
    }

    /** How many orders stand at a level. */
    public int orders(int level) {
        return (int) rows.hot()[level + ORDERS];
    }

    /** What the orders of a level show and hide together. */
    public long open(int level) {
        long[] hot = rows.hot();
        return hot[level + LevelRow.SHOWN] + hot[level + LevelRow.HIDDEN];
    }

    /** First order of a level's queue. */
    public int first(int level) {
        return (int) rows.hot()[level + FIRST];
    }

    /** The order behind one in its queue; behind the last one, the level. */
    public int next(int order) {
        return (int) rows.hot()[order + NEXT];
    }

    /** Puts an order at the back of the queue of a price; it shows all of its quantity. */
    public void append(int order, long price, long quantity) {
        append(order, price, quantity, quantity);
    }

    /**
     * As {@link #append(int, long, long)}, of an order that stands nowhere, for one who notes himself which level has changed.
     *
     * @param hot what {@link BookRows#reserve} gave to this command
     * @param rank the price's
     * @param account the order's, which need not stand in its row yet
     * @return the level
     */
    public int enqueue(int order, long[] hot, long price, long rank, long quantity, int account) {
        open += quantity;
        if (rank > bestRank()) {
            int level = newLevel(order, hot, price, quantity, account);
            layBest(level, rank);
            return level;
        }
        int level = find(rank);
        if (level != 0) {
            hot[order + SHOWN] = quantity;
            hot[order + LEVEL_ACCOUNT] = OrderRow.pair(level, account);
            hot[level + ORDERS]++;
            hot[level + LevelRow.SHOWN] += quantity;
            link(order, hot, level);
            return level;
        }
        level = newLevel(order, hot, price, quantity, account);
        keep(level, rank);
        return level;
    }

    /** A level with its first order; what it hides has been zero since its row was given back. */
    private int newLevel(int order, long[] hot, long price, long quantity, int account) {
        int level = rows.takeLevel(hot);
        hot[order + SHOWN] = quantity;
        hot[order + NEXT] = level;
        hot[order + PREVIOUS] = level;
        hot[order + LEVEL_ACCOUNT] = OrderRow.pair(level, account);
        hot[level + SIDE] = number;
        hot[level + LevelRow.PRICE] = price;
        hot[level + LevelRow.SHOWN] = quantity;
        hot[level + FIRST] = order;
        hot[level + LAST] = order;
        hot[level + ORDERS] = 1;
        return level;
    }

    /** Puts an order at the back of the queue of a price. */
    public void append(int order, long price, long leaves, long shown) {
        int level = at(price);
        if (level == 0) {
            level = added(price);
        }
        long[] hot = rows.hot();
        open += leaves;
        hot[level + LevelRow.HIDDEN] += leaves - shown;
        hot[level + LevelRow.SHOWN] += shown;
        hot[level + ORDERS]++;
        hot[order + SHOWN] = shown;
        hot[order + LEVEL_ACCOUNT] = OrderRow.withUpper(hot[order + LEVEL_ACCOUNT], level);
        link(order, hot, level);
        touch(level, hot);
    }

    /** The level of a price, laid if there is none, for orders that {@link #restore} puts there. It counts as touched by no command. */
    public int restoreLevel(long price) {
        long rank = rank(price);
        int level = rank > bestRank() ? 0 : find(rank);
        if (level == 0) {
            level = rows.allocateLevel();
            layEmpty(level, price, rows.hot());
            lay(level, rank);
        }
        return level;
    }

    /** Puts an order at the back of a level's queue, as it stood there once; it shows what its row says. */
    public void restore(int order, int level) {
        long[] hot = rows.hot();
        long leaves = hot[order + LEAVES];
        long shown = hot[order + SHOWN];
        open += leaves;
        hot[level + LevelRow.HIDDEN] += leaves - shown;
        hot[level + LevelRow.SHOWN] += shown;
        hot[level + ORDERS]++;
        hot[order + LEVEL_ACCOUNT] = OrderRow.withUpper(hot[order + LEVEL_ACCOUNT], level);
        link(order, hot, level);
    }

    private void touch(int level, long[] hot) {
        if (touched != null) {
            touched.touchLevel(level, hot);
        }
    }

    private static void link(int order, long[] hot, int level) {
        long last = hot[level + LAST];
        hot[order + NEXT] = level;
        hot[order + PREVIOUS] = last;
        hot[(int) last + NEXT] = order;
        hot[level + LAST] = order;
    }

    private static void unlink(int order, long[] hot) {
        long next = hot[order + NEXT];
        long previous = hot[order + PREVIOUS];
        hot[(int) previous + NEXT] = next;
        hot[(int) next + PREVIOUS] = previous;
    }

    private int added(long price) {
        int level = touched == null ? 0 : touched.revive(number, price);
        if (level == 0) {
            level = rows.allocateLevel();
            layEmpty(level, price, rows.hot());
        }
        lay(level, rank(price));
        return level;
    }

    private void layEmpty(int level, long price, long[] hot) {
        hot[level + LevelRow.PRICE] = price;
        hot[level + LevelRow.HIDDEN] = 0;
        hot[level + LevelRow.SHOWN] = 0;
        hot[level + FIRST] = level;
        hot[level + LAST] = level;
        hot[level + ORDERS] = 0;
        hot[level + SIDE] = number;
    }

    /** Takes an order out of its queue, wherever it stands. */
    public void remove(int order) {
        long[] hot = rows.hot();
        int level = OrderRow.upper(hot[order + LEVEL_ACCOUNT]);
        long leaves = hot[order + LEAVES];
        long shown = hot[order + SHOWN];
        open -= leaves;
        hot[level + LevelRow.HIDDEN] -= leaves - shown;
        hot[level + LevelRow.SHOWN] -= shown;
        touch(level, hot);
        unlink(order, hot);
        leave(level, hot);
    }

    /**
     * Takes an order out that shows all of its quantity, and gives its row back, for one who notes himself which level has changed and opens
     * no other one with the same command: a level without orders is given back at once, readable until then.
     *
     * @return the level
     */
    public int dequeue(int order, long[] hot) {
        int level = OrderRow.upper(hot[order + LEVEL_ACCOUNT]);
        long quantity = hot[order + LEAVES];
        long others = hot[level + ORDERS] - 1;
        open -= quantity;
        hot[level + ORDERS] = others;
        if (others == 0) {
            hot[level + LevelRow.SHOWN] = 0;
            rows.freeOrder(order, hot);
            rows.freeLevel(level, hot);
            strike(level);
        } else {
            hot[level + LevelRow.SHOWN] -= quantity;
            unlink(order, hot);
            rows.freeOrder(order, hot);
        }
        return level;
    }

    /**
     * Takes an order that shows all of its quantity to the back of the queue of another price; the command changes nothing else.
     *
     * @param hot what {@link BookRows#hot} is now
     */
    public void move(int order, long[] hot, long price, long quantity) {
        long levelAccount = hot[order + LEVEL_ACCOUNT];
        long leaves = hot[order + LEAVES];
        int before = OrderRow.upper(levelAccount);
        int level = near(rank(price));
        long others = hot[before + ORDERS] - 1;
        if (level == 0 || others == 0) {
            moveFar(order, price, quantity);
            return;
        }
        open += quantity - leaves;
        hot[before + ORDERS] = others;
        hot[before + LevelRow.SHOWN] -= leaves;
        unlink(order, hot);
        hot[order + OrderRow.PRICE] = price;
        hot[order + LEAVES] = quantity;
        hot[order + SHOWN] = quantity;
        hot[order + LEVEL_ACCOUNT] = OrderRow.withUpper(levelAccount, level);
        hot[level + ORDERS]++;
        hot[level + LevelRow.SHOWN] += quantity;
        link(order, hot, level);
        touchFirst(order, before, level);
    }

    /** As {@link #move}, also where a level begins or ends. */
    private void moveFar(int order, long price, long quantity) {
        long[] hot = rows.reserve();
        long levelAccount = hot[order + LEVEL_ACCOUNT];
        int before = OrderRow.upper(levelAccount);
        long leaves = hot[order + LEAVES];
        long others = hot[before + ORDERS] - 1;
        open -= leaves;
        hot[before + ORDERS] = others;
        if (others == 0) {
            hot[before + LevelRow.SHOWN] = 0;
            strike(before);
        } else {
            hot[before + LevelRow.SHOWN] -= leaves;
            unlink(order, hot);
        }
        hot[order + OrderRow.PRICE] = price;
        hot[order + LEAVES] = quantity;
        int level = enqueue(order, hot, price, rank(price), quantity, OrderRow.lower(levelAccount));
        if (others == 0) {
            rows.freeLevel(before, hot);
        }
        touchFirst(order, before, level);
    }

    private void touchFirst(int order, int level, int otherLevel) {
        if (touched != null) {
            touched.touchFirst(order, level, otherLevel);
        }
    }

    /** Takes an order that shows all of its quantity to the back of its own queue, with another quantity. */
    public void requeue(int order, long quantity) {
        long[] hot = rows.hot();
        int level = level(order);
        long change = quantity - hot[order + LEAVES];
        unlink(order, hot);
        link(order, hot, level);
        open += change;
        hot[level + LevelRow.SHOWN] += change;
        hot[order + SHOWN] = quantity;
        hot[order + LEAVES] = quantity;
    }

    /** The level that an order stands at. */
    public int level(int order) {
        return OrderRow.upper(rows.hot()[order + LEVEL_ACCOUNT]);
    }

    private void leave(int level, long[] hot) {
        if (--hot[level + ORDERS] == 0) {
            strike(level);
            if (touched == null) {
                rows.freeLevel(level, hot);
            } else {
                touched.emptied(level);
            }
        }
    }

    /**
     * Takes {@code quantity} from what the first order of a level shows. An iceberg that has shown all of its part shows the next one and
     * goes to the back; an order that has nothing left leaves the queue.
     *
     * @return what the order still has
     */
    public long take(int level, int first, long quantity) {
        open -= quantity;
        long[] hot = rows.hot();
        long shown = hot[first + SHOWN] - quantity;
        long leaves = hot[first + LEAVES] - quantity;
        hot[first + SHOWN] = shown;
        hot[first + LEAVES] = leaves;
        hot[level + LevelRow.SHOWN] -= quantity;
        touch(level, hot);
        if (shown == 0) {
            unlink(first, hot);
            if (leaves == 0) {
                leave(level, hot);
            } else {
                long part = Math.min(rows.cold()[first + DISPLAY], leaves);
                hot[first + SHOWN] = part;
                hot[level + LevelRow.SHOWN] += part;
                hot[level + LevelRow.HIDDEN] -= part;
                link(first, hot, level);
            }
        }
        return leaves;
    }

    /**
     * Changes an order where it stands.
     *
     * @param whole whether it shows all it has; otherwise it goes on to show as much as it did, if it has that much
     */
    public void resize(int order, long leaves, boolean whole) {
        long[] hot = rows.hot();
        int level = OrderRow.upper(hot[order + LEVEL_ACCOUNT]);
        long leavesBefore = hot[order + LEAVES];
        long shownBefore = hot[order + SHOWN];
        long shown = whole ? leaves : Math.min(shownBefore, leaves);
        hot[level + LevelRow.HIDDEN] += leaves - leavesBefore - shown + shownBefore;
        hot[level + LevelRow.SHOWN] += shown - shownBefore;
        open += leaves - leavesBefore;
        hot[order + SHOWN] = shown;
        hot[order + LEAVES] = leaves;
        if (shown != shownBefore) {
            touch(level, hot);
        }
    }
}
