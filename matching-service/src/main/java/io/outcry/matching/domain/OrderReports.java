// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.Rows;
import io.outcry.matching.domain.book.Touched;

/**
 * The orders that one command changed, as they are after it: the commanded order first, then each other one in the order of its first
 * change. They are read where they are kept, also those that have just ended.
 */
public final class OrderReports {

    private final Touched touched;
    private final OrderReport report;

    OrderReports(BookRows rows, Rows clientRows, Accounts accounts, Touched touched) {
        this.touched = touched;
        report = new OrderReport(rows, clientRows, accounts);
    }

    public int size() {
        return touched.orders();
    }

    /** One of them, until the next one is asked for. */
    public OrderReport get(int index) {
        report.read(touched.order(index));
        return report;
    }

    /** Reports an order, unless the command did so already. */
    void touch(int order) {
        touched.touchOrder(order);
    }
}
