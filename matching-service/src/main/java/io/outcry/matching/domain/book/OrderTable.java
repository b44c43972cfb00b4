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

    private final Rows rows;
    private final OrderIndex others;
    private final long[] ring;
    private final int bits;
    private int size;

    /** @param slots a power of two */
    public OrderTable(Rows rows, int slots) {
        this.rows = rows;
        others = new OrderIndex(rows);
        ring = new long[slots];
        bits = Integer.numberOfTrailingZeros(slots);
    }

    /** How many orders are open. */
    public int size() {
        return size;
    }

    /** The open order of this id, or 0. */
    public int find(long id) {
        long slot = ring[slot(id)];
        if (slot >>> Integer.SIZE == tag(id) && (int) slot > 0) {
            return rows.cells()[(int) slot + OrderRow.ID] == id ? (int) slot : 0;
        }
        return others.size() == 0 ? 0 : others.find(id);
    }

    /** Adds an open order, the newest one. */
    public void add(long id, int row) {
        size++;
        int slot = slot(id);
        makeRoom(slot);
        ring[slot] = tag(id) << Integer.SIZE | row;
    }

    private void makeRoom(int slot) {
        int before = (int) ring[slot];
        if (before > 0) {
            others.add(before);
        }
    }

    /** Takes out an order that has ended. */
    public void close(long id, int row, int account) {
        size--;
        int slot = slot(id);
        if (ring[slot] == (tag(id) << Integer.SIZE | row)) {
            ring[slot] = closed(id, account);
        } else {
            others.remove(row, id);
        }
    }

    /** Remembers an order that has ended without being open. */
    public void remember(long id, int account) {
        int slot = slot(id);
        makeRoom(slot);
        ring[slot] = closed(id, account);
    }

    /** Account of an order that has ended, or -1 if that is not remembered. */
    public int closedAccount(long id) {
        long slot = ring[slot(id)];
        return slot >>> Integer.SIZE == tag(id) && (int) slot < 0 ? NONE - (int) slot : NONE;
    }

    private int slot(long id) {
        return (int) id & ring.length - 1;
    }

    private long tag(long id) {
        return (id & 0xFFFF_FFFF_FFFFL) >>> bits;
    }

    private long closed(long id, int account) {
        return tag(id) << Integer.SIZE | NONE - account & 0xFFFF_FFFFL;
    }
}
