// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * What there is to know of a symbol to price it.
 *
 * @param symbol Outcry's own name, such as BTC-USD
 * @param base what is priced, such as BTC
 * @param quote what it is priced in, such as USD
 * @param scale fraction digits of its aggregated price, see {@link #priceScale}
 * @param tier how often its price is asked for: as registered, or as {@link TierRanking} has it
 */
public record PricedInstrument(String symbol, String base, String quote, int scale, RefreshTier tier) {

    /** The finest aggregated price. */
    public static final int MAX_SCALE = 12;

    private static final int EXTRA_DIGITS = 2;

    public PricedInstrument {
        if (symbol.isEmpty() || base.isEmpty() || quote.isEmpty() || scale < 0 || scale > MAX_SCALE) {
            throw new IllegalArgumentException("cannot be priced: '" + symbol + "' (" + base + " in " + quote + ") at scale " + scale);
        }
    }

    /** An aggregated price has two digits more than an order's price on the same instrument, and at most {@value #MAX_SCALE}. */
    public static int priceScale(int orderPriceScale) {
        return Math.min(orderPriceScale + EXTRA_DIGITS, MAX_SCALE);
    }

    /** The same instrument in another tier. */
    public PricedInstrument in(RefreshTier other) {
        return other == tier ? this : new PricedInstrument(symbol, base, quote, scale, other);
    }
}
