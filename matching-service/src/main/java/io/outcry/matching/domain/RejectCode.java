// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** Why a command changed nothing, in the words of the public API. */
public enum RejectCode {
    /** The command was applied. */
    NONE,
    UNKNOWN_SYMBOL,
    INVALID_TICK,
    INVALID_LOT,
    MIN_NOTIONAL,
    /** Outside the bounds of the symbol, of an iceberg of too many parts, or beyond 63 bits as notional or as open quantity of the side. */
    QUANTITY_OUT_OF_RANGE,
    PRICE_BAND,
    /** A market order met an empty side. */
    NO_LIQUIDITY,
    HALTED,
    ORDER_NOT_OPEN,
    /** The id was used by the same account for another order. */
    DUPLICATE_CLIENT_ORDER_ID,
    /** Also for another account's order. */
    ORDER_NOT_FOUND,
    SCALE_IMMUTABLE,
    /** Terms that do not belong together, a GTD time that is over, or one symbol too many. */
    INVALID_COMMAND,
    /** A post-only order met an order it would trade with. */
    WOULD_TAKE,
    /** An amended order, or one that enters an auction, would meet an order of its own account. */
    SELF_TRADE,
    /** The symbol holds as many open orders as it may. */
    BOOK_FULL,
    /** The account has as many open orders of the symbol as it may. */
    TOO_MANY_OPEN_ORDERS
}
