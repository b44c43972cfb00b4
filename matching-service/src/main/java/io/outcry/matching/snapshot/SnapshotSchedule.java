// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

/**
 * When a partition's next snapshot is due: after so many outcomes, a tenth of them for the first since this process took the partition, but
 * not at once after the one before, or after so long a time. A partition whose books are as they were only writes its new position, and
 * that only by time; one that has seen no command writes nothing.
 */
public final class SnapshotSchedule {

    /** What is due. */
    public enum Due {
        NOTHING, SNAPSHOT, POSITION
    }

    /** The first one comes after so many times fewer outcomes. */
    private static final long SOONER = 10;

    private final long everyOutcomes;
    private final long apartNanos;
    private final long everyNanos;
    private long dueOutcomes;
    private long knownSequence;
    private long sinceNanos;

    /**
     * @param everyOutcomes a snapshot is due after so many
     * @param apartNanos but not sooner than this after the one before
     * @param everyNanos and at the latest after this
     */
    public SnapshotSchedule(long everyOutcomes, long apartNanos, long everyNanos) {
        this.everyOutcomes = everyOutcomes;
        dueOutcomes = everyOutcomes;
        this.apartNanos = apartNanos;
        this.everyNanos = everyNanos;
    }

    /**
     * Begins behind a snapshot. The next is due after a tenth of the outcomes, so that a process has written one while its code is still
     * being compiled; at once, if more were replayed.
     *
     * @param sequence that it knows; zero if there is none
     */
    public void begin(long sequence, long nowNanos) {
        taken(sequence, nowNanos - apartNanos);
        dueOutcomes = Math.ceilDiv(everyOutcomes, SOONER);
    }

    /**
     * What is due now.
     *
     * @param sequence of the last outcome
     * @param changed whether the books have changed since the last snapshot of them
     */
    public Due due(long sequence, boolean changed, long nowNanos) {
        long age = nowNanos - sinceNanos;
        if (sequence == knownSequence || age < apartNanos) {
            return Due.NOTHING;
        }
        if (age >= everyNanos) {
            return changed ? Due.SNAPSHOT : Due.POSITION;
        }
        return changed && sequence - knownSequence >= dueOutcomes ? Due.SNAPSHOT : Due.NOTHING;
    }

    /** When the last one was taken, as {@link System#nanoTime} says. */
    public long takenNanos() {
        return sinceNanos;
    }

    /** A snapshot or a position is on its way; if it fails, the next one comes when it would have come anyway. */
    public void taken(long sequence, long nowNanos) {
        knownSequence = sequence;
        sinceNanos = nowNanos;
        dueOutcomes = everyOutcomes;
    }
}
