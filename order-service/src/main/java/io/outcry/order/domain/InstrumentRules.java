// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/**
 * The rules of one symbol. Prices are at {@code priceScale}, quantities at {@code quantityScale}, notionals at the sum of both.
 *
 * @param minNotional zero: no minimum
 * @param priceBandBps hundredths of a percent around the last trade; zero: no band
 * @param volatilityBandBps hundredths of a percent around the last trade, beyond which a trade halts the symbol instead; zero: no band
 * @param makerFeeBps negative: a rebate
 * @param maxOpenOrders that one account may have; zero: any number
 */
public record InstrumentRules(
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
        int volatilityBandBps,
        int makerFeeBps,
        int takerFeeBps,
        int maxOpenOrders,
        Tier tier) {}
