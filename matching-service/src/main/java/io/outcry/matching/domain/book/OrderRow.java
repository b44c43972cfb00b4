// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/**
 * What the longs of an order's two rows mean. Quantities and prices are at the scales of the symbol; zero where the order does not name one.
 */
public final class OrderRow {

    public static final int ID = 0;
    public static final int PRICE = 1;

    /** What is still open, quantity less executed and prevented; of an order that has ended, of no meaning. */
    public static final int LEAVES = 2;

    /** What of it the queue shows; the rest of an iceberg is hidden. */
    public static final int SHOWN = 3;

    /** The next order of the queue; of the last one, the level. */
    public static final int NEXT = BookRows.FREE_LINK;

    /** The order before it in the queue; of the first one, the level. */
    public static final int PREVIOUS = 5;

    /** The level it stands at (upper half) and the account. */
    public static final int LEVEL_ACCOUNT = 6;

    /** Symbol (upper half), side (the two bits below), type, time in force, self-trade prevention, status, post-only: see the methods. */
    public static final int FLAGS = 7;

    /** Of {@link BookRows#cold}, as all that follow. An order that does not use it has the quantity that is open. */
    public static final int QUANTITY = 0;

    public static final int EXECUTED = 1;

    /** Sum of price times quantity over its fills: the lower 64 bits, unsigned. */
    public static final int QUOTE_LOW = 2;

    public static final int QUOTE_HIGH = 3;

    /** Shown quantity of an iceberg; for a market order by quote quantity, that quantity. */
    public static final int DISPLAY = 4;

    /** When it ends, microseconds since the epoch. */
    public static final int EXPIRE = 5;

    public static final int STOP = 6;

    /** Row of its client order id (upper half) and its place in the heap of expiries; 0: none. */
    public static final int CLIENT_HEAP = 7;

    /** The flag of an order that can be found by its id. */
    public static final long ADMITTED = 1L << 16;

    /** The flag of an order that uses its second row; of another one those longs are left from who had them before. */
    public static final long USED = 1L << 17;

    /** The flag of an order that the present command reports, and not as the first one. */
    static final long TOUCHED = 1L << 18;

    /** The flag of an order that names more than a price and a quantity: a part to show, a stop price, an end, or a client order id. */
    public static final long SPECIAL = 1L << 19;

    /** The flags that tell where an order is in its life, and not what was asked for. */
    public static final long OF_LIFE = ADMITTED | USED | TOUCHED | SPECIAL;

    /** Of the side: 1 buys, 2 sells. They stand below the symbol, so that both together are one number. */
    private static final int SIDE_SHIFT = 30;

    /** The bits of {@link #side}. */
    public static final int SIDE_BITS = 3 << SIDE_SHIFT;

    /** More than any {@link #kind}. */
    public static final int KINDS = 1 << 8;

    private static final int TYPE_SHIFT = 2;
    private static final int TIME_IN_FORCE_SHIFT = 5;
    private static final int PREVENTION_SHIFT = 8;
    private static final int STATUS_SHIFT = 11;
    private static final int POST_ONLY_SHIFT = 15;
    private static final int SYMBOL_SHIFT = 32;
    private static final long THREE_BITS = 7;
    private static final long TYPE_AND_TIME_IN_FORCE = 63;
    private static final long STATUS_BITS = 15L << STATUS_SHIFT;

    private OrderRow() {}

    /** The flags of an order, each part by its number. */
    public static long flags(int symbol, int side, int type, int timeInForce, int prevention, int status, boolean postOnly) {
        return (long) symbol << SYMBOL_SHIFT
                | (long) side << SIDE_SHIFT
                | (long) type << TYPE_SHIFT
                | (long) timeInForce << TIME_IN_FORCE_SHIFT
                | (long) prevention << PREVENTION_SHIFT
                | (long) status << STATUS_SHIFT
                | (postOnly ? 1L << POST_ONLY_SHIFT : 0);
    }

    public static boolean isUsed(long flags) {
        return (flags & USED) != 0;
    }

    public static boolean isSpecial(long flags) {
        return (flags & SPECIAL) != 0;
    }

    /** What was ordered, as far as it is known. */
    public static long quantity(long[] hot, long[] cold, int order) {
        return isUsed(hot[order + FLAGS]) ? cold[order + QUANTITY] : hot[order + LEAVES];
    }

    public static int symbol(long flags) {
        return (int) (flags >>> SYMBOL_SHIFT);
    }

    public static int side(long flags) {
        return (int) flags >>> SIDE_SHIFT;
    }

    /** Symbol and side in one number: four for each symbol. */
    public static int half(long flags) {
        return (int) (flags >>> SIDE_SHIFT);
    }

    /** Side, type and time in force in one number, below {@link #KINDS}. */
    public static int kind(long flags) {
        return (int) (flags >>> TYPE_SHIFT & TYPE_AND_TIME_IN_FORCE) | side(flags) << PREVENTION_SHIFT - TYPE_SHIFT;
    }

    public static int type(long flags) {
        return (int) (flags >>> TYPE_SHIFT & THREE_BITS);
    }

    public static int timeInForce(long flags) {
        return (int) (flags >>> TIME_IN_FORCE_SHIFT & THREE_BITS);
    }

    public static int prevention(long flags) {
        return (int) (flags >>> PREVENTION_SHIFT & THREE_BITS);
    }

    public static int status(long flags) {
        return (int) ((flags & STATUS_BITS) >>> STATUS_SHIFT);
    }

    public static boolean isPostOnly(long flags) {
        return (flags >>> POST_ONLY_SHIFT & 1) != 0;
    }

    public static long withStatus(long flags, int status) {
        return flags & ~STATUS_BITS | (long) status << STATUS_SHIFT;
    }

    /** Two handles in one long. */
    public static long pair(int upper, int lower) {
        return (long) upper << 32 | lower & 0xFFFF_FFFFL;
    }

    public static int upper(long pair) {
        return (int) (pair >>> 32);
    }

    public static int lower(long pair) {
        return (int) pair;
    }

    public static long withUpper(long pair, int upper) {
        return pair & 0xFFFF_FFFFL | (long) upper << 32;
    }

    public static long withLower(long pair, int lower) {
        return pair & 0xFFFF_FFFF_0000_0000L | lower & 0xFFFF_FFFFL;
    }
}
