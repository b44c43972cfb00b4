// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.order.domain.RuleChecks;
import io.outcry.order.log.WriteFailure;
import java.time.Duration;
import java.util.Optional;

/** What a command that was not done means to the client. */
public final class CommandProblems {

    private static final String PREFIX = "REJECT_CODE_";
    private static final Duration SOON = Duration.ofSeconds(1);

    private CommandProblems() {}

    /** The engine's refusal, if it refused; of a repeat the first one. */
    public static Optional<Problem> refusal(Outcome outcome) {
        RejectCode code = outcome.getReject();
        if (code == RejectCode.REJECT_CODE_UNSPECIFIED) {
            return Optional.empty();
        }
        return Optional.of(Problem.of(publicCode(code), reason(code) + "; outcome " + OrderJson.sequence(outcome) + " of its partition"));
    }

    /** What a code of the engine means: all that it can mean, since the outcome tells no more. */
    private static String reason(RejectCode code) {
        return switch (code) {
            case REJECT_CODE_UNKNOWN_SYMBOL -> "the engine has no such symbol";
            case REJECT_CODE_INVALID_TICK -> "price or stopPrice is not a multiple of the symbol's tickSize";
            case REJECT_CODE_INVALID_LOT ->
                "quantity or displayQuantity is not a multiple of the symbol's lotSize, or quoteQuantity has too many decimals";
            case REJECT_CODE_MIN_NOTIONAL -> "price times quantity, or quoteQuantity, is below the symbol's minNotional";
            case REJECT_CODE_QUANTITY_OUT_OF_RANGE ->
                "quantity is not between the symbol's minQuantity and maxQuantity, is above " + RuleChecks.ICEBERG_PARTS
                        + " times displayQuantity, or would leave nothing open; or a number, price times quantity or the total of the side"
                        + " is beyond 63 bits";
            case REJECT_CODE_PRICE_BAND -> "price is further from the last trade than the symbol's priceBandPercent";
            case REJECT_CODE_NO_LIQUIDITY -> "a MARKET order met an empty book on the other side";
            case REJECT_CODE_HALTED ->
                "the symbol's state does not admit it; an auction admits stops, and LIMIT orders that can rest and are not postOnly";
            case REJECT_CODE_ORDER_NOT_OPEN -> "the order has ended or was refused, and is not open";
            case REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID ->
                "the account has used this clientOrderId for another order: a new order needs a new one";
            case REJECT_CODE_ORDER_NOT_FOUND -> "no such order of this account";
            case REJECT_CODE_SCALE_IMMUTABLE -> "priceScale and quantityScale of a symbol never change";
            case REJECT_CODE_INVALID_COMMAND ->
                "the command is none that the engine can follow, such as an expireTime that is over by the log's time, or a price for an order"
                        + " that has none";
            case REJECT_CODE_WOULD_TAKE -> "a postOnly order at this price would have met orders of the other side at once";
            case REJECT_CODE_SELF_TRADE -> "an amended order, or one that enters an auction, would meet another order of its account";
            case REJECT_CODE_BOOK_FULL ->
                "the symbol holds as many open orders as it may; an order that neither rests nor waits needs no place";
            case REJECT_CODE_TOO_MANY_OPEN_ORDERS ->
                "the account has as many open orders of the symbol as its maxOpenOrders allows; an order that neither rests nor waits is none";
            case REJECT_CODE_UNSPECIFIED, UNRECOGNIZED -> "the engine refused it for a reason that this version does not know";
        };
    }

    /** A command without an acknowledgement. Only {@link WriteFailure#UNKNOWN} leaves the client in doubt; the others may soon be over. */
    public static Problem notWritten(WriteFailure failure) {
        return switch (failure) {
            case LOG_UNAVAILABLE -> logUnavailable();
            case OVERLOADED -> Problem.of(ErrorCode.OVERLOADED, "too many commands are on their way; nothing was written")
                    .withRetryAfter(SOON);
            case WAITED_TOO_LONG -> Problem.of(
                    ErrorCode.OVERLOADED, "the server did not get to writing the command in time, and has dropped it; nothing was written")
                    .withRetryAfter(SOON);
            case UNKNOWN -> Problem.of(
                    ErrorCode.OUTCOME_UNKNOWN,
                    "it is not certain that the log has the command; it may be done yet. A repeat with the same clientOrderId is safe");
        };
    }

    /** The account sends more than it may. */
    public static Problem rateLimited(Duration retryAfter) {
        return Problem.of(ErrorCode.RATE_LIMITED, "the account sends more than it may; nothing was written").withRetryAfter(retryAfter);
    }

    /** The account cancels more by clientOrderId alone than it may. */
    public static Problem searchesTooMuch(Duration retryAfter) {
        String detail = "without a symbol every partition is asked, and the account asks more than it may; nothing was written."
                + " An order is cancelled all the same where its symbol or its orderId is named";
        return Problem.of(ErrorCode.RATE_LIMITED, detail).withRetryAfter(retryAfter);
    }

    /** The log cannot be written now. */
    public static Problem logUnavailable() {
        return Problem.of(ErrorCode.LOG_UNAVAILABLE, "the order log cannot be written now; nothing was written").withRetryAfter(SOON);
    }

    /** The engine's codes are the public ones; one of a newer engine that has no public name here is an invalid command. */
    static ErrorCode publicCode(RejectCode code) {
        if (code == RejectCode.UNRECOGNIZED) {
            return ErrorCode.INVALID_COMMAND;
        }
        return ErrorCode.valueOf(code.name().substring(PREFIX.length()));
    }
}
