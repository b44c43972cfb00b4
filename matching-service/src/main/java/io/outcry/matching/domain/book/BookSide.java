// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static io.outcry.matching.domain.book.LevelRows.ENDS;
import static io.outcry.matching.domain.book.LevelRows.HIDDEN;
import static io.outcry.matching.domain.book.LevelRows.ORDERS;
import static io.outcry.matching.domain.book.OrderRow.DISPLAY;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.LEVEL_ACCOUNT;
import static io.outcry.matching.domain.book.OrderRow.LINKS;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import org.jspecify.annotations.Nullable;

/**
 * Orders of one side in price-time priority: levels by price, and in each level a queue that runs through the orders' own rows. The best
 * level is the one with the highest price or, for a side that sells, the lowest.
 *
 * <p>An order that stands here shows part of its quantity or all of it; the level knows the sums of both.
 */
public final class BookSide {

    private static final int FIRST_HINTS = 16;
    private static final int MOST_HINTS = 1 << 12;

    /** Hints to a level, so that few prices share one. */
    private static final int HINTS_PER_LEVEL = 8;

    private final Rows rows;
    private final LevelRows levels;
    private final @Nullable Touched touched;
    private final PriceLevels prices = new PriceLevels();
    private final int number;
    private final int priceField;
    private final long direction;
    private long open;

    /** Where the level of a price was found last, at the place that the price points to: tried before it is searched for. */
    private int[] hints = new int[FIRST_HINTS];

    /**
     * @param touched where changes are noted, unless nobody is told of this side
     * @param number stands in the levels, to tell one side from the other
     * @param priceField long of an order's row that holds the price it is queued at
     * @param highestFirst whether the highest price is the best one
     */
    public BookSide(Rows rows, LevelRows levels, @Nullable Touched touched, int number, int priceField, boolean highestFirst) {
        this.rows = rows;
        this.levels = levels;
        this.touched = touched;
        this.number = number;
        this.priceField = priceField;
        direction = highestFirst ? 1 : -1;
    }

    /** Levels of this side, best first. */
    public PriceLevels prices() {
        return prices;
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
        return prices.size() == 0;
    }

    /** Best level, or 0. */
    public int best() {
        return prices.best();
    }

    /** A larger rank is a better price on this side. */
    public long rank(long price) {
        return price * direction;
    }

    /** Price of the best level; of no meaning on an empty side. */
    public long bestPrice() {
        return rank(prices.bestRank());
    }

    /** Whether the best price is at least as good as {@code price}. */
    public boolean reaches(long price) {
        return prices.size() != 0 && prices.bestRank() >= rank(price);
    }

    /** Price of a level. */
    public long price(int level) {
        return levels.array()[level + LevelRows.PRICE];
    }

    /** What the orders of a level show. */
    public long shown(int level) {
        return levels.array()[level + LevelRows.SHOWN];
    }

    /** How many orders stand at a level. */
    public int orders(int level) {
        return (int) levels.array()[level + ORDERS];
    }

    /** What the orders of a level show and hide together. */
    public long open(int level) {
        long[] array = levels.array();
        return array[level + LevelRows.SHOWN] + array[level + HIDDEN];
    }

    /** First order of a level's queue. */
    public int first(int level) {
        return OrderRow.upper(levels.array()[level + ENDS]);
    }

    /** The order behind one in its queue, or 0. */
    public int next(int order) {
        return OrderRow.upper(rows.cells()[order + LINKS]);
    }

    /** As {@link #append(int, long[], int)}, of an order that shows all of its quantity. */
    public void append(int order, long[] row, long price, long quantity) {
        int level = level(price);
        long[] array = levels.array();
        open += quantity;
        array[level + LevelRows.SHOWN] += quantity;
        array[level + ORDERS]++;
        row[order + LEVEL_ACCOUNT] = OrderRow.withUpper(row[order + LEVEL_ACCOUNT], level);
        link(order, row, array, level);
        touch(level, array);
    }

    /** Puts an order, whose row is given, at the back of the queue of its price. */
    public void append(int order, long[] row) {
        int level = level(row[order + priceField]);
        long[] array = levels.array();
        long shown = row[order + SHOWN];
        long leaves = row[order + LEAVES];
        open += leaves;
        array[level + LevelRows.SHOWN] += shown;
        if (shown != leaves) {
            array[level + HIDDEN] += leaves - shown;
        }
        array[level + ORDERS]++;
        row[order + LEVEL_ACCOUNT] = OrderRow.withUpper(row[order + LEVEL_ACCOUNT], level);
        link(order, row, array, level);
        touch(level, array);
    }

    private void touch(int level, long[] array) {
        if (touched != null) {
            touched.touchLevel(level, array);
        }
    }

