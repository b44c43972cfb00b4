// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** Reads the longs of orders' two rows, by their names in {@link io.outcry.matching.domain.book.OrderRow}. */
interface OrderCells {

    long hot(int order, int field);

    /** Zero for an order that does not use its second row. */
    long cold(int order, int field);

    /** What was ordered. */
    long quantity(int order);
}
