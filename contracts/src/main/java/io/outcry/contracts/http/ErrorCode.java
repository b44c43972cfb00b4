// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import java.util.Locale;

/** The stable codes of the public API and the HTTP status each one travels with. A code never changes its meaning. */
public enum ErrorCode {
    MALFORMED_REQUEST(400, "The request cannot be read"),
    MALFORMED_JSON(400, "The body is not the JSON that is expected"),
    UNKNOWN_FIELD(400, "A field is not known"),
    MISSING_FIELD(400, "A field is missing"),
    INVALID_FIELD(400, "A field has a value that cannot be used"),
    INVALID_PARAMETER(400, "A parameter or header has a value that cannot be used"),
    UNAUTHORIZED(401, "No valid credentials"),
    FORBIDDEN(403, "This is not permitted"),
    NOT_FOUND(404, "There is no such thing"),
    ORDER_NOT_FOUND(404, "There is no such order"),
    METHOD_NOT_ALLOWED(405, "The method does not fit the resource"),
    NOT_ACCEPTABLE(406, "The answer has no form that was asked for"),
    POSITION_NOT_REACHED(412, "The view has not yet reached the position asked for"),
    PAYLOAD_TOO_LARGE(413, "The body is too large"),
    URI_TOO_LONG(414, "The path and the query are too long"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body must be application/json"),
    MISDIRECTED_REQUEST(421, "The request is for another host"),
    UNKNOWN_SYMBOL(422, "The symbol is not known"),
    INVALID_TICK(422, "The price is not a multiple of the tick size"),
    INVALID_LOT(422, "The quantity is not a multiple of the lot size"),
    MIN_NOTIONAL(422, "Price times quantity is below the minimum"),
    QUANTITY_OUT_OF_RANGE(422, "The quantity is outside the symbol's bounds"),
    PRICE_BAND(422, "The price is too far from the last trade"),
    WOULD_TAKE(422, "The order is postOnly and would take"),
    SELF_TRADE(422, "The order would meet another one of its account"),
    BOOK_FULL(422, "The symbol holds as many open orders as it may"),
    TOO_MANY_OPEN_ORDERS(422, "The account has as many open orders of the symbol as it may"),
    NO_LIQUIDITY(422, "The other side of the book is empty"),
    HALTED(422, "The symbol is not trading"),
    ORDER_NOT_OPEN(422, "The order is not open any more"),
    DUPLICATE_CLIENT_ORDER_ID(422, "The clientOrderId was used for another order"),
    SCALE_IMMUTABLE(422, "The scales of a symbol cannot change"),
    INVALID_COMMAND(422, "The engine refused the command as not well formed"),
    UPGRADE_REQUIRED(426, "The path opens WebSockets"),
    RATE_LIMITED(429, "Too many requests"),
    HEADERS_TOO_LARGE(431, "The headers are too large"),
    INTERNAL(500, "The server failed"),
    OVERLOADED(503, "The server has more work than it can do in time"),
    LOG_UNAVAILABLE(503, "The log cannot be written now; nothing was done"),
    VIEW_UNAVAILABLE(503, "The read model cannot be read now"),
    NO_PRICE(503, "There is no trustworthy price yet"),
    OUTCOME_UNKNOWN(504, "It is not known whether the command reached the log");

    private final int status;
    private final String title;

    ErrorCode(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public int status() {
        return status;
    }

    /** One sentence for people, the same for every occurrence. */
    public String title() {
        return title;
    }

    /** The problem type of RFC 9457: a name that identifies the code, not a place to fetch. */
    public String type() {
        return "urn:outcry:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
