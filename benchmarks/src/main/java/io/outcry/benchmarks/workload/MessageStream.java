// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

import java.util.Arrays;

/**
 * What a book is sent, as columns of primitives; the index of a message is its sequence. Prices are in ticks, quantities in lots, both
 * positive. The messages before {@link #timedFrom()} build the book up and are not timed.
 */
public final class MessageStream {

    /** A limit order that rests what it cannot trade at once. */
    public static final byte GOOD_TILL_CANCEL = 0;
    /** A limit order that cancels what it cannot trade at once. */
    public static final byte IMMEDIATE_OR_CANCEL = 1;
    /** Takes an order out of the book; only the id counts. */
    public static final byte CANCEL = 2;
    /** Cancels an order and enters it anew, last in its queue, with the price and the whole quantity given here. */
    public static final byte MODIFY = 3;
    /** A {@link #MODIFY} whose quantity is what the order has open, so that an engine with a price-only amend may use it. */
    public static final byte MOVE = 4;

    private final byte[] types;
    private final boolean[] buys;
    private final int[] ids;
    private final int[] prices;
    private final int[] quantities;
    private final long[] timestamps;
    private final int timedFrom;
    private final int[] names;

    private MessageStream(Builder builder) {
        int size = builder.size;
        types = Arrays.copyOf(builder.types, size);
        buys = Arrays.copyOf(builder.buys, size);
        ids = Arrays.copyOf(builder.ids, size);
        prices = Arrays.copyOf(builder.prices, size);
        quantities = Arrays.copyOf(builder.quantities, size);
        timestamps = Arrays.copyOf(builder.timestamps, size);
        timedFrom = builder.timedFrom;
        names = names(types, ids);
    }

    private MessageStream(MessageStream first, int before) {
        types = first.types;
        buys = first.buys;
        ids = first.ids;
        prices = first.prices;
        quantities = first.quantities;
        timestamps = first.timestamps;
        timedFrom = first.timedFrom;
        names = Arrays.stream(first.names).map(name -> name + before).toArray();
    }

    /** The same messages for a book that was sent so many others before, this stream among them. */
    public MessageStream after(int before) {
        return new MessageStream(this, before);
    }

    private static int[] names(byte[] types, int[] ids) {
        int[] entered = new int[Arrays.stream(ids).max().orElse(0) + 1];
        int[] names = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            if (types[i] == GOOD_TILL_CANCEL || types[i] == IMMEDIATE_OR_CANCEL) {
                entered[ids[i]] = i + 1;
            }
            names[i] = entered[ids[i]];
        }
        return names;
    }

    /** How many messages there are. */
    public int size() {
        return types.length;
    }

    /** The first message whose time counts. */
    public int timedFrom() {
        return timedFrom;
    }

    /** How many messages count. */
    public int timedSize() {
        return types.length - timedFrom;
    }

    /** One of the constants of this class. */
    public byte type(int index) {
        return types[index];
    }

    /** Whether the message is about an order that came before it. */
    public boolean namesOlder(int index) {
        return types[index] >= CANCEL;
    }

    /** Whether the order buys; for a cancel the side of the order it names. */
    public boolean buys(int index) {
        return buys[index];
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
        return names[index];
    }

    /** Ticks; meaningless in a cancel. */
    public int price(int index) {
        return prices[index];
    }

    /** Lots; meaningless in a cancel. */
    public int quantity(int index) {
        return quantities[index];
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
        for (byte type : types) {
            most += type == CANCEL ? 0 : 2;
        }
        return Math.toIntExact(most);
    }

    /** Collects a stream message by message. */
    static final class Builder {

        private byte[] types;
        private boolean[] buys;
        private int[] ids;
        private int[] prices;
        private int[] quantities;
        private long[] timestamps;
        private int size;
        private int timedFrom;

        Builder(int expected) {
            types = new byte[expected];
            buys = new boolean[expected];
            ids = new int[expected];
            prices = new int[expected];
            quantities = new int[expected];
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
        void add(byte type, boolean buy, int id, int price, int quantity, long timestamp) {
            if (size > 0 && timestamp < timestamps[size - 1]) {
                throw new IllegalStateException("message " + size + " is older than the one before it");
            }
            if (size == types.length) {
                grow();
            }
            types[size] = type;
            buys[size] = buy;
            ids[size] = id;
            prices[size] = price;
            quantities[size] = quantity;
            timestamps[size++] = timestamp;
        }

        MessageStream build() {
            return new MessageStream(this);
        }

        private void grow() {
            int more = size + (size >> 1) + 16;
            types = Arrays.copyOf(types, more);
            buys = Arrays.copyOf(buys, more);
            ids = Arrays.copyOf(ids, more);
            prices = Arrays.copyOf(prices, more);
            quantities = Arrays.copyOf(quantities, more);
            timestamps = Arrays.copyOf(timestamps, more);
        }
    }
}
