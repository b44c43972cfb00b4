// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.PlaceScaledOrder;

/**
 * Some of a random stream's orders with digits of their own after the point, for symbols with {@value #PRICE} of a price and {@value #QUANTITY} of
 * a quantity. Which ones, and how, follows from the order, so that a repeat of it is scaled as it was.
 */
final class RandomScales {

    private static final int PRICE = 2;
    private static final int QUANTITY = 4;

    private RandomScales() {}

    static Command of(PlaceOrder order) {
        return switch ((int) Math.floorMod(order.price() + 3 * order.quantity() + 7 * order.stopPrice() + order.quoteQuantity(), 97L)) {
            case 0 -> new PlaceScaledOrder(order, PRICE, QUANTITY);
            case 1 -> new PlaceScaledOrder(times(order, 10, 100, 0), PRICE + 1, QUANTITY + 2);
            case 2 -> new PlaceScaledOrder(times(order, 100, 1, 1), PRICE + 2, QUANTITY);
            case 3 -> new PlaceScaledOrder(times(order, 10, 10, 3), PRICE + 1, QUANTITY + 1);
            case 4 -> new PlaceScaledOrder(order, PRICE, QUANTITY - 1);
            case 5 -> new PlaceScaledOrder(order, PRICE - 1, QUANTITY);
            case 6 -> new PlaceScaledOrder(order, PRICE, QUANTITY + 1);
            case 7 -> new PlaceScaledOrder(times(order, 1, 1_000_000_000_000_000L, 0), PRICE, 0);
            case 8 -> new PlaceScaledOrder(order, 18, 18);
            case 9 -> new PlaceScaledOrder(order, PRICE, 19);
            case 10 -> new PlaceScaledOrder(order, -1, QUANTITY);
            default -> order;
        };
    }

    /** With more digits, and prices that are {@code finer} than before. */
    private static PlaceOrder times(PlaceOrder order, long price, long quantity, long finer) {
        return new PlaceOrder(
                order.timeUs(), order.account(), order.clientOrderId(), order.symbol(), order.side(), order.type(), order.timeInForce(),
                order.selfTradePrevention(), order.postOnly(), order.price() == 0 ? 0 : order.price() * price + finer,
                order.quantity() * quantity, order.stopPrice() * price, order.quoteQuantity() * price * quantity,
                order.displayQuantity() * quantity, order.expireTimeUs());
    }
}
