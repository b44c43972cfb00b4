// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.NewOrder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Placements that were read before it is their turn. Each waits for memory, for its bytes and then for the place of its client order id; for
 * several, one behind the other, those waits lie side by side.
 *
 * <p>Only an unbroken run of placements is read ahead: any other command may change what the names in the next one mean. Not thread-safe.
 */
final class ComingPlacements {

    private final MatchingEngine engine;
    private final PlacementReader reader;
    private final NewOrder[] orders = Stream.generate(NewOrder::new).limit(MatchingEngine.FORESEEN).toArray(NewOrder[]::new);
    private final byte[][] values = new byte[MatchingEngine.FORESEEN][];
    private final long[] times = new long[MatchingEngine.FORESEEN];
    private int read;
    private int next;

    ComingPlacements(MatchingEngine engine, PlacementReader reader) {
        this.engine = engine;
        this.reader = reader;
    }

    /** Reads the commands from one index to before another, as far as they are placements; forgets what it had read. */
    void read(byte[] @Nullable [] commands, int from, int to) {
        next = 0;
        read = 0;
        for (int i = from; i < to; i++) {
            byte[] value = commands[i];
            if (value == null || !reader.readAhead(value, orders[read])) {
                return;
            }
            engine.expect(orders[read]);
            values[read] = value;
            times[read++] = reader.timeUs();
        }
    }

    /**
     * The next command, if it has been read; if not, everything that has been is forgotten.
     *
     * @return what it asks for, until others are read
     */
    @Nullable
    NewOrder take(byte @Nullable [] value) {
        if (next < read && values[next] == value) {
            return orders[next++];
        }
        read = next;
        return null;
    }

    /** The time of the placement that was taken last, microseconds since the epoch. */
    long timeUs() {
        return times[next - 1];
    }
}
