// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/** The order types. Each says which prices it needs; any other is not allowed with it. */
public enum OrderType {
    LIMIT(true, false),
    MARKET(false, false),
    STOP_LOSS(false, true),
    STOP_LOSS_LIMIT(true, true),
    TAKE_PROFIT(false, true),
    TAKE_PROFIT_LIMIT(true, true);

    private final boolean priced;
    private final boolean stop;

    OrderType(boolean priced, boolean stop) {
        this.priced = priced;
        this.stop = stop;
    }

    /** True if it has a limit; only such an order can rest in the book. */
    public boolean hasPrice() {
        return priced;
    }

    /** True if it waits for a stop price. */
    public boolean hasStopPrice() {
        return stop;
    }
}
