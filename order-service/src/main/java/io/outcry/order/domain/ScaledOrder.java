// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.decimal.Decimals.DecimalFormatException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An order in integers. Prices are at the price scale, quantities at the quantity scale, the quote quantity at the sum of both; zero is what
 * the order does not have.
 */
public record ScaledOrder(
        OrderRequest request, int priceScale, int quantityScale, long price, long stopPrice, long quantity, long quoteQuantity,
        long displayQuantity) {

    /**
     * The order with as many digits after the point as its own numbers have, for one that does not fit the scales of its symbol, or whose symbol
     * is not known. Empty if it takes more than {@value Decimals#MAX_SCALE} digits, or 63 bits: then there is no writing it down.
     */
    public static Optional<ScaledOrder> atOwnScales(OrderRequest order) {
        int quoteScale = decimals(order.quoteQuantity());
        int priceScale = Math.max(quoteScale, Math.max(decimals(order.price()), decimals(order.stopPrice())));
        int quantityScale = Math.max(decimals(order.quantity()), decimals(order.displayQuantity()));
        if (priceScale > Decimals.MAX_SCALE || quantityScale > Decimals.MAX_SCALE) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ScaledOrder(
                    order, priceScale, quantityScale, parse(order.price(), priceScale), parse(order.stopPrice(), priceScale),
                    parse(order.quantity(), quantityScale), parse(order.quoteQuantity(), priceScale + quantityScale),
                    parse(order.displayQuantity(), quantityScale)));
        } catch (DecimalFormatException e) {
            return Optional.empty();
        }
    }

    private static int decimals(@Nullable String decimal) {
        return decimal == null ? 0 : DecimalText.decimals(decimal);
    }

    private static long parse(@Nullable String decimal, int scale) {
        return decimal == null ? 0 : Decimals.parse(decimal, scale);
    }
}
