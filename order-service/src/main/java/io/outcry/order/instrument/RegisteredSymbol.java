// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import io.outcry.order.domain.InstrumentRules;
import java.util.Comparator;

/**
 * A symbol in the registry.
 *
 * @param partition of the order topics that holds it, for ever
 * @param timeMicros the engine's clock after the command that made the rules, since the epoch: it goes on where a log begins anew; zero: not
 *     known
 * @param inputOffset of that command in its partition, which tells two of one time apart
 */
public record RegisteredSymbol(int partition, long timeMicros, long inputOffset, InstrumentRules rules) {

    private static final Comparator<RegisteredSymbol> BY_COMMAND =
            Comparator.comparingLong(RegisteredSymbol::timeMicros).thenComparingLong(RegisteredSymbol::inputOffset);

    /** Whether these rules are known to have been made after those. */
    boolean isNewerThan(RegisteredSymbol other) {
        return other.timeMicros != 0 && BY_COMMAND.compare(this, other) > 0;
    }
}
