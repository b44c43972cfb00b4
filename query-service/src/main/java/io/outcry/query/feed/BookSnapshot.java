// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.v1.AuctionIndication;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A book at one moment.
 *
 * @param sequence of the newest outcome that changed the book or its auction
 * @param timeMillis when that was, by the engine's clock
 * @param priceScale fraction digits of prices
 * @param quantityScale fraction digits of quantities
 * @param bids best first
 * @param asks best first
 * @param auction where the auction would trade now, while there is one; bids may then be above asks
 */
public record BookSnapshot(
        String symbol, long sequence, long timeMillis, int priceScale, int quantityScale, List<Level> bids, List<Level> asks,
        @Nullable AuctionIndication auction) {

    /** All the quantity at one price, both as integers at the symbol's scales. */
    public record Level(long price, long quantity) {}
}