    private void link(int order, long[] row, long[] array, int level) {
        long ends = array[level + ENDS];
        int last = OrderRow.lower(ends);
        row[order + LINKS] = OrderRow.pair(0, last);
        if (last == 0) {
            array[level + ENDS] = OrderRow.pair(order, order);
        } else {
            long[] lastRow = rows.cells();
            int lastLinks = last + LINKS;
            lastRow[lastLinks] = OrderRow.withUpper(lastRow[lastLinks], order);
            array[level + ENDS] = OrderRow.withLower(ends, order);
        }
    }

    private int level(long price) {
        int hint = hints[(int) price & hints.length - 1];
        long[] array = levels.array();
        boolean right = array[hint + LevelRows.PRICE] == price && array[hint + LevelRows.SIDE] == number && array[hint + ORDERS] != 0;
        return right ? hint : searched(price);
    }

    private int searched(long price) {
        long rank = rank(price);
        int found = prices.find(rank);
        int level = found >= 0 ? prices.at(found) : added(price, rank, found);
        if (prices.size() * HINTS_PER_LEVEL > hints.length && hints.length < MOST_HINTS) {
            hints = new int[hints.length * 4];
        }
        hints[(int) price & hints.length - 1] = level;
        return level;
    }

    private int added(long price, long rank, int found) {
        int level = touched == null ? 0 : touched.revive(number, price);
        if (level == 0) {
            level = levels.allocate(price, number);
        }
        prices.insert(found, rank, level);
        return level;
    }

    /** Takes an order, whose row is given, out of its queue, wherever it stands. */
    public void remove(long[] row, int base) {
        int level = OrderRow.upper(row[base + LEVEL_ACCOUNT]);
        long[] array = levels.array();
        long shown = row[base + SHOWN];
        long leaves = row[base + LEAVES];
        open -= leaves;
        array[level + LevelRows.SHOWN] -= shown;
        if (shown != leaves) {
            array[level + HIDDEN] -= leaves - shown;
        }
        touch(level, array);
        unlink(row[base + LINKS], array, level);
        leave(array, level);
    }

    private void unlink(long links, long[] array, int level) {
        int next = OrderRow.upper(links);
        int previous = OrderRow.lower(links);
        if (previous == 0) {
            array[level + ENDS] = OrderRow.withUpper(array[level + ENDS], next);
        } else {
            long[] row = rows.cells();
            int at = previous + LINKS;
            row[at] = OrderRow.withUpper(row[at], next);
        }
        if (next == 0) {
            array[level + ENDS] = OrderRow.withLower(array[level + ENDS], previous);
        } else {
            long[] row = rows.cells();
            int at = next + LINKS;
            row[at] = OrderRow.withLower(row[at], previous);
        }
    }

    private void leave(long[] array, int level) {
        if (--array[level + ORDERS] == 0) {
            prices.remove(prices.find(rank(array[level + LevelRows.PRICE])));
            if (touched == null) {
                levels.free(level);
            } else {
                touched.emptied();
            }
        }
    }

    /**
     * Takes {@code quantity} from what the first order of a level shows. An iceberg that has shown all of its part shows the next one and
     * goes to the back; an order that has nothing left leaves the queue.
     *
     * @return what the order still has
     */
    public long take(int level, int first, long[] row, long quantity) {
        open -= quantity;
        long[] array = levels.array();
        long shown = row[first + SHOWN] - quantity;
        long leaves = row[first + LEAVES] - quantity;
        row[first + SHOWN] = shown;
        row[first + LEAVES] = leaves;
        array[level + LevelRows.SHOWN] -= quantity;
        touch(level, array);
        if (shown == 0) {
            unlink(row[first + LINKS], array, level);
            if (leaves == 0) {
                leave(array, level);
            } else {
                show(row, first, array, level);
                link(first, row, array, level);
            }
        }
        return leaves;
    }

    private static void show(long[] row, int base, long[] array, int level) {
        long part = Math.min(row[base + DISPLAY], row[base + LEAVES]);
        row[base + SHOWN] = part;
        array[level + LevelRows.SHOWN] += part;
        array[level + HIDDEN] -= part;
    }

    /**
     * Changes an order where it stands.
     *
     * @param whole whether it shows all it has; otherwise it goes on to show as much as it did, if it has that much
     */
    public void resize(int order, long leaves, boolean whole) {
        long[] row = rows.cells();
        int level = OrderRow.upper(row[order + LEVEL_ACCOUNT]);
        long[] array = levels.array();
        long shown = whole ? leaves : Math.min(row[order + SHOWN], leaves);
        long shownBefore = row[order + SHOWN];
        array[level + HIDDEN] += leaves - shown - (row[order + LEAVES] - shownBefore);
        array[level + LevelRows.SHOWN] += shown - shownBefore;
        open += leaves - row[order + LEAVES];
        row[order + SHOWN] = shown;
        row[order + LEAVES] = leaves;
        if (shown != shownBefore) {
            touch(level, array);
        }
    }
}
