// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a new order as the client spelled them; null where it did not.
 *
 * @param postOnly false where it is not given
 * @param expireTime milliseconds since the epoch
 */
public record OrderForm(
        @Nullable String symbol,
        @Nullable String side,
        @Nullable String type,
        @Nullable String timeInForce,
        @Nullable Long expireTime,
        @Nullable String quantity,
        @Nullable String quoteQuantity,
        @Nullable String price,
        @Nullable String stopPrice,
        boolean postOnly,
        @Nullable String displayQuantity,
        @Nullable String selfTradePrevention,
        @Nullable String clientOrderId) {}
