// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.command;

/** The command line is wrong; the message says what is, for whoever typed it. */
public final class UsageException extends RuntimeException {

    /** @param message one line */
    public UsageException(String message) {
        super(message);
    }
}
