// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

/** Why a record was not acknowledged. */
public enum WriteFailure {
    /** The log cannot be reached; the record was certainly not written. */
    LOG_UNAVAILABLE,
    /** Too much is waiting to be written; the record was certainly not written. */
    OVERLOADED,
    /** It has waited too long for its turn, behind few or many; the record was certainly not written. */
    WAITED_TOO_LONG,
    /** The record may or may not be in the log, or may yet come into it. */
    UNKNOWN
}
