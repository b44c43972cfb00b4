// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * Finds open orders by their id, and the account of an order that came lately.
 *
 * <p>An id ends in the order's place in the log, so ids come in order and nearly without gaps: a ring with a slot for each of as many
 * consecutive places answers without hashing. A new order takes the slot of its place; an older one that is still open there moves to an
 * index, or the ring doubles if the open orders are many. A second ring keeps the accounts, also of orders that have ended.
 */
public final class OrderTable {

    private static final int NONE = -1;
    private static final int PARTITION_BITS = 16;
    private static final int FIRST_SLOTS = 1 << 16;
    private static final int MOST_SLOTS = 1 << 23;

    /** The ring doubles when an open order stands in the way of a new one, and there is one to so many slots. */
    private static final int SLOTS_OF_OPEN = 16;

    private final BookRows rows;
    private final OrderIndex others;
    private final long[] accounts;

    /** The bits of an entry of {@link #accounts} that keep what of an order's place the slot does not tell; the account stands below them. */
    private final long rest;

    private int[] ring;
    private int open;

    /** No order with a larger id has ever been among the {@link #others}. */
    private long newestOther;

    /** @param accountSlots a power of two; 65,536 times as many accounts can be told from each other */
    public OrderTable(BookRows rows, int accountSlots) {
        this.rows = rows;
        others = new OrderIndex(rows);
        accounts = new long[accountSlots];
        ring = new int[Math.min(FIRST_SLOTS, accountSlots)];
        rest = rest(accountSlots);
    }

    /** Makes room for so many open orders at once, if they came one after the other. */
    public void room(long orders) {
        int slots = ring.length;
        while (slots < Math.min(orders, MOST_SLOTS)) {
            slots *= 2;
        }
        if (open == 0 && slots > ring.length) {
            ring = new int[slots];
        }
    }

    /** How many open orders there are. */
    public int open() {
        return open;
    }

    /** The open order of this id, or 0. */
    public int find(long id) {
        return find(id, rows.hot());
    }

    /**
     * As {@link #find(long)}, for one who has {@link BookRows#hot} at hand. The row of an empty slot is nobody's, and its id no order's: no
     * log begins with one.
     */
    public int find(long id, long[] hot) {
        int row = ring[slot(id)];
        if (hot[row + OrderRow.ID] == id) {
            return row;
        }
        return id > newestOther ? 0 : others.find(id);
    }

    /** The open order that has the slot of an id: mostly the one of that id; or 0, the row that is nobody's. */
    public int newest(long id) {
        return ring[slot(id)];
    }

    /** Adds an open order, the newest one. */
    public void add(long id, int row, int account) {
        remember(id, account);
        put(id, row);
    }

    private void put(long id, int row) {
        open++;
        int slot = slot(id);
        if (ring[slot] == 0) {
            ring[slot] = row;
        } else {
            makeRoom(id);
            ring[slot(id)] = row;
        }
    }

    /** Remembers whose order this is, the newest one, open or not. */
    public void remember(long id, int account) {
        accounts[(int) id & accounts.length - 1] = remembered(id, account);
    }

    private void makeRoom(long id) {
        while (ring[slot(id)] != 0 && ring.length < MOST_SLOTS && open > ring.length / SLOTS_OF_OPEN) {
            grow();
        }
        if (ring[slot(id)] != 0) {
            addOther(ring[slot(id)]);
        }
    }

    private void addOther(int row) {
        others.add(row);
        newestOther = Math.max(newestOther, rows.hot()[row + OrderRow.ID]);
    }

    private void grow() {
        int[] before = ring;
        ring = new int[before.length * 2];
        long[] hot = rows.hot();
        for (int row : before) {
            if (row != 0) {
                ring[slot(hot[row + OrderRow.ID])] = row;
            }
        }
    }

    /** Takes out an order that has ended. */
    public void remove(long id, int row) {
        open--;
        int slot = slot(id);
        if (ring[slot] == row) {
            ring[slot] = 0;
        } else {
            others.remove(row, id);
        }
    }

    /** Takes out an order that has ended and is the {@link #newest} of its slot. */
    public void removeNewest(long id) {
        open--;
        ring[slot(id)] = 0;
    }

    /** So many orders that came last have an account here. */
    public int remembered() {
        return accounts.length;
    }

    /** Account of an order, or -1 if that is not remembered. */
    public int account(long id) {
        long found = accounts[(int) id & accounts.length - 1];
        return ((found ^ id << PARTITION_BITS) & rest) == 0 ? (int) (found & ~rest) - 1 : NONE;
    }

    private int slot(long id) {
        return (int) id & ring.length - 1;
    }

    private static long rest(int accountSlots) {
        return (long) -accountSlots << PARTITION_BITS;
    }

    /** The account and those bits of the id that the slot does not tell; never zero. */
    private long remembered(long id, int account) {
        return id << PARTITION_BITS & rest | account + 1L;
    }

    /**
     * Adds an open order, in any order of ids, and says nothing of its account: of those that share a slot, the newest one gets it.
     *
     * @return false if there is an order of this id; nothing has changed then
     */
    public boolean restore(long id, int row) {
        int held = ring[slot(id)];
        if ((held != 0 || others.size() != 0) && find(id) != 0) {
            return false;
        }
        if (held != 0 && rows.hot()[held + OrderRow.ID] > id) {
            open++;
            addOther(row);
        } else {
            put(id, row);
        }
        return true;
    }

    /** Whose the orders of each slot are; zero: not known. {@link #offset} and {@link #account(long[], int)} read it. */
    public long[] copyAccounts(CopySpace space) {
        return space.copy(CopySpace.Part.OWNERS, accounts);
    }

    /** Place in the log of the order that a slot remembers. */
    public static long offset(long[] accounts, int slot) {
        return (accounts[slot] & rest(accounts.length)) >>> PARTITION_BITS | slot;
    }

    /** Account of the order that a slot remembers. */
    public static int account(long[] accounts, int slot) {
        return (int) (accounts[slot] & ~rest(accounts.length)) - 1;
    }
}
