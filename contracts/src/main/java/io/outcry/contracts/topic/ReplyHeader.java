// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

/** The header of a command that says who waits for its outcome: copied unchanged to the outcome, and read by who wrote it alone. */
public final class ReplyHeader {

    /** Its name. */
    public static final String NAME = "outcry-reply";

    private ReplyHeader() {}
}
