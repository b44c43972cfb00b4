// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

/** A value of Redis that the projection has to go on from is none that it writes. */
final class UnreadableViewException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableViewException(String what, Throwable cause) {
        super(what, cause);
    }
}
