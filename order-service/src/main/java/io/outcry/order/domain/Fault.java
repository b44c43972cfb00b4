// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;

/**
 * What is wrong with a request, as far as it can be seen before it reaches the log.
 *
 * @param field the field at fault, as the client spells it
 * @param detail what is wrong with it, for people
 */
public record Fault(ErrorCode code, String field, String detail) {

    private static final int RULE = 422;

    /** Whether it is a rule that is broken, by what could be a request otherwise. */
    public boolean isOfRule() {
        return code.status() == RULE;
    }

    /** What the client is told. */
    public Problem problem() {
        return Problem.inField(code, field, detail);
    }

    public static Fault missing(String field) {
        return new Fault(ErrorCode.MISSING_FIELD, field, field + " is required");
    }

    public static Fault invalid(String field, String detail) {
        return new Fault(ErrorCode.INVALID_FIELD, field, detail);
    }
}
