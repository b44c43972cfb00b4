// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * The rules of one symbol.
 *
 * @param priceScale decimal digits of prices, 0 to 18; immutable
 * @param quantityScale decimal digits of quantities, 0 to 18; immutable
 * @param tickSize prices are multiples of it
 * @param lotSize quantities are multiples of it
 * @param minQuantity smallest quantity of an order; zero for none
 * @param maxQuantity largest quantity of an order
 * @param minNotional smallest price times quantity of an order with a limit price, smallest quote quantity of a market order; zero for
 *     none
 * @param priceBandBps how far a limit price may be from the last trade, in hundredths of a percent; zero for any distance
 * @param makerFeeBps hundredths of a percent; negative for a rebate
 * @param takerFeeBps hundredths of a percent; negative for a rebate
 * @param volatilityBandBps how far a trade may be from the last one of an earlier command before the symbol is halted instead, in
 *     hundredths of a percent; zero for any distance
 * @param maxOpenOrders resting and waiting orders that one account may have; zero for as many as the book holds
 */
public record Instrument(
        String symbol,
        String baseAsset,
        String quoteAsset,
        int priceScale,
        int quantityScale,
        long tickSize,
        long lotSize,
        long minQuantity,
        long maxQuantity,
        long minNotional,
        int priceBandBps,
        int makerFeeBps,
        int takerFeeBps,
        Tier tier,
        int volatilityBandBps,
        int maxOpenOrders) {

    /** Longest symbol and asset name in characters. */
    public static final int MAX_NAME_LENGTH = 32;

    /** Largest number of decimal digits. */
    public static final int MAX_SCALE = 18;

    /** Widest price band: a hundred times the last price. */
    public static final int MAX_PRICE_BAND_BPS = 1_000_000;

    /** Highest fee or rebate: all of it. */
    public static final int MAX_FEE_BPS = 10_000;

    /** Whether every value is in its range. */
    boolean isWellFormed() {
        return isName(symbol)
                && isName(baseAsset)
                && isName(quoteAsset)
                && isScale(priceScale)
                && isScale(quantityScale)
                && tickSize > 0
                && lotSize > 0
                && minQuantity >= 0
                && maxQuantity > 0
                && maxQuantity >= minQuantity
                && minNotional >= 0
                && priceBandBps >= 0
                && priceBandBps <= MAX_PRICE_BAND_BPS
                && volatilityBandBps >= 0
                && volatilityBandBps <= MAX_PRICE_BAND_BPS
                && maxOpenOrders >= 0
                && isFee(makerFeeBps)
                && isFee(takerFeeBps)
                && tier != Tier.UNSPECIFIED;
    }

    boolean sameScales(Instrument other) {
        return priceScale == other.priceScale && quantityScale == other.quantityScale;
    }

    private static boolean isName(String name) {
        return !name.isEmpty() && name.length() <= MAX_NAME_LENGTH;
    }

    private static boolean isScale(int scale) {
        return scale >= 0 && scale <= MAX_SCALE;
    }

    private static boolean isFee(int bps) {
        return bps >= -MAX_FEE_BPS && bps <= MAX_FEE_BPS;
    }
}
