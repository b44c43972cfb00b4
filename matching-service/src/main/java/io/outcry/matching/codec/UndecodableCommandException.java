// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

/** A record of the command log that is no command this version knows. It is never skipped: its partition stops. */
public final class UndecodableCommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndecodableCommandException(String message) {
        super(message);
    }

    UndecodableCommandException(String message, Throwable cause) {
        super(message, cause);
    }
}
