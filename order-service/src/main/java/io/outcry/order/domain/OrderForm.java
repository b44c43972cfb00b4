// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import org.jspecify.annotations.Nullable;

/** The fields of a new order as the client spelled them; null where it did not. */
public record OrderForm(
        @Nullable String symbol,
        @Nullable String side,
        @Nullable String type,
        @Nullable String timeInForce,
        @Nullable String quantity,
        @Nullable String price,
        @Nullable String clientOrderId) {}
