// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.OrderRow;
import java.util.Arrays;

/** The orders of a symbol that end at a time: a binary heap by (time, id). Each order knows its place, so any can be taken out. */
final class ExpiryHeap {

    private final BookRows rows;
    private int[] orders = {};
    private int size;

    ExpiryHeap(BookRows rows) {
        this.rows = rows;
    }

    /** When the first order ends, microseconds since the epoch; {@link Long#MAX_VALUE} if none does. */
    long firstTimeUs() {
        return size == 0 ? Long.MAX_VALUE : rows.cold()[orders[1] + OrderRow.EXPIRE];
    }

    /** The order that ends first; there must be one. */
    int first() {
        return orders[1];
    }

    int size() {
        return size;
    }

    void add(int order) {
        if (size + 1 >= orders.length) {
            orders = Arrays.copyOf(orders, Math.max(16, orders.length * 2));
        }
        size++;
        up(order, size);
    }

    void remove(int order) {
        int place = OrderRow.lower(rows.cold()[order + OrderRow.CLIENT_HEAP]);
        int last = orders[size--];
        if (last != order) {
            up(last, place);
            down(last, OrderRow.lower(rows.cold()[last + OrderRow.CLIENT_HEAP]));
        }
    }

    private void up(int order, int from) {
        int place = from;
        while (place > 1 && isBefore(order, orders[place / 2])) {
            put(orders[place / 2], place);
            place /= 2;
        }
        put(order, place);
    }

    private void down(int order, int from) {
        int place = from;
        while (2 * place <= size) {
            int child = 2 * place;
            if (child < size && isBefore(orders[child + 1], orders[child])) {
                child++;
            }
            if (!isBefore(orders[child], order)) {
                break;
            }
            put(orders[child], place);
            place = child;
        }
        put(order, place);
    }

    private void put(int order, int place) {
        long[] row = rows.cold();
        int at = order + OrderRow.CLIENT_HEAP;
        row[at] = OrderRow.withLower(row[at], place);
        orders[place] = order;
    }

    private boolean isBefore(int one, int other) {
        long[] cells = rows.cold();
        int byTime = Long.compare(cells[one + OrderRow.EXPIRE], cells[other + OrderRow.EXPIRE]);
        return byTime != 0 ? byTime < 0 : rows.hot()[one + OrderRow.ID] < rows.hot()[other + OrderRow.ID];
    }
}
