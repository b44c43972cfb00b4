// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.OutcomeChain;
import io.outcry.matching.recovery.PartitionEngine;
import io.outcry.matching.recovery.PublishedTail;
import io.outcry.matching.recovery.Recovered;
import io.outcry.matching.snapshot.SnapshotSchedule;
import io.outcry.matching.snapshot.SnapshotSink;
import io.outcry.matching.snapshot.SnapshotWriter;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a recovery finds, for tests without Kafka. */
final class Recoveries {

    private Recoveries() {}

    /** A partition that has never seen a command. */
    static CaughtUp fromNothing(int partition) {
        PartitionEngine engine = new PartitionEngine(new Recovered(
                new MatchingEngine(partition, EngineLimits.STANDARD), new OutcomeChain(0), 0, PublishedTail.EMPTY, null, List.of(),
                List.of()));
        return new CaughtUp(engine, 0, null, null, List.of(), List.of());
    }

    /** Snapshots that are never due. */
    static PartitionSnapshots noSnapshots(int partition) {
        SnapshotSink nowhere = new SnapshotSink() {
            @Override
            public CompletableFuture<Long> append(int of, byte[] record) {
                throw new AssertionError("nothing is written here");
            }

            @Override
            public void deleteBefore(int of, long offset) {
                throw new AssertionError("nothing is deleted here");
            }
        };
        return new PartitionSnapshots(
                new SnapshotWriter(nowhere, partition, 2, () -> 0), new SnapshotSchedule(Long.MAX_VALUE, 0, Long.MAX_VALUE));
    }
}
