// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import io.outcry.matching.codec.CommandReader;
import io.outcry.matching.codec.CommandRows;
import org.jspecify.annotations.Nullable;

/**
 * Some commands that follow one another on the log: what is handed from the thread that reads to the one that applies, and back to be filled
 * again.
 */
final class CommandBatch {

    /** Commands of a batch at most. */
    static final int MOST = 512;

    private final long[] offsets = new long[MOST];
    private final CommandRows rows = new CommandRows(MOST);

    /** Empties it, to be filled by this reader. */
    void begin(CommandReader reader) {
        reader.begin(rows);
    }

    /** Adds a command by way of the reader that has begun it. */
    void add(long offset, byte @Nullable [] command, CommandReader reader) {
        offsets[rows.size()] = offset;
        reader.read(command);
    }

    int size() {
        return rows.size();
    }

    boolean isFull() {
        return rows.isFull();
    }

    long offset(int index) {
        return offsets[index];
    }

    CommandRows rows() {
        return rows;
    }
}
