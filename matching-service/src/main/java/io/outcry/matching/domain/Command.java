// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * One record of the command log, as the engine sees it. Prices and quantities are integers at the scales of their symbol.
 */
public sealed interface Command {

    /** The gateway's clock in microseconds since the epoch. It may go back; the engine's does not. */
    long timeUs();

    /**
     * A new order. Its id is the position of this command in the log.
     *
     * @param clientOrderId empty: none, and the command is not deduplicated
     * @param price zero for a market order
     */
    record PlaceOrder(
            long timeUs,
            String account,
            String clientOrderId,
            String symbol,
            Side side,
            OrderType type,
            TimeInForce timeInForce,
            long price,
            long quantity) implements Command {

        /** Whether {@code other} asks for the same order; when it asks does not matter. */
        boolean sameTerms(PlaceOrder other) {
            return symbol.equals(other.symbol)
                    && side == other.side
                    && type == other.type
                    && timeInForce == other.timeInForce
                    && price == other.price
                    && quantity == other.quantity;
        }

        /** Whether side, type and time in force are all named, so that a report about the order can be read. */
        boolean isNamed() {
            return side != Side.UNSPECIFIED && type != OrderType.UNSPECIFIED && timeInForce != TimeInForce.UNSPECIFIED;
        }
    }

    /** Takes an open order of the account off the book. */
    record CancelOrder(long timeUs, String account, long orderId) implements Command {}

    /** Creates a symbol, which starts in {@link TradingState#TRADING}, or changes the rules for later commands. */
    record DefineInstrument(long timeUs, Instrument instrument) implements Command {}

    /** Changes what a symbol accepts. */
    record SetTradingState(long timeUs, String symbol, TradingState state) implements Command {}

    /** Advances the engine's clock. */
    record Tick(long timeUs) implements Command {}
}
