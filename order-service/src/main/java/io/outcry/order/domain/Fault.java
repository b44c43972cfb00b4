// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import io.outcry.contracts.http.ErrorCode;

/**
 * Why a request is refused before it reaches the log.
 *
 * @param field the field at fault, as the client spells it
 * @param detail what is wrong with it, for people
 */
public record Fault(ErrorCode code, String field, String detail) {

    public static Fault missing(String field) {
        return new Fault(ErrorCode.MISSING_FIELD, field, field + " is required");
    }

    public static Fault invalid(String field, String detail) {
        return new Fault(ErrorCode.INVALID_FIELD, field, detail);
    }
}
