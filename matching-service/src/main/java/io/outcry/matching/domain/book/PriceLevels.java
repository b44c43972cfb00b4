// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * The price levels of one side in order. The best one is that with the highest price or, on a side that sells, the lowest. Levels are found
 * by their prices in a {@link PriceLadder}, which is asked for the next one when the best one ends.
 *
 * <p>A level that opens above all others stands apart: it comes to the ladder when a better one opens, and never if it ends before. Most
 * levels that open at the best price do.
 */
public abstract sealed class PriceLevels permits BookSide {

    /** Rank of the best level of an empty side: the lowest possible. */
    private static final long NO_RANK = Long.MIN_VALUE;

    private final BookRows rows;
    private final PriceLadder ladder;
    private final long direction;
    private long bestRank = NO_RANK;
    private int best;

    /** The best level in the ladder; the best of all stands apart if it is another one. */
    private int first;

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
        return level == best && level != first ? first : ladder.worse(rank(price(level)));
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

    /** As {@link #find} where that takes no search, or 0: the level may be there all the same. */
    final int near(long rank) {
        return rank == bestRank ? best : ladder.near(rank);
    }

    /** Puts a level where there is none. */
    final void lay(int level, long rank) {
        if (rank > bestRank) {
            layBest(level, rank);
        } else {
            keep(level, rank);
        }
    }

    /** Puts a level above all others. */
    final void layBest(int level, long rank) {
        if (best != first) {
            keep(best, bestRank);
        }
        best = level;
        bestRank = rank;
    }

    /** Puts a level into the ladder. */
    final void keep(int level, long rank) {
        ladder.add(rank, level);
        if (rank > firstRank) {
            first = level;
            firstRank = rank;
        }
    }

    /** Takes a level out. */
    final void strike(int level) {
        if (level == first || level != best) {
            drop(level);
            if (level != best) {
                return;
            }
        }
        best = first;
        bestRank = firstRank;
    }

    private void drop(int level) {
        long rank = rank(price(level));
        ladder.remove(rank);
        if (level == first) {
            first = ladder.worse(rank);
            firstRank = first == 0 ? NO_RANK : rank(price(first));
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
