// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What the numbers in an order's row stand for. */
final class OrderTypes {

    private static final OrderType[] TYPES = OrderType.values();
    /** A bit for each of GTC, GTD and DAY; numbers, so that it is a constant. */
    private static final int STAYING = 1 << 1 | 1 << 4 | 1 << 5;

    private OrderTypes() {}

    static OrderType of(int number) {
        return TYPES[number];
    }

    /** Whether an order of this time in force may stay on the book. */
    static boolean rests(int timeInForce) {
        return (STAYING >>> timeInForce & 1) != 0;
    }
}
