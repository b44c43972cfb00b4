// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.ClientOrderId;
import io.outcry.matching.domain.NewOrder;
import org.jspecify.annotations.Nullable;

/**
 * Some commands that a {@link CommandReader} has read, for a {@link CommandApplier}: each placement of the usual shape as a row of longs, any
 * other command as its bytes. The rows lie one behind the other, in the order in which they are applied, so that a processor foresees which
 * memory is read next, even if another one has written it.
 *
 * <p>One thread at a time; whoever applies changes nothing here. Filled again and again.
 */
public final class CommandRows {

    private static final int TIME = 0;

    /** As {@link NewOrder#kind()} says, or {@link #NO_PLACEMENT}. */
    private static final int KIND = 1;

    /** By the reader's number, as the symbol. */
    private static final int ACCOUNT = 2;

    private static final int SYMBOL = 3;
    private static final int PRICE = 4;
    private static final int QUANTITY = 5;
    private static final int STOP_PRICE = 6;
    private static final int QUOTE_QUANTITY = 7;
    private static final int DISPLAY_QUANTITY = 8;
    private static final int EXPIRE_TIME = 9;

    /** The first word of the client order id; zero: none. */
    private static final int CLIENT_ORDER_ID = 10;

    private static final int LONGS = CLIENT_ORDER_ID + ClientOrderId.WORDS;

    /** No int. */
    private static final long NO_PLACEMENT = Long.MIN_VALUE;

    private final long[] cells;
    private final byte[] @Nullable [] others;
    private final NewNames accounts = new NewNames();
    private final NewNames symbols = new NewNames();
    private int size;

    /** @param most commands that it has room for */
    public CommandRows(int most) {
        cells = new long[most * LONGS];
        others = new byte[most][];
    }

    /** How many commands there are. */
    public int size() {
        return size;
    }

    /** Whether there is no room for another one. */
    public boolean isFull() {
        return size == others.length;
    }

    void clear() {
        size = 0;
    }

    /** The accounts that have come for the first time. */
    NewNames accounts() {
        return accounts;
    }

    /** The symbols that have come for the first time. */
    NewNames symbols() {
        return symbols;
    }

    /** Adds a placement whose account and symbol are the reader's, and whose client order id is valid. */
    void add(long timeUs, NewOrder order) {
        int row = size * LONGS;
        cells[row + TIME] = timeUs;
        cells[row + KIND] = order.kind();
        cells[row + ACCOUNT] = order.account;
        cells[row + SYMBOL] = order.symbol;
        cells[row + PRICE] = order.price;
        cells[row + QUANTITY] = order.quantity;
        cells[row + STOP_PRICE] = order.stopPrice;
        cells[row + QUOTE_QUANTITY] = order.quoteQuantity;
        cells[row + DISPLAY_QUANTITY] = order.displayQuantity;
        cells[row + EXPIRE_TIME] = order.expireTimeUs;
        for (int i = 0; i < ClientOrderId.WORDS; i++) {
            cells[row + CLIENT_ORDER_ID + i] = order.clientOrderId.word(i);
        }
        others[size++] = null;
    }

    /** Adds a command that is no placement, or none of the usual shape, or none at all. */
    void add(byte @Nullable [] value) {
        int row = size * LONGS;
        cells[row + KIND] = NO_PLACEMENT;
        cells[row + CLIENT_ORDER_ID] = 0;
        others[size++] = value;
    }

    boolean isPlacement(int index) {
        return cells[index * LONGS + KIND] != NO_PLACEMENT;
    }

    /** The bytes of a command that is no such placement. */
    byte @Nullable [] bytes(int index) {
        return others[index];
    }

    /** The time of a placement, microseconds since the epoch. */
    long timeUs(int index) {
        return cells[index * LONGS + TIME];
    }

    /** Whether it is a placement with a client order id. */
    boolean isNamed(int index) {
        return cells[index * LONGS + CLIENT_ORDER_ID] != 0;
    }

    /** The account of a placement, by the reader's number. */
    int account(int index) {
        return (int) cells[index * LONGS + ACCOUNT];
    }

    /** Fills in the client order id of a placement. */
    void read(int index, ClientOrderId id) {
        int first = index * LONGS + CLIENT_ORDER_ID;
        id.set(cells[first], cells[first + 1], cells[first + 2], cells[first + 3]);
    }

    /** Fills in a placement, its account and symbol by the reader's numbers. */
    void read(int index, NewOrder order) {
        int row = index * LONGS;
        order.kind((int) cells[row + KIND]);
        order.account = (int) cells[row + ACCOUNT];
        order.symbol = (int) cells[row + SYMBOL];
        order.price = cells[row + PRICE];
        order.quantity = cells[row + QUANTITY];
        order.stopPrice = cells[row + STOP_PRICE];
        order.quoteQuantity = cells[row + QUOTE_QUANTITY];
        order.displayQuantity = cells[row + DISPLAY_QUANTITY];
        order.expireTimeUs = cells[row + EXPIRE_TIME];
        read(index, order.clientOrderId);
    }
}
