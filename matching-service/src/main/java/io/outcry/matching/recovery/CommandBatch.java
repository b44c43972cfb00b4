// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import org.jspecify.annotations.Nullable;

/** Some commands that follow one another on the log: what is handed from the thread that reads to the one that applies. */
final class CommandBatch {

    /** Commands of a batch at most. */
    static final int MOST = 512;

    private final long[] offsets = new long[MOST];
    private final byte[] @Nullable [] commands = new byte[MOST][];
    private int size;

    void add(long offset, byte @Nullable [] command) {
        offsets[size] = offset;
        commands[size++] = command;
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == MOST;
    }

    long offset(int index) {
        return offsets[index];
    }

    byte @Nullable [] command(int index) {
        return commands[index];
    }

    /** Tells an engine of the commands from an index on, as many as it takes. */
    void tell(PartitionEngine engine, int from) {
        engine.expect(commands, from, Math.min(size, from + PartitionEngine.FORESEEN));
    }
}
