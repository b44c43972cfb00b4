// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * Finds open orders by their id, and the account of an order that ended lately.
 *
 * <p>An id ends in the order's place in the log, so ids come in order and nearly without gaps: a ring with a slot for each of as many
 * consecutive places answers without hashing. A new order takes the slot of its place; an older one that is still open there moves to an
 * index. The slot of an order that has ended keeps its account until a newer order takes it.
 */
public final class OrderTable {

    private static final int NONE = -1;
    private static final long OFFSETS = 0xFFFF_FFFF_FFFFL;

    private final Rows rows;
    private final OrderIndex others;
    private final int[] ring;
    private final long[] closed;
    private final int bits;

    /** @param slots a power of two */
    public OrderTable(Rows rows, int slots) {
        this.rows = rows;
        others = new OrderIndex(rows);
        ring = new int[slots];
        closed = new long[slots];
        bits = Integer.numberOfTrailingZeros(slots);
    }

    /** The open order of this id, or 0. */
    public int find(long id) {
        int row = ring[slot(id)];
        if (row != 0 && rows.cells()[row + OrderRow.ID] == id) {
            return row;
        }
        return others.size() == 0 ? 0 : others.find(id);
    }

    /** Adds an open order, the newest one. */
    public void add(long id, int row) {
        int slot = slot(id);
        if (ring[slot] != 0) {
            others.add(ring[slot]);
        }
        ring[slot] = row;
    }

    /** Takes out an order that has ended. */
    public void close(long id, int row, int account) {
        int slot = slot(id);
        if (ring[slot] == row) {
            ring[slot] = 0;
            closed[slot] = closed(id, account);
        } else {
            others.remove(row, id);
        }
    }

    /** Remembers an order, the newest one, that has ended without being open. */
    public void remember(long id, int account) {
        int slot = slot(id);
        if (ring[slot] != 0) {
            others.add(ring[slot]);
            ring[slot] = 0;
        }
        closed[slot] = closed(id, account);
    }

    /** Account of an order that has ended, or -1 if that is not remembered. */
    public int closedAccount(long id) {
        int slot = slot(id);
        return ring[slot] == 0 && closed[slot] >>> Integer.SIZE == (id & OFFSETS) >>> bits ? (int) closed[slot] - 1 : NONE;
    }

    private int slot(long id) {
        return (int) id & ring.length - 1;
    }

    /** The account and those bits of the id that the slot does not tell; never zero. */
    private long closed(long id, int account) {
        return (id & OFFSETS) >>> bits << Integer.SIZE | account + 1L;
    }
}
