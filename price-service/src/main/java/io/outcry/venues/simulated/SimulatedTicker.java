// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A venue's view of a symbol.
 *
 * @param last last trade's price
 * @param low lowest price since the start
 * @param high highest price since the start
 * @param open price at the start
 * @param quantity of the best bid, the best ask and the last trade alike
 * @param tradeId number of the last trade
 */
record SimulatedTicker(
        BigDecimal bid,
        BigDecimal ask,
        BigDecimal last,
        BigDecimal low,
        BigDecimal high,
        BigDecimal open,
        BigDecimal quantity,
        long tradeId,
        Instant time) {

    /** A plausible day's volume. */
    BigDecimal volume() {
        return quantity.multiply(BigDecimal.valueOf(1_000));
    }
}
