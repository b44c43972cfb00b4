// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

/** The log does not give the records that it should have. */
final class UnreadableLogException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableLogException(String message) {
        super(message);
    }
}
