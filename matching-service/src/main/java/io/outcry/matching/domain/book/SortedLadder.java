// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Levels in order of their rank, the best one last, in blocks of at most {@value #BLOCK}: to add or to remove a level moves no more than one
 * block's, however many there are. Most are looked for near the best one, so that is done from the end; only far from it by halving.
 *
 * <p>Two neighbours always hold more than half of what one may, so there are few blocks however many levels have come and gone. Those that are not
 * needed any more are kept.
 */
public final class SortedLadder extends PriceLadder {

    /** Levels of a block at most. */
    static final int BLOCK = 512;

    private static final int FIRST_LEVELS = 16;

    /** Levels that are compared one after the other before halving begins. */
    private static final int SCANNED = 24;

    /** Those in use come first; none of them is empty, unless there is no level at all. */
    private @Nullable Block[] blocks = {new Block(FIRST_LEVELS)};

    private int used = 1;

    /** Levels side by side, in order of their rank. */
    static final class Block {

        private long[] ranks;
        private int[] levels;
        private int size;

        /** No level of it has a lower age; 0 if that is not known. */
        private long oldest;

        Block(int room) {
            ranks = new long[room];
            levels = new int[room];
        }

        int size() {
            return size;
        }

        /** Rank of the level that has so many worse ones in the block. */
        long rank(int index) {
            return ranks[index];
        }

        /** The level that has so many worse ones in the block. */
        int level(int index) {
            return levels[index];
        }

        void insert(int index, long rank, int level) {
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
            oldest = 0;
        }

        void remove(int index) {
            size--;
            for (int i = index; i < size; i++) {
                ranks[i] = ranks[i + 1];
                levels[i] = levels[i + 1];
            }
        }

        /** Takes over the levels of a block from one of them on. */
        void append(Block other, int from) {
            long known = size == 0 ? other.oldest : Math.min(oldest, other.oldest);
            for (int i = from; i < other.size; i++) {
                insert(size, other.ranks[i], other.levels[i]);
            }
            oldest = known;
            other.size = from;
        }

        /** Index of the first rank that is above this one. */
        int above(long rank) {
            int end = Math.max(0, size - SCANNED);
            int i = size;
            while (i > end && ranks[i - 1] > rank) {
                i--;
            }
            return i > end || i == 0 ? i : halved(rank, i);
        }

        /** As {@link SortedLadder#oldEnough}, but the index of the level; -1: there is none. */
        int oldEnough(long from, long to, long newest, IntToLongFunction age) {
            int end = above(from);
            long lowest = Long.MAX_VALUE;
            for (int i = end - 1; i >= 0; i--) {
                if (ranks[i] < to) {
                    return -1;
                }
                long its = age.applyAsLong(levels[i]);
                if (its <= newest) {
                    return i;
                }
                lowest = Math.min(lowest, its);
            }
            if (end == size) {
                oldest = lowest;
            }
            return -1;
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

    /** How many blocks hold levels; one if there is no level. */
    int blocks() {
        return used;
    }

    /** The block that has so many worse ones. */
    Block block(int number) {
        Block block = blocks[number];
        if (block == null) {
            throw new IndexOutOfBoundsException(number);
        }
        return block;
    }

    /** How many levels have this rank or a better one. */
    int countFrom(long rank) {
        int count = 0;
        for (int number = used - 1; number >= 0; number--) {
            Block block = block(number);
            if (block.size > 0 && block.ranks[0] < rank) {
                return count + block.size - block.above(rank - 1);
            }
            count += block.size;
        }
        return count;
    }

    /** Whether there is a level from one rank up to, but not including, another. */
    boolean hasWithin(long from, long to) {
        Block under = under(to);
        return under != null && under.ranks[under.above(to - 1) - 1] >= from;
    }

    /** Rank of the best level; there must be one. */
    long bestRank() {
        Block last = block(used - 1);
        return last.ranks[last.size - 1];
    }

    /** Forgets all levels of this rank or a better one. */
    void cut(long rank) {
        while (used > 1 && block(used - 1).ranks[0] >= rank) {
            block(--used).size = 0;
        }
        Block last = block(used - 1);
        last.size -= countFrom(rank);
    }

    void clear() {
        while (used > 1) {
            block(--used).size = 0;
        }
        block(0).size = 0;
    }

    @Override
    public int near(long rank) {
        return find(rank);
    }

    @Override
    public int find(long rank) {
        Block block = block(number(rank));
        int index = block.above(rank) - 1;
        return index >= 0 && block.ranks[index] == rank ? block.levels[index] : 0;
    }

    @Override
    public int worse(long rank) {
        Block under = under(rank);
        return under == null ? 0 : under.levels[under.above(rank - 1) - 1];
    }

    /**
     * The best level from one rank on, and no worse than another, that is old enough, or 0. A block that was looked through is passed over
     * until a level is added to it, if all in it is too new. So an age that becomes another one must become a higher one.
     *
     * @param newest the highest age that is old enough
     * @param age of a level, not below zero
     */
    public int oldEnough(long from, long to, long newest, IntToLongFunction age) {
        for (int number = number(from); number >= 0; number--) {
            Block block = block(number);
            if (block.oldest <= newest) {
                int index = block.oldEnough(from, to, newest, age);
                if (index >= 0) {
                    return block.levels[index];
                }
            }
            if (block.size == 0 || block.ranks[0] < to) {
                return 0;
            }
        }
        return 0;
    }

    @Override
    public void add(long rank, int level) {
        int number = number(rank);
        Block block = block(number);
        int index = block.above(rank);
        if (block.size < BLOCK) {
            block.insert(index, rank, level);
        } else if (index == BLOCK && number == used - 1) {
            addBlock(used).insert(0, rank, level);
        } else if (index == 0) {
            addBlock(0).insert(0, rank, level);
        } else {
            addBlock(number + 1).append(block, BLOCK / 2);
            add(rank, level);
        }
    }

    @Override
    public void remove(long rank) {
        int number = number(rank);
        Block block = block(number);
        block.remove(block.above(rank) - 1);
        if (block.size == 0 && used > 1) {
            removeBlock(number);
        } else if (block.size <= BLOCK / 2) {
            join(number);
            join(number - 1);
        }
    }

    /** Makes one block of this one and the next, if they are so small. */
    private void join(int number) {
        if (number >= 0 && number + 1 < used && block(number).size + block(number + 1).size <= BLOCK / 2) {
            block(number).append(block(number + 1), 0);
            removeBlock(number + 1);
        }
    }

    private void removeBlock(int number) {
        Block removed = block(number);
        System.arraycopy(blocks, number + 1, blocks, number, --used - number);
        blocks[used] = removed;
    }

    /** An empty block that has so many worse ones. */
    private Block addBlock(int number) {
        if (used == blocks.length) {
            blocks = Arrays.copyOf(blocks, used * 2);
        }
        Block kept = blocks[used];
        Block added = kept == null ? new Block(BLOCK) : kept;
        System.arraycopy(blocks, number, blocks, number + 1, used - number);
        blocks[number] = added;
        used++;
        return added;
    }

    /** The block where a rank stands or would; the first one if it is below all. */
    private int number(long rank) {
        if (used == 1 || block(used - 1).ranks[0] <= rank) {
            return used - 1;
        }
        int low = 0;
        int high = used - 2;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (block(middle).ranks[0] <= rank) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The block of the best level under a rank; null if there is none. */
    private @Nullable Block under(long rank) {
        int number = number(rank);
        Block block = block(number);
        if (block.size > 0 && block.ranks[0] < rank) {
            return block;
        }
        return number > 0 ? block(number - 1) : null;
    }
}
