// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

/** Commands, outcomes and engine contradict each other: the partition cannot go on. */
public final class LogMismatchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LogMismatchException(String message) {
        super(message);
    }
}
