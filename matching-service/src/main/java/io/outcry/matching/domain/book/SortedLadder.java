// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/**
 * Levels in order of their rank, the best one last, in two parallel arrays. Most are looked for near the best one, so that is done from the
 * end; only far from it by halving.
 */
public final class SortedLadder extends PriceLadder {

    private static final int FIRST_LEVELS = 16;

    /** Levels that are compared one after the other before halving begins. */
    private static final int SCANNED = 24;

    private long[] ranks = new long[FIRST_LEVELS];
    private int[] levels = new int[FIRST_LEVELS];
    private int size;

    /** How many levels there are. */
    int size() {
        return size;
    }

    /** Rank of the level that has so many worse ones. */
    long rank(int index) {
        return ranks[index];
    }

    /** The level that has so many worse ones. */
    int level(int index) {
        return levels[index];
    }

    /** How many levels have this rank or a better one. */
    int countFrom(long rank) {
        return rank == Long.MIN_VALUE ? size : size - above(rank - 1);
    }

    /** Whether there is a level from one rank up to, but not including, another. */
    boolean hasWithin(long from, long to) {
        return countFrom(from) > countFrom(to);
    }

    /** Forgets all but so many levels, the worst ones. */
    void truncate(int count) {
        size = count;
    }

    void clear() {
        size = 0;
    }

    @Override
    public int near(long rank) {
        return find(rank);
    }

    @Override
    public int find(long rank) {
        int index = above(rank) - 1;
        return index >= 0 && ranks[index] == rank ? levels[index] : 0;
    }

    @Override
    public int worse(long rank) {
        int index = above(rank) - 1;
        if (index >= 0 && ranks[index] == rank) {
            index--;
        }
        return index >= 0 ? levels[index] : 0;
    }

    @Override
    public void add(long rank, int level) {
        int index = above(rank);
        if (size == ranks.length) {
            ranks = Arrays.copyOf(ranks, size * 2);
            levels = Arrays.copyOf(levels, size * 2);
        }
        for (int i = size; i > index; i--) {
            ranks[i] = ranks[i - 1];
            levels[i] = levels[i - 1];
        }
        ranks[index] = rank;
        levels[index] = level;
        size++;
    }

    @Override
    public void remove(long rank) {
        size--;
        for (int i = above(rank, size + 1) - 1; i < size; i++) {
            ranks[i] = ranks[i + 1];
            levels[i] = levels[i + 1];
        }
    }

    private int above(long rank) {
        return above(rank, size);
    }

    /** Index of the first of {@code count} ranks that is above this one. */
    private int above(long rank, int count) {
        int end = Math.max(0, count - SCANNED);
        int i = count;
        while (i > end && ranks[i - 1] > rank) {
            i--;
        }
        return i > end || i == 0 ? i : halved(rank, i);
    }

    private int halved(long rank, int end) {
        int low = 0;
        int high = end;
        while (low < high) {
            int middle = low + high >>> 1;
            if (ranks[middle] > rank) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
