// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/**
 * The levels of one side in order of their rank, the best one last, in two parallel arrays: a larger rank is a better price. Most orders
 * come near the best price, so a level is looked for from the end; only far from it by halving.
 */
public final class PriceLevels {

    private static final int FIRST_LEVELS = 16;

    /** Levels that are compared one after the other before halving begins. */
    private static final int SCANNED = 24;

    private long[] ranks = new long[FIRST_LEVELS];
    private int[] handles = new int[FIRST_LEVELS];
    private int size;
    private long bestRank = Long.MIN_VALUE;

    public int size() {
        return size;
    }

    /** Handle of the best level, or 0. */
    public int best() {
        return size == 0 ? 0 : handles[size - 1];
    }

    /** Rank of the best level; the lowest possible one if there is none. */
    public long bestRank() {
        return bestRank;
    }

    /** Handle of the level at a place, 0 being the best one. */
    public int at(int fromBest) {
        return handles[size - 1 - fromBest];
    }

    /** Place from the best one of the level of this rank, or {@code -1 - place} where it would come. */
    public int find(long rank) {
        int last = size - 1;
        int end = Math.max(-1, last - SCANNED);
        int i = last;
        while (i > end && ranks[i] > rank) {
            i--;
        }
        if (i == end && i >= 0 && ranks[i] > rank) {
            i = lastNotAbove(rank, i);
        }
        return i >= 0 && ranks[i] == rank ? last - i : i - last - 1;
    }

    /** Index of the last rank below {@code end} that is not above {@code rank}, or -1. */
    private int lastNotAbove(long rank, int end) {
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
        return low - 1;
    }

    /** Adds a level where {@link #find} said it would come. */
    public void insert(int found, long rank, int handle) {
        int index = size + found + 1;
        if (size == ranks.length) {
            ranks = Arrays.copyOf(ranks, size * 2);
            handles = Arrays.copyOf(handles, size * 2);
        }
        for (int i = size; i > index; i--) {
            ranks[i] = ranks[i - 1];
            handles[i] = handles[i - 1];
        }
        ranks[index] = rank;
        handles[index] = handle;
        size++;
        bestRank = ranks[size - 1];
    }

    /** Takes out the level at a place from the best one. */
    public void remove(int fromBest) {
        int index = size - 1 - fromBest;
        size--;
        for (int i = index; i < size; i++) {
            ranks[i] = ranks[i + 1];
            handles[i] = handles[i + 1];
        }
        bestRank = size == 0 ? Long.MIN_VALUE : ranks[size - 1];
    }
}
