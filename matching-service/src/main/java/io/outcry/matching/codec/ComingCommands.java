// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.MatchingEngine;
import org.jspecify.annotations.Nullable;

/** Commands that were read before it is their turn by the thread that applies them, which may yet come with others. Not thread-safe. */
final class ComingCommands {

    private final CommandReader reader = new CommandReader();
    private final CommandRows rows = new CommandRows(MatchingEngine.FORESEEN);
    private final byte[] @Nullable [] values = new byte[MatchingEngine.FORESEEN][];
    private int next;

    /** Reads the commands from one index to before another; forgets what it had read. */
    CommandRows read(byte[] @Nullable [] commands, int from, int to) {
        begin();
        for (int i = from; i < to; i++) {
            add(commands[i]);
        }
        return rows;
    }

    /** Reads a command alone; forgets what it had read. */
    CommandRows read(byte @Nullable [] command) {
        begin();
        add(command);
        return rows;
    }

    private void begin() {
        reader.begin(rows);
        next = 0;
    }

    private void add(byte @Nullable [] command) {
        values[rows.size()] = command;
        reader.read(command);
    }

    /** Whether the next of those that were read is this one. */
    boolean isNext(byte @Nullable [] command) {
        return next < rows.size() && values[next] == command;
    }

    /** The index of the next one, whose turn it is now. */
    int next() {
        return next++;
    }
}
