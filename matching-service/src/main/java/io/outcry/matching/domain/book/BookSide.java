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
 * Orders of one side in price-time priority: levels by price, and in each level a queue that runs through the orders' own rows. The best
 * level is the one with the highest price or, for a side that sells, the lowest.
 *
 * <p>An order that stands here shows part of its quantity or all of it; the level knows the sums of both.
 */
public final class BookSide {

    /** Rank of the best level of an empty side: the lowest possible. */
    private static final long NO_RANK = Long.MIN_VALUE;

    private final BookRows rows;
    private final @Nullable Touched touched;
    private final PriceLadder ladder;
    private final int number;
    private final long direction;
    private long open;
    private long bestRank = NO_RANK;
    private int best;

    /**
     * @param touched where changes are noted, unless nobody is told of this side
     * @param number stands in the levels, to tell one side from the other
     * @param highestFirst whether the highest price is the best one
     */
    public BookSide(BookRows rows, PriceLadder ladder, @Nullable Touched touched, int number, boolean highestFirst) {
        this.rows = rows;
        this.ladder = ladder;
        this.touched = touched;
        this.number = number;
        direction = highestFirst ? 1 : -1;
    }

    /** Counts orders that wait elsewhere and may stand here one day, or do not any more. */
    public void countWaiting(long quantity) {
        open += quantity;
    }

    /** Open quantity of all orders that stand here, shown or hidden, or wait to. */
    public long open() {
        return open;
    }

    public boolean isEmpty() {
        return best == 0;
    }

    /** Best level, or 0. */
    public int best() {
        return best;
    }

    /** The best level that is worse than this one, or 0. */
    public int worse(int level) {
        return ladder.worse(rank(price(level)));
    }

    /** The worst level that is better than this one, or 0. */
    public int better(int level) {
        return ladder.better(rank(price(level)));
    }

    /** The level of a price, or 0. */
    public int at(long price) {
        return ladder.find(rank(price));
    }

    /** A larger rank is a better price on this side. */
    public long rank(long price) {
        return price * direction;
    }

    /** Rank of the best level; the lowest possible one if there is none. */
    public long bestRank() {
        return bestRank;
    }

    /** Price of the best level; of no meaning on an empty side. */
    public long bestPrice() {
        return rank(bestRank);
    }

    /** Whether the best price is at least as good as {@code price}. */
    public boolean reaches(long price) {
        return bestRank >= rank(price);
    }

    /** Price of a level. */
    public long price(int level) {
        return rows.hot()[level + LevelRow.PRICE];
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
        return rows.hot()[level + LevelRow.LEAVES];
    }

    /** First order of a level's queue. */
    public int first(int level) {
        return (int) rows.hot()[level + FIRST];
    }

    /** The order behind one in its queue; behind the last one, the level. */
    public int next(int order) {
        return (int) rows.hot()[order + NEXT];
    }

    /** Puts an order at the back of the queue of its price; it shows all of its quantity. */
    public void append(int order, long price, long quantity) {
        append(order, price, quantity, quantity);
    }

    /** Puts an order at the back of the queue of a price. */
    public void append(int order, long price, long leaves, long shown) {
        int level = ladder.find(rank(price));
        if (level == 0) {
            level = added(price);
        }
        long[] hot = rows.hot();
        open += leaves;
        hot[level + LevelRow.LEAVES] += leaves;
        hot[level + LevelRow.SHOWN] += shown;
        hot[level + ORDERS]++;
        hot[order + SHOWN] = shown;
        hot[order + LEVEL_ACCOUNT] = OrderRow.withUpper(hot[order + LEVEL_ACCOUNT], level);
        link(order, hot, level);
        touch(level, hot);
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
            long[] hot = rows.hot();
            hot[level + LevelRow.PRICE] = price;
            hot[level + LevelRow.LEAVES] = 0;
            hot[level + LevelRow.SHOWN] = 0;
            hot[level + FIRST] = level;
            hot[level + LAST] = level;
            hot[level + ORDERS] = 0;
            hot[level + SIDE] = number;
        }
        long rank = rank(price);
        ladder.add(rank, level);
        if (rank > bestRank) {
            bestRank = rank;
            best = level;
        }
        return level;
    }

    /** Takes an order out of its queue, wherever it stands. */
    public void remove(int order) {
        long[] hot = rows.hot();
        int level = OrderRow.upper(hot[order + LEVEL_ACCOUNT]);
        long leaves = hot[order + LEAVES];
        open -= leaves;
        hot[level + LevelRow.LEAVES] -= leaves;
        hot[level + LevelRow.SHOWN] -= hot[order + SHOWN];
        touch(level, hot);
        unlink(order, hot);
        leave(level, hot);
    }

    /** Takes an order that shows all of its quantity to the back of the queue of another price. */
    public void move(int order, long price, long quantity) {
        remove(order);
        long[] hot = rows.hot();
        hot[order + OrderRow.PRICE] = price;
        hot[order + LEAVES] = quantity;
        append(order, price, quantity);
    }

    private void leave(int level, long[] hot) {
        if (--hot[level + ORDERS] == 0) {
            emptied(level, hot[level + LevelRow.PRICE]);
        }
    }

    private void emptied(int level, long price) {
        long rank = rank(price);
        ladder.remove(rank);
        if (level == best) {
            best = ladder.worse(rank);
            bestRank = best == 0 ? NO_RANK : rank(price(best));
        }
        if (touched == null) {
            rows.freeLevel(level);
        } else {
            touched.emptied();
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
        hot[level + LevelRow.LEAVES] -= quantity;
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
        hot[level + LevelRow.LEAVES] += leaves - leavesBefore;
        hot[level + LevelRow.SHOWN] += shown - shownBefore;
        open += leaves - leavesBefore;
        hot[order + SHOWN] = shown;
        hot[order + LEAVES] = leaves;
        if (shown != shownBefore) {
            touch(level, hot);
        }
    }

    /** Levels of this side as they are now, the worst one first, which is the order that is cheapest to build a side in. */
    public int[] copyLevels() {
        int count = 0;
        for (int level = best; level != 0; level = worse(level)) {
            count++;
        }
        int[] levels = new int[count];
        for (int level = best; level != 0; level = worse(level)) {
            levels[--count] = level;
        }
        return levels;
    }
}
