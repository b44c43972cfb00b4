// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A venue's view of a symbol.
 *
 * @param last last trade's price
 * @param quantity of the best bid, the best ask and the last trade alike
 * @param tradeId number of the last trade; as long as it stays the same, so does the rest
 * @param time of the last trade
 */
record SimulatedTicker(BigDecimal bid, BigDecimal ask, BigDecimal last, BigDecimal quantity, long tradeId, Instant time) {

    /** A plausible day's volume. */
    BigDecimal volume() {
        return quantity.multiply(BigDecimal.valueOf(1_000));
    }

    SimulatedTicker withPrices(BigDecimal newBid, BigDecimal newAsk, BigDecimal newLast) {
        return new SimulatedTicker(newBid, newAsk, newLast, quantity, tradeId, time);
    }

    SimulatedTicker withTime(Instant newTime) {
        return new SimulatedTicker(bid, ask, last, quantity, tradeId, newTime);
    }
}
