// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.order.log.WriteFailure;
import java.time.Duration;
import java.util.Optional;

/** What a command that was not done means to the client. */
public final class CommandProblems {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final String PREFIX = "REJECT_CODE_";

    private CommandProblems() {}

    /** The engine's refusal, if it refused. */
    public static Optional<Problem> refusal(Outcome outcome) {
        RejectCode code = outcome.getReject();
        if (code == RejectCode.REJECT_CODE_UNSPECIFIED) {
            return Optional.empty();
        }
        return Optional.of(Problem.of(publicCode(code), "the engine refused it: outcome " + outcome.getSequence() + " of its partition"));
    }

    /** A command without an acknowledgement. Only {@link WriteFailure#UNKNOWN} leaves the client in doubt. */
    public static Problem notWritten(WriteFailure failure) {
        return switch (failure) {
            case LOG_UNAVAILABLE -> logUnavailable();
            case OVERLOADED -> Problem.of(ErrorCode.OVERLOADED, "too many commands are on their way; nothing was written")
                    .withRetryAfter(RETRY_AFTER);
            case RATE_LIMITED -> Problem.of(ErrorCode.RATE_LIMITED, "the account sends more than it may; nothing was written")
                    .withRetryAfter(RETRY_AFTER);
            case UNKNOWN -> Problem.of(
                    ErrorCode.OUTCOME_UNKNOWN,
                    "Kafka has not acknowledged the command; it may be done yet. A repeat with the same clientOrderId is safe");
        };
    }

    /** The account cancels more by clientOrderId alone than it may. */
    public static Problem searchesTooMuch() {
        String detail = "without a symbol every partition is asked, and the account asks more than it may; nothing was written."
                + " An order is cancelled all the same where its symbol or its orderId is named";
        return Problem.of(ErrorCode.RATE_LIMITED, detail).withRetryAfter(RETRY_AFTER);
    }

    /** The log cannot be written now. */
    public static Problem logUnavailable() {
        return Problem.of(ErrorCode.LOG_UNAVAILABLE, "the order log cannot be reached; nothing was written").withRetryAfter(RETRY_AFTER);
    }

    /** The engine's codes are the public ones; one of a newer engine that has no public name here is an invalid command. */
    static ErrorCode publicCode(RejectCode code) {
        if (code == RejectCode.UNRECOGNIZED) {
            return ErrorCode.INVALID_COMMAND;
        }
        return ErrorCode.valueOf(code.name().substring(PREFIX.length()));
    }
}
