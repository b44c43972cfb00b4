// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static io.outcry.matching.domain.book.LevelRow.NEIGHBOURS;

/**
 * The price levels of one side in order. The best one is that with the highest price or, on a side that sells, the lowest. A level is found
 * by its price in a {@link PriceLadder}; its row names the next better and the next worse one, so that walking along them, and taking the
 * best one out, asks no ladder which is next.
 *
 * <p>A level that opens above all others stands apart: it comes to the ladder, and to the others' chain, when a better one opens, and never
 * if it ends before. Most levels that open at the best price do.
 */
public abstract sealed class PriceLevels permits BookSide {

    /** Rank of the best level of an empty side: the lowest possible. */
    private static final long NO_RANK = Long.MIN_VALUE;

    private final BookRows rows;
    private final PriceLadder ladder;
    private final long direction;
    private long bestRank = NO_RANK;
    private int best;

    /** Best and worst of the levels in the ladder, which are linked to each other; the best of all stands apart if it is another one. */
    private int first;

    private int last;
    private long firstRank = NO_RANK;

    PriceLevels(BookRows rows, PriceLadder ladder, boolean highestFirst) {
        this.rows = rows;
        this.ladder = ladder;
        direction = highestFirst ? 1 : -1;
    }

    public final boolean isEmpty() {
        return best == 0;
    }

    /** Best level, or 0. */
    public final int best() {
        return best;
    }

    /** The best level that is worse than this one, or 0. */
    public final int worse(int level) {
        return level == best && level != first ? first : OrderRow.lower(rows.hot()[level + NEIGHBOURS]);
    }

    /** The worst level that is better than this one, or 0. */
    public final int better(int level) {
        if (level == best) {
            return 0;
        }
        return level == first ? best : OrderRow.upper(rows.hot()[level + NEIGHBOURS]);
    }

    /** The level of a price, or 0. */
    public final int at(long price) {
        return find(rank(price));
    }

    /** A larger rank is a better price on this side. */
    public final long rank(long price) {
        return price * direction;
    }

    /** Rank of the best level; the lowest possible one if there is none. */
    public final long bestRank() {
        return bestRank;
    }

    /** Price of the best level; of no meaning on an empty side. */
    public final long bestPrice() {
        return rank(bestRank);
    }

    /** Whether the best price is at least as good as {@code price}. */
    public final boolean reaches(long price) {
        return bestRank >= rank(price);
    }

    /** Price of a level. */
    public final long price(int level) {
        return rows.hot()[level + LevelRow.PRICE];
    }

    /** The level of a rank, or 0. */
    final int find(long rank) {
        return rank == bestRank ? best : ladder.find(rank);
    }

    /** Puts a level where there is none. */
    final void lay(int level, long rank, long[] hot) {
        if (rank > bestRank) {
            layBest(level, rank, hot);
        } else {
            chain(level, rank, hot);
        }
    }

    /** Puts a level above all others. */
    final void layBest(int level, long rank, long[] hot) {
        if (best != first) {
            chain(best, bestRank, hot);
        }
        best = level;
        bestRank = rank;
    }

    /** Puts a level to those in the ladder. */
    final void chain(int level, long rank, long[] hot) {
        ladder.add(rank, level);
        int worse = ladder.worse(rank);
        int better = worse == 0 ? last : OrderRow.upper(hot[worse + NEIGHBOURS]);
        hot[level + NEIGHBOURS] = OrderRow.pair(better, worse);
        if (better == 0) {
            first = level;
            firstRank = rank;
        } else {
            hot[better + NEIGHBOURS] = OrderRow.withLower(hot[better + NEIGHBOURS], level);
        }
        if (worse == 0) {
            last = level;
        } else {
            hot[worse + NEIGHBOURS] = OrderRow.withUpper(hot[worse + NEIGHBOURS], level);
        }
    }

    /** Takes a level out. */
    final void strike(int level, long[] hot) {
        if (level == first || level != best) {
            unchain(level, hot);
            if (level != best) {
                return;
            }
        }
        best = first;
        bestRank = firstRank;
    }

    private void unchain(int level, long[] hot) {
        ladder.remove(rank(hot[level + LevelRow.PRICE]));
        long neighbours = hot[level + NEIGHBOURS];
        int worse = OrderRow.lower(neighbours);
        int better = OrderRow.upper(neighbours);
        if (better == 0) {
            first = worse;
            firstRank = worse == 0 ? NO_RANK : rank(hot[worse + LevelRow.PRICE]);
        } else {
            hot[better + NEIGHBOURS] = OrderRow.withLower(hot[better + NEIGHBOURS], worse);
        }
        if (worse == 0) {
            last = better;
        } else {
            hot[worse + NEIGHBOURS] = OrderRow.withUpper(hot[worse + NEIGHBOURS], better);
        }
    }

    /** Levels of this side as they are now, the worst one first, which is the order that is cheapest to build a side in. */
    public final int[] copyLevels() {
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
