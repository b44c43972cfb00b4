// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Arrays;

/**
 * The trades of one outcome in the order of execution. Parallel arrays that grow to the largest outcome and are reused.
 */
public final class Trades {

    /** Longs of a trade. */
    static final int LONGS = 7;

    /** Longs that a trade takes in an array. */
    static final int ROW = 8;

    private static final int TAKER = 0;
    private static final int MAKER = 1;
    private static final int SIDE = 2;
    private static final int PRICE = 3;
    private static final int QUANTITY = 4;
    private static final int TAKER_FEE = 5;
    private static final int MAKER_FEE = 6;
    private static final int SHIFT = 3;
    private static final Side[] SIDES = Side.values();

    private long[] rows = new long[16 << SHIFT];
    private int size;

    Trades() {}

    public int size() {
        return size;
    }

    public long takerOrderId(int index) {
        return rows[(index << SHIFT) + TAKER];
    }

    public long makerOrderId(int index) {
        return rows[(index << SHIFT) + MAKER];
    }

    public Side takerSide(int index) {
        return SIDES[(int) rows[(index << SHIFT) + SIDE]];
    }

    /** The maker's price, or the auction's. */
    public long price(int index) {
        return rows[(index << SHIFT) + PRICE];
    }

    public long quantity(int index) {
        return rows[(index << SHIFT) + QUANTITY];
    }

    /** What the taker pays, at the sum of both scales; negative: receives. */
    public long takerFee(int index) {
        return rows[(index << SHIFT) + TAKER_FEE];
    }

    /** What the maker pays, at the sum of both scales; negative: receives. */
    public long makerFee(int index) {
        return rows[(index << SHIFT) + MAKER_FEE];
    }

    void add(long taker, long maker, int takerSide, long price, long quantity, long takerFee, long makerFee) {
        int base = next();
        rows[base + TAKER] = taker;
        rows[base + MAKER] = maker;
        rows[base + SIDE] = takerSide;
        rows[base + PRICE] = price;
        rows[base + QUANTITY] = quantity;
        rows[base + TAKER_FEE] = takerFee;
        rows[base + MAKER_FEE] = makerFee;
    }

    /** Copies a trade to where somebody keeps it, {@value #ROW} longs. */
    void copy(int index, long[] into, int at) {
        System.arraycopy(rows, index << SHIFT, into, at, ROW);
    }

    /** Adds a trade that was kept. */
    void add(long[] kept, int at) {
        int base = next();
        System.arraycopy(kept, at, rows, base, ROW);
    }

    void clear() {
        size = 0;
    }

    private int next() {
        int base = size++ << SHIFT;
        if (base == rows.length) {
            rows = Arrays.copyOf(rows, rows.length * 2);
        }
        return base;
    }
}
