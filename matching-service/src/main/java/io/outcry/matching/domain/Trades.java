// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Arrays;

/** The trades of one outcome in the order of execution: parallel arrays that grow to the largest outcome and are reused. */
public final class Trades {

    private static final int MIN_CAPACITY = 16;

    private int size;
    private long[] takers;
    private long[] makers;
    private long[] prices;
    private long[] quantities;
    private Side[] takerSides;

    Trades() {
        this(MIN_CAPACITY);
    }

    private Trades(int capacity) {
        takers = new long[capacity];
        makers = new long[capacity];
        prices = new long[capacity];
        quantities = new long[capacity];
        takerSides = new Side[capacity];
    }

    public int size() {
        return size;
    }

    public long takerOrderId(int index) {
        return takers[index];
    }

    public long makerOrderId(int index) {
        return makers[index];
    }

    public Side takerSide(int index) {
        return takerSides[index];
    }

    /** The maker's price. */
    public long price(int index) {
        return prices[index];
    }

    public long quantity(int index) {
        return quantities[index];
    }

    void add(long taker, long maker, Side takerSide, long price, long quantity) {
        ensure(size + 1);
        takers[size] = taker;
        makers[size] = maker;
        takerSides[size] = takerSide;
        prices[size] = price;
        quantities[size] = quantity;
        size++;
    }

    void addAll(Trades other) {
        ensure(size + other.size);
        System.arraycopy(other.takers, 0, takers, size, other.size);
        System.arraycopy(other.makers, 0, makers, size, other.size);
        System.arraycopy(other.takerSides, 0, takerSides, size, other.size);
        System.arraycopy(other.prices, 0, prices, size, other.size);
        System.arraycopy(other.quantities, 0, quantities, size, other.size);
        size += other.size;
    }

    /** The same trades in arrays of their own, no larger than needed. */
    Trades copy() {
        Trades copy = new Trades(size);
        copy.addAll(this);
        return copy;
    }

    void clear() {
        size = 0;
    }

    private void ensure(int needed) {
        if (needed > takers.length) {
            int capacity = Math.max(needed, Math.max(MIN_CAPACITY, takers.length * 2));
            takers = Arrays.copyOf(takers, capacity);
            makers = Arrays.copyOf(makers, capacity);
            prices = Arrays.copyOf(prices, capacity);
            quantities = Arrays.copyOf(quantities, capacity);
            takerSides = Arrays.copyOf(takerSides, capacity);
        }
    }
}
