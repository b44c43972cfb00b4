// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What was read is not the state of an engine that this version can be. */
public final class InvalidStateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InvalidStateException(String message) {
        super(message);
    }
}
