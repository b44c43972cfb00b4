// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.domain.FrozenEngine;
import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.PartitionEngine;
import io.outcry.matching.snapshot.SnapshotSchedule;
import io.outcry.matching.snapshot.SnapshotWriter;
import io.outcry.matching.snapshot.WrittenSnapshot;
import org.jspecify.annotations.Nullable;

/** The snapshots of one partition: what there is, and when the next one is due. The consumer's thread asks, the snapshots' thread writes. */
final class PartitionSnapshots {

    private final SnapshotWriter writer;
    private final SnapshotSchedule schedule;
    private volatile @Nullable WrittenSnapshot books;

    PartitionSnapshots(SnapshotWriter writer, SnapshotSchedule schedule) {
        this.writer = writer;
        this.schedule = schedule;
    }

    /** Goes on behind what recovery has found. */
    void begin(CaughtUp recovered, long nowNanos) {
        books = recovered.books();
        writer.keeps(recovered.kept());
        schedule.begin(recovered.replayedFrom(), nowNanos);
    }

    SnapshotSchedule.Due due(PartitionEngine engine, long nowNanos) {
        WrittenSnapshot known = books;
        boolean changed = known == null || engine.changedAt() > known.point().sequence();
        return schedule.due(engine.engine().sequence(), changed, nowNanos);
    }

    long takenNanos() {
        return schedule.takenNanos();
    }

    void taken(SnapshotPoint point, long nowNanos) {
        schedule.taken(point.sequence(), nowNanos);
    }

    WrittenSnapshot write(FrozenEngine state, SnapshotPoint point) {
        WrittenSnapshot written = writer.write(state, point);
        books = written;
        return written;
    }

    void advance(SnapshotPoint point) {
        WrittenSnapshot known = books;
        if (known != null) {
            writer.advance(known, point);
        }
    }
}
