// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** Which terms an order of each type has, and which it may not have. */
final class OrderShape {

    private OrderShape() {}

    /** Whether the order could be one at all, whatever the rules of its symbol. */
    static boolean isWellFormed(NewOrder order, long nowUs) {
        if (order.side() == Side.UNSPECIFIED || order.account < 0 || !order.clientOrderId.isValid()) {
            return false;
        }
        boolean wellTimed = order.timeInForce() == TimeInForce.GTD ? order.expireTimeUs > nowUs : order.expireTimeUs == 0;
        return wellTimed && switch (order.type()) {
            case LIMIT -> order.price > 0 && order.stopPrice == 0 && isStaying(order);
            case MARKET -> order.price == 0 && order.stopPrice == 0 && isMarket(order);
            case STOP_LOSS, TAKE_PROFIT ->
                order.price == 0 && order.stopPrice > 0 && order.quantity > 0 && order.quoteQuantity == 0 && isFleeting(order);
            case STOP_LOSS_LIMIT, TAKE_PROFIT_LIMIT -> order.price > 0 && order.stopPrice > 0 && !order.postOnly() && isStaying(order);
            case UNSPECIFIED -> false;
        };
    }

    private static boolean isStaying(NewOrder order) {
        if (order.quantity <= 0 || order.quoteQuantity != 0) {
            return false;
        }
        return switch (order.timeInForce()) {
            case GTC, GTD, DAY -> order.displayQuantity >= 0 && order.displayQuantity <= order.quantity;
            case IOC, FOK -> order.displayQuantity == 0 && !order.postOnly();
            case UNSPECIFIED -> false;
        };
    }

    private static boolean isMarket(NewOrder order) {
        boolean byQuantity = order.quantity > 0 && order.quoteQuantity == 0;
        boolean byQuote = order.quantity == 0 && order.quoteQuantity > 0 && order.timeInForce() == TimeInForce.IOC;
        return (byQuantity || byQuote) && isFleeting(order);
    }

    private static boolean isFleeting(NewOrder order) {
        boolean atOnce = order.timeInForce() == TimeInForce.IOC || order.timeInForce() == TimeInForce.FOK;
        return atOnce && !order.postOnly() && order.displayQuantity == 0;
    }
}
