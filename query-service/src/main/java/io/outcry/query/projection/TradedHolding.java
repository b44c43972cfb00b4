// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.query.domain.Holding;

/**
 * A holding and the trades of one outcome. Those in a row that go the same way at the same price become one: the parts of an iceberg are
 * thousands, and to take up each by itself costs more than all else that is made of it.
 */
final class TradedHolding {

    private Holding holding;
    private boolean bought;
    private long price;
    private long fee;

    /** Of the trades that are not in the holding yet; 0: there are none. */
    private long quantity;

    TradedHolding(Holding holding) {
        this.holding = holding;
    }

    void add(boolean buys, long itsQuantity, long itsPrice, long itsFee) {
        long sum = quantity + itsQuantity;
        long fees = fee + itsFee;
        boolean overflows = sum < 0 || ((fee ^ fees) & (itsFee ^ fees)) < 0;
        if (quantity == 0 || buys != bought || itsPrice != price || overflows) {
            takeUp();
            bought = buys;
            price = itsPrice;
            sum = itsQuantity;
            fees = itsFee;
        }
        quantity = sum;
        fee = fees;
    }

    private void takeUp() {
        if (quantity != 0) {
            holding = holding.traded(bought ? quantity : -quantity, price, fee);
            quantity = 0;
            fee = 0;
        }
    }

    /** What is held after all trades. */
    Holding now() {
        takeUp();
        return holding;
    }
}
