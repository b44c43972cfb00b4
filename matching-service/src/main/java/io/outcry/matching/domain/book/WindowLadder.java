// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * Levels near the best one in a table with a slot for every rank, and a bit for every slot that is taken; those outside it, better or worse,
 * in order. A level in the table is found, added and taken out without looking at another, and the next one by counting zeros.
 *
 * <p>The table is a ring: it holds the ranks from {@code floor} on, each at the slot its lowest bits name. It begins with
 * {@value #FIRST_SLOTS} slots and grows up to {@value #MOST_SLOTS}, never to more than {@value #SLOTS_OF_LEVEL} for each level it then holds:
 * a few orders at prices far away cost no memory.
 *
 * <p>It follows the market, but not every step: the table is laid around the best level anew only when levels outside it were asked for
 * {@value #PATIENCE} times as often as there were levels at the last time. However the market swings, that puts no more levels elsewhere than
 * one for {@value #PATIENCE} such requests and one for each level that was added.
 */
public final class WindowLadder extends PriceLadder {

    private static final int FIRST_SLOTS = 64;
    private static final int MOST_SLOTS = 1 << 16;
    private static final int SLOTS_OF_LEVEL = 1024;
    private static final int PATIENCE = 4;
    private static final int LEAST_PATIENCE = 16;
    private static final int WORD_SHIFT = 6;
    private static final int NONE = -1;

    private int[] slots = new int[FIRST_SLOTS];
    private long[] taken = new long[1];

    /** A bit for each word of {@link #taken} that is not zero. */
    private long[] words = new long[1];

    private long floor;
    private SortedLadder outside = new SortedLadder();
    private SortedLadder spare = new SortedLadder();

    /** How often a level outside may be asked for before the table is laid anew; the first level is. */
    private int patience;

    @Override
    public int find(long rank) {
        int[] table = slots;
        if (Long.compareUnsigned(rank - floor, table.length) < 0) {
            return table[(int) rank & table.length - 1];
        }
        return findOutside(rank);
    }

    @Override
    public int near(long rank) {
        int[] table = slots;
        return Long.compareUnsigned(rank - floor, table.length) < 0 ? table[(int) rank & table.length - 1] : 0;
    }

    private int findOutside(long rank) {
        patience--;
        return outside.find(rank);
    }

    @Override
    public int worse(long rank) {
        long above = rank - floor;
        if (Long.compareUnsigned(above, slots.length) < 0) {
            int slot = below(slot(rank));
            return slot != NONE && distance(slot) < above ? slots[slot] : outside.worse(rank);
        }
        int slot = rank < floor ? NONE : below(slot(floor));
        return slot == NONE || outside.hasWithin(floor, rank) ? outside.worse(rank) : slots[slot];
    }

    @Override
    public void add(long rank, int level) {
        if (Long.compareUnsigned(rank - floor, slots.length) < 0) {
            put(slot(rank), level);
        } else {
            addOutside(rank, level);
        }
    }

    private void addOutside(long rank, int level) {
        outside.add(rank, level);
        if (--patience < 0) {
            layAnew();
        }
    }

    @Override
    public void remove(long rank) {
        if (Long.compareUnsigned(rank - floor, slots.length) < 0) {
            clear(slot(rank));
        } else {
            patience--;
            outside.remove(rank);
        }
    }

    /** It grows when the table is laid anew, and only then. */
    int patience() {
        return patience;
    }

    /** How large the table is. */
    int slots() {
        return slots.length;
    }

    private void clear(int slot) {
        slots[slot] = 0;
        int word = slot >>> WORD_SHIFT;
        long left = taken[word] & ~(1L << slot);
        taken[word] = left;
        if (left == 0) {
            words[word >>> WORD_SHIFT] &= ~(1L << word);
        }
    }

    private void put(int slot, int level) {
        slots[slot] = level;
        int word = slot >>> WORD_SHIFT;
        taken[word] |= 1L << slot;
        words[word >>> WORD_SHIFT] |= 1L << word;
    }

    private int slot(long rank) {
        return (int) rank & slots.length - 1;
    }

    /** How far the rank of a slot is above the floor. */
    private int distance(int slot) {
        return slot - (int) floor & slots.length - 1;
    }

    /** The next taken slot below one, going round; at the end itself or one above. None: all are free. */
    private int below(int slot) {
        int word = slot >>> WORD_SHIFT;
        long bits = taken[word] & (1L << slot) - 1;
        if (bits == 0) {
            word = wordBelow(word);
            if (word == NONE) {
                return NONE;
            }
            bits = taken[word];
        }
        return word << WORD_SHIFT | Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
    }

    private int wordBelow(int word) {
        int group = word >>> WORD_SHIFT;
        long bits = words[group] & (1L << word) - 1;
        for (int i = 0; bits == 0; i++) {
            if (i == words.length) {
                return NONE;
            }
            group = group - 1 & words.length - 1;
            bits = words[group];
        }
        return group << WORD_SHIFT | Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
    }

    /** The next taken slot above one, going round; at the end itself or one below. None: all are free. */
    private int above(int slot) {
        int word = slot >>> WORD_SHIFT;
        long bits = taken[word] & -2L << slot;
        if (bits == 0) {
            word = wordAbove(word);
            if (word == NONE) {
                return NONE;
            }
            bits = taken[word];
        }
        return word << WORD_SHIFT | Long.numberOfTrailingZeros(bits);
    }

    private int wordAbove(int word) {
        int group = word >>> WORD_SHIFT;
        long bits = words[group] & -2L << word;
        for (int i = 0; bits == 0; i++) {
            if (i == words.length) {
                return NONE;
            }
            group = group + 1 & words.length - 1;
            bits = words[group];
        }
        return group << WORD_SHIFT | Long.numberOfTrailingZeros(bits);
    }

    /** Lays the table around the best level, with as many slots as are worth it, and puts each level where it then belongs. */
    private void layAnew() {
        SortedLadder all = spare;
        int count = collect(all);
        int size = size(all);
        if (size != slots.length) {
            slots = new int[size];
            taken = new long[size >>> WORD_SHIFT];
            words = new long[(taken.length - 1 >>> WORD_SHIFT) + 1];
        }
        floor = floor(all.bestRank(), size);
        spare = outside;
        outside = all;
        spare.clear();
        for (int number = 0; number < all.blocks(); number++) {
            SortedLadder.Block block = all.block(number);
            for (int i = 0; i < block.size(); i++) {
                if (block.rank(i) >= floor) {
                    put(slot(block.rank(i)), block.level(i));
                }
            }
        }
        all.cut(floor);
        patience = Math.max(LEAST_PATIENCE, PATIENCE * count);
    }

    /** Takes all levels out of the table and adds them to those outside, the worst one first; says how many there are. */
    private int collect(SortedLadder all) {
        int count = 0;
        boolean emptied = false;
        for (int number = 0; number < outside.blocks(); number++) {
            SortedLadder.Block block = outside.block(number);
            for (int i = 0; i < block.size(); i++) {
                if (!emptied && block.rank(i) >= floor) {
                    count += emptyTable(all);
                    emptied = true;
                }
                all.add(block.rank(i), block.level(i));
                count++;
            }
        }
        return emptied ? count : count + emptyTable(all);
    }

    private int emptyTable(SortedLadder all) {
        int count = 0;
        for (int slot = above(slot(floor - 1)); slot != NONE; slot = above(slot)) {
            all.add(floor + distance(slot), slots[slot]);
            clear(slot);
            count++;
        }
        return count;
    }

    /** The fewest slots that hold as many levels as can be held, if those are enough to be worth so many slots. */
    private int size(SortedLadder all) {
        long best = all.bestRank();
        int size = slots.length;
        int held = all.countFrom(floor(best, size));
        for (int larger = size * 2; larger <= MOST_SLOTS; larger *= 2) {
            int holds = all.countFrom(floor(best, larger));
            if (holds > held && larger <= (long) holds * SLOTS_OF_LEVEL) {
                size = larger;
                held = holds;
            }
        }
        return size;
    }

    /** A floor that leaves a quarter of a table above the best rank, as far as there are ranks. */
    private static long floor(long best, int size) {
        long below = size - size / 4;
        return best < Long.MIN_VALUE + below ? Long.MIN_VALUE : Math.min(best - below, Long.MAX_VALUE - size + 1);
    }
}
