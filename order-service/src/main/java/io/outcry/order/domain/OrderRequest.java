// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import org.jspecify.annotations.Nullable;

/**
 * A new order that is well formed, but not yet held against the rules of its symbol. All decimals are positive.
 *
 * @param expireTimeMillis since the epoch; zero but for GTD
 * @param quantity null exactly for a market order by {@code quoteQuantity}
 * @param quoteQuantity null for every other order
 * @param price null exactly for a type without one
 * @param stopPrice null exactly for a type without one
 * @param displayQuantity null: all of it is shown; at most {@code quantity}
 * @param clientOrderId empty if the client gave none
 */
public record OrderRequest(
        String symbol,
        Side side,
        OrderType type,
        TimeInForce timeInForce,
        long expireTimeMillis,
        @Nullable String quantity,
        @Nullable String quoteQuantity,
        @Nullable String price,
        @Nullable String stopPrice,
        boolean postOnly,
        @Nullable String displayQuantity,
        SelfTradePrevention selfTradePrevention,
        String clientOrderId) {}
