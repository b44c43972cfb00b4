// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * Finds rows by a 64-bit key: linear probing without tombstones. A slot holds the row's handle and the lower half of its key, so that
 * another row is looked at only when it is most likely the right one.
 *
 * <p>The table is stored by columns: slots that are neighbours in memory are far apart in the order of probing. Keys that were given out one
 * after the other then share a cache line, and the table is as well mixed as any. Growth moves a line of {@value #LINE} slots with each
 * change, so no command waits for a whole table.
 */
public abstract class HandleIndex {

    /** Slots of a cache line. */
    static final int LINE = 8;

    private static final int LINE_SHIFT = 3;
    private static final int FIRST_LINE_BITS = 8;

    /** The most that {@link #room} makes: 1 GiB. */
    private static final int MOST_LINE_BITS = 24;

    private static final int MIX = 0x9E37_79B9;
    private static final int SHARE = 15;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** Odd, so that no two tags become one; unknown to whoever chooses keys. */
    private static final int FACTOR = factor(HashSecret.VALUE);

    private long[] slots = new long[LINE << FIRST_LINE_BITS];
    private int shift = Integer.SIZE - FIRST_LINE_BITS;
    private int size;
    private long[] old = {};
    private int oldShift;
    private int oldLinesMoved;

    /** Makes room for so many rows at once, while there is none yet. */
    public final void room(long rows) {
        int bits = Integer.SIZE - shift;
        while (bits < MOST_LINE_BITS && LINE << bits >>> 1 < rows) {
            bits++;
        }
        if (size == 0 && LINE << bits > slots.length) {
            shift = Integer.SIZE - bits;
            slots = new long[LINE << bits];
        }
    }

    /** The key of a row. */
    protected abstract long keyOf(int handle);

    /** Whether a row, whose key has the right lower half, is the one that is looked for. */
    protected abstract boolean matches(int handle, long key);

    /** The row that has the key and {@link #matches}, or 0. */
    public final int find(long key) {
        int found = find(slots, shift, key);
        return found == 0 && old.length != 0 ? find(old, oldShift, key) : found;
    }

    /** How many rows are in it. */
    public final int size() {
        return size;
    }

    /** Adds a row that is not in it. */
    public final void add(int handle) {
        add(handle, keyOf(handle));
    }

    /** As {@link #add(int)}, for one who knows the key. */
    public final void add(int handle, long key) {
        size++;
        if (old.length != 0) {
            moveLine();
        } else if (size > slots.length >>> 1) {
            grow();
        }
        put(slots, shift, slot((int) key, handle));
    }

    /** Takes out a row that is in it. */
    public final void remove(int handle) {
        remove(handle, keyOf(handle));
    }

    /** As {@link #remove(int)}, for one who knows the key. */
    public final void remove(int handle, long key) {
        long content = slot((int) key, handle);
        if (!remove(slots, shift, content) && (old.length == 0 || !remove(old, oldShift, content))) {
            throw new IllegalStateException("row " + handle + " is not in the index");
        }
        size--;
        if (old.length != 0) {
            moveLine();
        }
    }

    private static long slot(int tag, int handle) {
        return (long) tag << Integer.SIZE | handle;
    }

    private static int tag(long slot) {
        return (int) (slot >>> Integer.SIZE);
    }

    private int find(long[] table, int tableShift, long key) {
        int at = home((int) key, tableShift);
        for (long slot = table[at]; slot != 0; slot = table[at]) {
            if (tag(slot) == (int) key && matches((int) slot, key)) {
                return (int) slot;
            }
            at = after(at, table.length);
        }
        return 0;
    }

    private static void put(long[] table, int tableShift, long slot) {
        int at = home(tag(slot), tableShift);
        while (table[at] != 0) {
            at = after(at, table.length);
        }
        table[at] = slot;
    }

    private static boolean remove(long[] table, int tableShift, long slot) {
        int at = home(tag(slot), tableShift);
        while (table[at] != slot) {
            if (table[at] == 0) {
                return false;
            }
            at = after(at, table.length);
        }
        close(table, tableShift, at);
        return true;
    }

    /** Empties a slot and moves up what had to go around it. */
    private static void close(long[] table, int tableShift, int emptied) {
        int mask = table.length - 1;
        int hole = emptied;
        int at = after(hole, table.length);
        for (long slot = table[at]; slot != 0; slot = table[at]) {
            int place = place(at, tableShift);
            int fromHome = place - place(home(tag(slot), tableShift), tableShift) & mask;
            if (fromHome >= (place - place(hole, tableShift) & mask)) {
                table[hole] = slot;
                hole = at;
            }
            at = after(at, table.length);
        }
        table[hole] = 0;
    }

    private void grow() {
        old = slots;
        oldShift = shift;
        oldLinesMoved = 0;
        slots = new long[old.length * 2];
        shift--;
    }

    private void moveLine() {
        int begin = oldLinesMoved << LINE_SHIFT;
        for (int at = begin; at < begin + LINE; at++) {
            while (old[at] != 0) {
                long slot = old[at];
                close(old, oldShift, at);
                put(slots, shift, slot);
            }
        }
        if (++oldLinesMoved << LINE_SHIFT == old.length) {
            old = new long[0];
        }
    }

    static int factor(long secret) {
        return (int) (secret * SPREAD >>> Integer.SIZE) | 1;
    }

    private static int home(int tag, int tableShift) {
        return home(tag, tableShift, FACTOR);
    }

    /**
     * Line by the mixed upper bits of the tag, column by its lowest ones: neighbours stay together, columns fill evenly. They are mixed twice,
     * since with one in a hundred factors alone tags that are counted up would crowd together.
     */
    static int home(int tag, int tableShift, int factor) {
        int product = (tag >>> LINE_SHIFT) * factor;
        int mixed = (product ^ product >>> SHARE) * MIX;
        return mixed >>> tableShift << LINE_SHIFT | (tag ^ mixed >>> LINE) & LINE - 1;
    }

    /** The next slot in the order of probing: down the column, then the top of the next one. */
    private static int after(int at, int length) {
        int below = at + LINE;
        return below < length ? below : below + 1 & LINE - 1;
    }

    /** Number of the slot in the order of probing. */
    private static int place(int at, int tableShift) {
        return (at & LINE - 1) << Integer.SIZE - tableShift | at >>> LINE_SHIFT;
    }
}
