// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Whose turn it is where snapshots are written one at a time: of the partitions that wait, the one whose last snapshot is the oldest. So a
 * large partition whose next snapshot is due before one is written does not keep the others from theirs.
 *
 * <p>A partition waits as long as it asks; one that has not asked for {@value #PATIENCE_SECONDS} s has left. Safe for several threads.
 */
public final class SnapshotTurns {

    private static final long PATIENCE_SECONDS = 5;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);

    private final Map<Integer, Waiting> waiting = new ConcurrentHashMap<>();

    private record Waiting(long takenNanos, long askedNanos) {}

    /**
     * Whether a partition whose snapshot is due is the next one; until it is taken, it waits.
     *
     * @param takenNanos when its last one was taken
     */
    public boolean isNext(int partition, long takenNanos, long nowNanos) {
        waiting.put(partition, new Waiting(takenNanos, nowNanos));
        waiting.values().removeIf(other -> nowNanos - other.askedNanos > PATIENCE_NANOS);
        return waiting.values().stream().noneMatch(other -> other.takenNanos - takenNanos < 0);
    }

    /** The partition has had its turn. */
    public void taken(int partition) {
        waiting.remove(partition);
    }
}
