// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

/**
 * How the view is made.
 *
 * @param group consumer group that shares the outcomes; the prices' has {@code -prices} behind it
 * @param ordersKept newest orders that are listed for an account and symbol, and for an account in the partition
 * @param fillsKept first fills that are kept of an order, about
 * @param tradesKept newest trades that are kept of a symbol
 * @param candlesKept newest candles of each length that are kept of a symbol
 * @param threads consumers that share the outcomes in this instance
 */
public record ProjectionSettings(
        String group, int ordersKept, int fillsKept, int tradesKept, int candlesKept, int threads) {}
