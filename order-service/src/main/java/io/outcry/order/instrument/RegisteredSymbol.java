// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import io.outcry.order.domain.InstrumentRules;

/**
 * A symbol in the registry.
 *
 * @param partition of the order topics that holds it, for ever
 * @param inputOffset in that partition, of the command that made the rules
 */
public record RegisteredSymbol(int partition, long inputOffset, InstrumentRules rules) {

    /** Whether these rules were made after those. */
    boolean isNewerThan(RegisteredSymbol other) {
        return inputOffset > other.inputOffset;
    }
}
