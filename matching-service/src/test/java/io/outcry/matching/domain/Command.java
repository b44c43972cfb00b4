// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** One record of the command log in words: accounts and symbols by name. Prices and quantities are integers at the symbol's scales. */
public sealed interface Command {

    /** The gateway's clock in microseconds since the epoch. It may go back; the engine's does not. */
    long timeUs();

    /** A new order; {@link Placement} writes it more readably. Zero or empty: not given. */
    record PlaceOrder(
            long timeUs,
            String account,
            String clientOrderId,
            String symbol,
            Side side,
            OrderType type,
            TimeInForce timeInForce,
            SelfTradePrevention selfTradePrevention,
            boolean postOnly,
            long price,
            long quantity,
            long stopPrice,
            long quoteQuantity,
            long displayQuantity,
            long expireTimeUs) implements Command {

        /** The same order asked for at another time. */
        public PlaceOrder at(long otherTimeUs) {
            return new PlaceOrder(
                    otherTimeUs, account, clientOrderId, symbol, side, type, timeInForce, selfTradePrevention, postOnly, price, quantity,
                    stopPrice, quoteQuantity, displayQuantity, expireTimeUs);
        }
    }

    /** A new order whose numbers have digits of their own after the point: prices, quantities, and a quote quantity the sum of both. */
    record PlaceScaledOrder(PlaceOrder order, int priceScale, int quantityScale) implements Command {

        @Override
        public long timeUs() {
            return order.timeUs();
        }
    }

    record CancelOrder(long timeUs, String account, long orderId) implements Command {}

    record CancelByClientOrderId(long timeUs, String account, String clientOrderId) implements Command {}

    /** @param side unspecified: both */
    record CancelAll(long timeUs, String account, String symbol, Side side) implements Command {}

    /**
     * @param price zero: unchanged
     * @param quantity zero: unchanged
     */
    record AmendOrder(long timeUs, String account, long orderId, long price, long quantity) implements Command {}

    record DefineInstrument(long timeUs, Instrument instrument) implements Command {}

    record SetTradingState(long timeUs, String symbol, TradingState state) implements Command {}

    record Tick(long timeUs, String symbol) implements Command {}
}
