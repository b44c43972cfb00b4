// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

/** An outcome that cannot follow what was applied: one is missing, or it contradicts it. The partition stops. */
final class OutcomeGapException extends Exception {

    private static final long serialVersionUID = 1L;

    OutcomeGapException(String what) {
        super(what);
    }
}
