// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * Levels near the best one in a table with a slot for every rank, and a bit for every slot that is taken; the few far ones in order. A level
 * near the best one is found, added and taken out without looking at another, and the next one by counting zeros.
 *
 * <p>The table is a ring: it holds the ranks from {@code floor} on, each at the slot its lowest bits name. It begins small and doubles up to
 * {@value #MOST_SLOTS} slots; then it moves along with the market. Moving looks at every level in it, but comes only once in many ranks.
 */
public final class WindowLadder extends PriceLadder {

    private static final int FIRST_SLOTS = 64;
    private static final int MOST_SLOTS = 4096;
    private static final int WORD_SHIFT = 6;

    private int[] slots = new int[FIRST_SLOTS];
    private long[] taken = new long[1];

    /** A bit for each word of {@link #taken} that is not zero. */
    private long words;

    private long floor;
    private final SortedLadder far = new SortedLadder();

    @Override
    public int find(long rank) {
        int[] table = slots;
        if (Long.compareUnsigned(rank - floor, table.length) < 0) {
            return table[(int) rank & table.length - 1];
        }
        return far.size() == 0 ? 0 : far.find(rank);
    }

    @Override
    public int worse(long rank) {
        if (rank > floor && words != 0) {
            boolean within = rank - floor > 0 && rank - floor < slots.length;
            int slot = below(within ? slot(rank) : slot(floor));
            if (!within || distance(slot) < rank - floor) {
                return slots[slot];
            }
        }
        return far.size() == 0 ? 0 : far.worse(rank);
    }

    @Override
    public int better(long rank) {
        if (rank < floor) {
            int found = far.size() == 0 ? 0 : far.better(rank);
            return found != 0 || words == 0 ? found : slots[above(slot(floor - 1))];
        }
        if (words == 0 || Long.compareUnsigned(rank - floor, slots.length) >= 0) {
            return 0;
        }
        int slot = above(slot(rank));
        return distance(slot) > rank - floor ? slots[slot] : 0;
    }

    @Override
    public void add(long rank, int level) {
        if (Long.compareUnsigned(rank - floor, slots.length) < 0 || reach(rank)) {
            put(slot(rank), level);
        } else {
            far.add(rank, level);
        }
    }

    @Override
    public void remove(long rank) {
        if (Long.compareUnsigned(rank - floor, slots.length) >= 0) {
            far.remove(rank);
            return;
        }
        clear(slot(rank));
        if (words == 0 && far.size() != 0) {
            move(slots.length, floorUnder(far.bestRank(), slots.length));
        }
    }

    private void clear(int slot) {
        slots[slot] = 0;
        int word = slot >>> WORD_SHIFT;
        long left = taken[word] & ~(1L << slot);
        taken[word] = left;
        if (left == 0) {
            words &= ~(1L << word);
        }
    }

    private void put(int slot, int level) {
        slots[slot] = level;
        taken[slot >>> WORD_SHIFT] |= 1L << slot;
        words |= 1L << (slot >>> WORD_SHIFT);
    }

    private int slot(long rank) {
        return (int) rank & slots.length - 1;
    }

    /** How far the rank of a slot is above the floor. */
    private int distance(int slot) {
        return slot - (int) floor & slots.length - 1;
    }

    /** The next taken slot below one, going round; itself if there is no other. At least one must be taken. */
    private int below(int slot) {
        int word = slot >>> WORD_SHIFT;
        long bits = taken[word] & (1L << slot) - 1;
        if (bits == 0) {
            long lower = words & (1L << word) - 1;
            word = Long.SIZE - 1 - Long.numberOfLeadingZeros(lower != 0 ? lower : words);
            bits = taken[word];
        }
        return word << WORD_SHIFT | Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
    }

    /** The next taken slot above one, going round; itself if there is no other. At least one must be taken. */
    private int above(int slot) {
        int word = slot >>> WORD_SHIFT;
        long bits = taken[word] & -2L << slot;
        if (bits == 0) {
            long upper = words & -2L << word;
            word = Long.numberOfTrailingZeros(upper != 0 ? upper : words);
            bits = taken[word];
        }
        return word << WORD_SHIFT | Long.numberOfTrailingZeros(bits);
    }

    /** Brings a rank into the table, which grows or moves, if the best level then still is in it; whether that went. */
    private boolean reach(long rank) {
        if (words == 0) {
            floor = floorUnder(rank, slots.length);
            return true;
        }
        long best = floor + distance(below(slot(floor)));
        if (rank > best) {
            move(sizeFor(rank - best), floorUnder(rank, sizeFor(rank - best)));
            return true;
        }
        int size = sizeFor(best - rank);
        if (Long.compareUnsigned(best - rank, size) >= 0) {
            return false;
        }
        long under = Math.max(rank, Long.MIN_VALUE + size / 4) - size / 4;
        move(size, Long.compareUnsigned(best - under, size) < 0 ? under : best - size + 1);
        return true;
    }

    /** Slots that bridge a distance, if they may. */
    private int sizeFor(long distance) {
        int size = slots.length;
        while (size < MOST_SLOTS && Long.compareUnsigned(distance, size) >= 0) {
            size *= 2;
        }
        return size;
    }

    /** A floor that leaves a quarter of the table above the rank, as far as there are ranks. */
    private static long floorUnder(long rank, int size) {
        long below = size - size / 4;
        return rank < Long.MIN_VALUE + below ? Long.MIN_VALUE : Math.min(rank - below, Long.MAX_VALUE - size + 1);
    }

    /** Gives the table another floor, and maybe more slots; a level that is below it then goes to the far ones. */
    private void move(int size, long newFloor) {
        long oldFloor = floor;
        floor = newFloor;
        if (size == slots.length) {
            for (long rank = oldFloor; rank < newFloor && words != 0 && rank - oldFloor < size; rank++) {
                int slot = slot(rank);
                if (slots[slot] != 0) {
                    far.add(rank, slots[slot]);
                    clear(slot);
                }
            }
        } else {
            grow(size, oldFloor);
        }
        while (far.size() != 0 && far.bestRank() >= newFloor) {
            long rank = far.bestRank();
            put(slot(rank), far.find(rank));
            far.remove(rank);
        }
    }

    private void grow(int size, long oldFloor) {
        int[] before = slots;
        slots = new int[size];
        taken = new long[size >>> WORD_SHIFT];
        words = 0;
        for (int i = 0; i < before.length; i++) {
            long rank = oldFloor + i;
            int level = before[(int) rank & before.length - 1];
            if (level != 0 && rank >= floor) {
                put(slot(rank), level);
            } else if (level != 0) {
                far.add(rank, level);
            }
        }
    }
}
