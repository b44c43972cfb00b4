// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

/** Commands and outcomes contradict each other: the engine cannot be built from them. */
final class LogMismatchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LogMismatchException(String message) {
        super(message);
    }
}
