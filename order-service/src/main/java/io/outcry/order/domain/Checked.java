// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/**
 * A value that passed its checks, or the first fault in the order of precedence.
 *
 * @param <T> what was checked
 */
public sealed interface Checked<T> {

    /** Passed. */
    record Valid<T>(T value) implements Checked<T> {}

    /** Refused. */
    record Refused<T>(Fault fault) implements Checked<T> {}

    static <T> Checked<T> valid(T value) {
        return new Valid<>(value);
    }

    static <T> Checked<T> refused(Fault fault) {
        return new Refused<>(fault);
    }
}
