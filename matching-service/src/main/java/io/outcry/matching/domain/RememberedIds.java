// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.RowQueue;

/**
 * Finds the remembered placements of a client order id and account, which are forgotten in the order in which they came.
 *
 * <p>Of the names with the same hash a slot knows the newest row, and each row the one before it. Nothing is ever taken out: a slot or a row
 * that leads to a forgotten row leads nowhere, as those behind it are older still. A slot is an int: the lower bits of the row's number, some
 * bits of the key, and whether the row is the only one, so that a name that is new, as most are, is known to be from the slot alone. Names
 * that are counted up have their slots side by side.
 */
final class RememberedIds {

    private static final int KEY = 0;

    /** The next older row of the same slot, or 0 (lower half), and how many trades are kept with the placement. */
    private static final int OLDER_TRADES = 1;

    private static final int TIME = 2;

    private static final int LONGS = 3;

    private static final int USED = 1 << Integer.SIZE - 1;
    private static final int ALONE = USED >>> 1;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /**
     * A slot's row is known by that many bits more than it takes to tell the remembered ones apart: one that was forgotten long ago is
     * seldom taken for one that is remembered now, which would cost time.
     */
    private static final int SPARE_ROW_BITS = 3;

    /** Lowest bits of a key that choose among neighbours. */
    private static final int NEIGHBOUR_BITS = 3;

    private final RowQueue rows;

    /** What it takes to find a row and to forget it, close together: the rows themselves are far out of a cache by then. */
    private final RowQueue links = new RowQueue(LONGS);

    private final int[] slots;
    private final int shift;

    /** Of no meaning; that it is written keeps the compiler from leaving the reading out. */
    private int seen;

    /** The bits of a slot that are a row's. */
    private final int rowMask;

    /**
     * @param rows where names stand, as {@link ClientRow} says
     * @param most how many there are at a time at most, but for one
     */
    RememberedIds(RowQueue rows, int most) {
        this.rows = rows;
        int rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(most);
        rowMask = (1 << rowBits + SPARE_ROW_BITS) - 1;
        int slotBits = Math.max(rowBits, NEIGHBOUR_BITS) + 1;
        slots = new int[1 << slotBits];
        shift = Long.SIZE - slotBits + NEIGHBOUR_BITS;
    }

    /** Reads beforehand what {@link #find} will read first: the slots are so many that most of them are far away in memory. */
    void look(ClientOrderId id, int account) {
        seen += slots[home(id.key(account))];
    }

    /** The placement's row, or 0. */
    int find(ClientOrderId id, int account) {
        long key = id.key(account);
        int slot = slots[home(key)];
        if ((slot & ALONE) != 0 && ((slot ^ (int) key) & tagMask()) != 0) {
            return 0;
        }
        int row = newest(slot);
        while (row != 0 && links.holds(row)) {
            long[] cells = links.cells(row);
            int link = links.at(row);
            if (cells[link + KEY] == key && ClientRow.isOf(rows.cells(row), rows.at(row), id, account)) {
                return row;
            }
            row = OrderRow.lower(cells[link + OLDER_TRADES]);
        }
        return 0;
    }

    /**
     * Adds the newest row; rows are added and dropped here as they are in their own queue, so that a number means the same in both.
     *
     * @param trades how many are kept with it
     */
    void add(int row, long key, long timeUs, int trades) {
        int home = home(key);
        int older = newest(slots[home]);
        int link = links.add();
        long[] cells = links.cells(link);
        int at = links.at(link);
        cells[at + KEY] = key;
        cells[at + OLDER_TRADES] = OrderRow.pair(trades, older);
        cells[at + TIME] = timeUs;
        slots[home] = USED | (older == 0 ? ALONE : 0) | (int) key & tagMask() | row & rowMask;
    }

    /** When the oldest row was added, microseconds since the epoch. */
    long oldestTimeUs() {
        int oldest = links.oldest();
        return links.cells(oldest)[links.at(oldest) + TIME];
    }

    /** How many trades are kept with the oldest row. */
    int oldestTrades() {
        int oldest = links.oldest();
        return OrderRow.upper(links.cells(oldest)[links.at(oldest) + OLDER_TRADES]);
    }

    /** A row has no trades kept with it any more. */
    void forgetTrades(int row) {
        links.cells(row)[links.at(row) + OLDER_TRADES] &= OrderRow.pair(0, -1);
    }

    /** Forgets the oldest row, which is dropped from its own queue, too. */
    void drop() {
        links.drop(1);
    }

    /** The row that a slot knows, or 0 if it has been forgotten; another one, if it was long ago. */
    private int newest(int slot) {
        int oldest = links.oldest();
        int place = slot - oldest & rowMask;
        return slot != 0 && place < links.size() ? RowQueue.after(oldest, place) : 0;
    }

    private int tagMask() {
        return ~(USED | ALONE | rowMask);
    }

    private int home(long key) {
        int line = (int) ((key >>> NEIGHBOUR_BITS) * MIX >>> shift);
        return line << NEIGHBOUR_BITS | (int) key & (1 << NEIGHBOUR_BITS) - 1;
    }
}
