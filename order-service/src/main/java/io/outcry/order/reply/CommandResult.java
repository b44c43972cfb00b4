// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import io.outcry.contracts.v1.Outcome;
import io.outcry.order.log.WriteFailure;
import java.time.Duration;

/** What is known about a command when it has to be answered. */
public sealed interface CommandResult {

    /**
     * The engine has decided.
     *
     * @param position of the command in the log
     */
    record Decided(long position, Outcome outcome) implements CommandResult {}

    /**
     * The command is in the log; its outcome was not there in time, or was not waited for.
     *
     * @param position of the command in the log
     */
    record Written(long position) implements CommandResult {}

    /** Kafka has not acknowledged the command. */
    record NotWritten(WriteFailure failure) implements CommandResult {}

    /**
     * The account sends more than it may; nothing was written.
     *
     * @param retryAfter when another try makes sense
     */
    record RateLimited(Duration retryAfter) implements CommandResult {}
}
