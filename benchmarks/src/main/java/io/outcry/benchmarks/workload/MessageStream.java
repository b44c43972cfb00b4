// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

import java.util.Arrays;

/**
 * What a book is sent, in rows of a few ints; the index of a message is its sequence. Prices are in ticks, quantities in lots, both
 * positive. The messages before {@link #timedFrom()} build the book up and are not timed.
 */
public final class MessageStream {

    /** A limit order that rests what it cannot trade at once. */
    public static final int GOOD_TILL_CANCEL = 0;
    /** A limit order that cancels what it cannot trade at once. */
    public static final int IMMEDIATE_OR_CANCEL = 1;
    /** Takes an order out of the book; only the id counts. */
    public static final int CANCEL = 2;
    /** Cancels an order and enters it anew, last in its queue, with the price and the whole quantity given here. */
    public static final int MODIFY = 3;
    /** A {@link #MODIFY} whose quantity is what the order has open, so that an engine with a price-only amend may use it. */
    public static final int MOVE = 4;

    /** Ints of a row, in this order: kind and side, name, price, quantity. */
    private static final int WIDTH = 4;

    private static final int NAME = 1;
    private static final int PRICE = 2;
    private static final int QUANTITY = 3;

    private final int[] rows;
    private final int[] ids;
    private final long[] timestamps;
    private final int timedFrom;

    private MessageStream(Builder builder) {
        int size = builder.size;
        rows = Arrays.copyOf(builder.rows, size * WIDTH);
        ids = Arrays.copyOf(builder.ids, size);
        timestamps = Arrays.copyOf(builder.timestamps, size);
        timedFrom = builder.timedFrom;
        giveNames();
    }

    private MessageStream(MessageStream first, int before) {
        rows = first.rows.clone();
        ids = first.ids;
        timestamps = first.timestamps;
        timedFrom = first.timedFrom;
        for (int i = 0; i < size(); i++) {
            rows[i * WIDTH + NAME] += before;
        }
    }

    /** The same messages for a book that was sent so many others before, this stream among them. */
    public MessageStream after(int before) {
        return new MessageStream(this, before);
    }

    private void giveNames() {
        int[] entered = new int[Arrays.stream(ids).max().orElse(0) + 1];
        for (int i = 0; i < size(); i++) {
            if (!namesOlder(i)) {
                entered[ids[i]] = i + 1;
            }
            rows[i * WIDTH + NAME] = entered[ids[i]];
        }
    }

    /** How many messages there are. */
    public int size() {
        return ids.length;
    }

    /** The first message whose time counts. */
    public int timedFrom() {
        return timedFrom;
    }

    /** How many messages count. */
    public int timedSize() {
        return size() - timedFrom;
    }

    /** One of the constants of this class. */
    public int type(int index) {
        return rows[index * WIDTH] >> 1;
    }

    /** Whether the message is about an order that came before it. */
    public boolean namesOlder(int index) {
        return type(index) >= CANCEL;
    }

    /** Whether the order buys; for a cancel the side of the order it names. */
    public boolean buys(int index) {
        return (rows[index * WIDTH] & 1) != 0;
    }

    /** The order's id in the workload, from 1; what the reports are hashed with. */
    public int id(int index) {
        return ids[index];
    }

    /**
     * What every engine knows the order by: one more than the index of the message that entered it. A venue names an order by its place in
     * the log, and which number an order has is no part of what is measured.
     */
    public int name(int index) {
        return rows[index * WIDTH + NAME];
    }

    /** Ticks; meaningless in a cancel. */
    public int price(int index) {
        return rows[index * WIDTH + PRICE];
    }

    /** Lots; meaningless in a cancel. */
    public int quantity(int index) {
        return rows[index * WIDTH + QUANTITY];
    }

    /** When the message was sent, in the workload's own unit; never less than the one before. */
    public long timestamp(int index) {
        return timestamps[index];
    }

    /**
     * No correct book reports more than this: an acknowledgement a message, and for each time an order was entered at most one trade
     * that ends it as a maker and one more trade, or the cancel of its rest, that ends it as a taker.
     */
    public int mostReports() {
        long most = size();
        for (int i = 0; i < size(); i++) {
            most += type(i) == CANCEL ? 0 : 2;
        }
        return Math.toIntExact(most);
    }

    /** Collects a stream message by message. */
    static final class Builder {

        private int[] rows;
        private int[] ids;
        private long[] timestamps;
        private int size;
        private int timedFrom;

        Builder(int expected) {
            rows = new int[expected * WIDTH];
            ids = new int[expected];
            timestamps = new long[expected];
        }

        int size() {
            return size;
        }

        /** What was added so far is not timed. */
        void timeFromHere() {
            timedFrom = size;
        }

        /** @throws IllegalStateException if the message is older than the one before it: the stream would have to be sorted */
        void add(int type, boolean buy, int id, int price, int quantity, long timestamp) {
            if (size > 0 && timestamp < timestamps[size - 1]) {
                throw new IllegalStateException("message " + size + " is older than the one before it");
            }
            if (size == ids.length) {
                grow();
            }
            int row = size * WIDTH;
            rows[row] = type << 1 | (buy ? 1 : 0);
            rows[row + PRICE] = price;
            rows[row + QUANTITY] = quantity;
            ids[size] = id;
            timestamps[size++] = timestamp;
        }

        MessageStream build() {
            return new MessageStream(this);
        }

        private void grow() {
            int more = size + (size >> 1) + 16;
            rows = Arrays.copyOf(rows, more * WIDTH);
            ids = Arrays.copyOf(ids, more);
            timestamps = Arrays.copyOf(timestamps, more);
        }
    }
}
