// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.NewOrder;
import org.jspecify.annotations.Nullable;

/**
 * Reads commands off the log before they are applied, and knows no engine, so that it may be on another thread. What it reads is the same
 * whatever has been applied: names are found when a command is, and bytes that are no command are refused then, too.
 *
 * <p>Its rows are for one {@link CommandApplier}, all of them, in their order. Not thread-safe.
 */
public final class CommandReader {

    private final NumberedNames accounts = new NumberedNames();
    private final NumberedNames symbols = new NumberedNames();
    private final PlacementReader placements = new PlacementReader(accounts, symbols);
    private final NewOrder order = new NewOrder();
    private CommandRows rows = new CommandRows(0);

    /** Empties rows, and fills them from now on. Those that were filled before may be in other hands. */
    public void begin(CommandRows next) {
        next.clear();
        accounts.begin(next.accounts());
        symbols.begin(next.symbols());
        rows = next;
    }

    /** Adds a command, as it stands on the log, to the rows, which are not full. */
    public void read(byte @Nullable [] value) {
        if (value != null && placements.read(value, order)) {
            rows.add(placements.timeUs(), order);
        } else {
            rows.add(value);
        }
    }
}
