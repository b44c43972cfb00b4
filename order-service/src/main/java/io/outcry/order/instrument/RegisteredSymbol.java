// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.order.domain.InstrumentRules;
import java.util.Comparator;

/**
 * A symbol in the registry.
 *
 * @param message as it was read, so that what only a newer version knows of it stays when it is written again
 * @param rules what this version knows of it
 */
public record RegisteredSymbol(RegisteredInstrument message, InstrumentRules rules) {

    private static final Comparator<RegisteredSymbol> BY_COMMAND =
            Comparator.comparingLong(RegisteredSymbol::timeMicros).thenComparingLong(symbol -> symbol.message.getInputOffset());

    /** @throws IllegalArgumentException if the message lacks what every check divides by */
    static RegisteredSymbol of(RegisteredInstrument message) {
        return new RegisteredSymbol(message, InstrumentMessages.toRules(message.getInstrument()));
    }

    /** The partition of the order topics that holds it, for ever. */
    public int partition() {
        return message.getPartition();
    }

    /** Zero: not known. It goes on where a log begins anew; the offset of the command tells two of one time apart. */
    private long timeMicros() {
        return message.getTimeUs();
    }

    /** Whether these rules are known to have been made after those. */
    boolean isNewerThan(RegisteredSymbol other) {
        return other.timeMicros() != 0 && BY_COMMAND.compare(this, other) > 0;
    }
}
