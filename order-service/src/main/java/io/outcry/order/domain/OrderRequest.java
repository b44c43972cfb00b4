// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import org.jspecify.annotations.Nullable;

/**
 * A new order that is well formed, but not yet held against the rules of its symbol.
 *
 * @param quantity a positive decimal
 * @param price a positive decimal; null exactly for a market order
 * @param clientOrderId empty if the client gave none
 */
public record OrderRequest(
        String symbol,
        Side side,
        OrderType type,
        TimeInForce timeInForce,
        String quantity,
        @Nullable String price,
        String clientOrderId) {}
