// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One snapshot at a time, and everybody has a turn. */
class SnapshotTurnsTest {

    private final SnapshotTurns turns = new SnapshotTurns();

    @Test
    void aPartitionThatWaitsAloneIsNext() {
        assertThat(turns.isNext(0, 100, 200)).isTrue();
        turns.taken(0);
        assertThat(turns.isNext(0, 200, 300)).isTrue();
    }

    @Test
    void theOldestSnapshotIsRenewedFirst() {
        turns.isNext(1, 50, 200);
        assertThat(turns.isNext(0, 100, 201)).as("1 waits, and its last one is older").isFalse();
        assertThat(turns.isNext(1, 50, 202)).isTrue();
        turns.taken(1);
        assertThat(turns.isNext(0, 100, 203)).isTrue();
    }

    @Test
    void aPartitionThatIsAlwaysDueDoesNotKeepTheOthersFromTheirs() {
        long[] taken = new long[3];
        int[] turnsOf = new int[3];
        for (int now = 1; now <= 300; now++) {
            boolean free = true;
            for (int partition = 0; partition < 3; partition++) {
                if (turns.isNext(partition, taken[partition], now) && free) {
                    free = false;
                    turns.taken(partition);
                    taken[partition] = now;
                    turnsOf[partition]++;
                }
            }
        }
        assertThat(turnsOf).containsExactly(100, 100, 100);
    }

    @Test
    void aPartitionThatAsksNoMoreIsNotWaitedFor() {
        turns.isNext(1, 50, 200);
        assertThat(turns.isNext(0, 100, 200 + TimeUnit.SECONDS.toNanos(5))).isFalse();
        assertThat(turns.isNext(0, 100, 201 + TimeUnit.SECONDS.toNanos(5))).isTrue();
    }
}
