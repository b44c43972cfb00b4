// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

/**
 * What a book answers, six ints a report in one preallocated array: the same few stores for every engine, and nothing to format or hash
 * while the clock runs. Values are narrowed to 32 bits, which holds all that the workloads draw.
 */
public final class ReportLog {

    /** {@code 0,seq,side,id,px,qty}: an order was accepted. */
    public static final int ACCEPTED = 0;
    /** {@code 1,seq,px,qty,maker,taker}: a trade, at the maker's price. */
    public static final int TRADE = 1;
    /** {@code 2,seq,side,id,px}: an order, or the rest of an immediate-or-cancel order, was cancelled. */
    public static final int CANCELLED = 2;
    /** {@code 3,seq,side,id,px,qty}: an order was modified; follows its trades. */
    public static final int MODIFIED = 3;
    /** {@code 4,seq,id}: there was no such order to cancel. */
    public static final int CANCEL_REJECTED = 4;
    /** {@code 5,seq,id}: there was no such order to modify. */
    public static final int MODIFY_REJECTED = 5;

    private static final int WIDTH = 6;

    private final int[] cells;
    private int end;
    private int sequence;

    /** @param capacity most reports between two calls of {@link #clear} */
    public ReportLog(int capacity) {
        cells = new int[Math.multiplyExact(capacity, WIDTH)];
    }

    /** Forgets all reports. */
    public void clear() {
        end = 0;
    }

    /** Reports written from now on answer the message with this sequence. */
    public void begin(int sequence) {
        this.sequence = sequence;
    }

    /** An order was accepted. */
    public void accepted(boolean buy, long id, long price, long quantity) {
        write(ACCEPTED, buy, (int) id, (int) price, (int) quantity, 0);
    }

    /** Two orders traded {@code quantity} at the maker's price. */
    public void trade(long price, long quantity, long maker, long taker) {
        write(TRADE, true, (int) maker, (int) price, (int) quantity, (int) taker);
    }

    /** An order left the book, or the rest of one never got there. */
    public void cancelled(boolean buy, long id, long price) {
        write(CANCELLED, buy, (int) id, (int) price, 0, 0);
    }

    /** An order has a new price and a new quantity, of which it may have traded some just before. */
    public void modified(boolean buy, long id, long price, long quantity) {
        write(MODIFIED, buy, (int) id, (int) price, (int) quantity, 0);
    }

    /** There was no such order to cancel. */
    public void cancelRejected(long id) {
        write(CANCEL_REJECTED, true, (int) id, 0, 0, 0);
    }

    /** There was no such order to modify. */
    public void modifyRejected(long id) {
        write(MODIFY_REJECTED, true, (int) id, 0, 0, 0);
    }

    /** How many reports there are. */
    public int size() {
        return end / WIDTH;
    }

    /** One of the constants of this class. */
    public int type(int row) {
        return cells[row * WIDTH] >> 1;
    }

    /** 0 for a buy, 1 for a sell. */
    public int side(int row) {
        return cells[row * WIDTH] & 1;
    }

    /** The message this report answers. */
    public int sequence(int row) {
        return cells[row * WIDTH + 1];
    }

    /** The order's id. */
    public int id(int row) {
        return cells[row * WIDTH + 2];
    }

    /** The id of the order that rested. */
    public int maker(int row) {
        return cells[row * WIDTH + 2];
    }

    /** Ticks. */
    public int price(int row) {
        return cells[row * WIDTH + 3];
    }

    /** Lots. */
    public int quantity(int row) {
        return cells[row * WIDTH + 4];
    }

    /** The id of the order that came in. */
    public int taker(int row) {
        return cells[row * WIDTH + 5];
    }

    private void write(int type, boolean buy, int id, int price, int quantity, int taker) {
        int at = end;
        int[] row = cells;
        row[at] = type << 1 | (buy ? 0 : 1);
        row[at + 1] = sequence;
        row[at + 2] = id;
        row[at + 3] = price;
        row[at + 4] = quantity;
        row[at + 5] = taker;
        end = at + WIDTH;
    }
}
