// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Arrays;

/** The levels that one command touched, as they are after it; quantity zero: gone. Each is named once. */
public final class LevelChanges {

    private int size;
    private Side[] sides = new Side[16];
    private long[] prices = new long[16];
    private long[] quantities = new long[16];
    private int[] orders = new int[16];

    LevelChanges() {}

    public int size() {
        return size;
    }

    public Side side(int index) {
        return sides[index];
    }

    public long price(int index) {
        return prices[index];
    }

    public long quantity(int index) {
        return quantities[index];
    }

    /** How many orders rest there. */
    public int orders(int index) {
        return orders[index];
    }

    void add(Side side, PriceLevel level) {
        if (size == prices.length) {
            sides = Arrays.copyOf(sides, size * 2);
            prices = Arrays.copyOf(prices, size * 2);
            quantities = Arrays.copyOf(quantities, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
        }
        sides[size] = side;
        prices[size] = level.price();
        quantities[size] = level.quantity();
        orders[size] = level.orders();
        size++;
    }

    void clear() {
        size = 0;
    }
}
