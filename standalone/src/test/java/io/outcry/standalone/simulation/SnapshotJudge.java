// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.recovery.Recovered;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A snapshot whose writer was told that it is durable is there when it is needed. That what it holds is right shows in the outcomes, which
 * must be the same bytes.
 */
final class SnapshotJudge {

    /** An end or an advance, in the order of the log; sure: its writer was told. */
    private record Ending(int partition, long nextOffset, long id, boolean sure) {}

    private final List<Ending> endings = new ArrayList<>();
    private final Set<Long> damaged = new HashSet<>();
    private final int kept;

    /** @param kept how many snapshots of a partition stay on the log */
    SnapshotJudge(int kept) {
        this.kept = kept;
    }

    /** A record has come onto the snapshots' log. */
    void appended(ConsumerRecord<byte[], byte[]> record) {
        switch (SnapshotCodec.decode(record.value()).orElseThrow()) {
            case SnapshotEntry.End end -> endings.add(
                    new Ending(record.partition(), end.manifest().point().nextOffset(), end.snapshotId(), false));
            case SnapshotEntry.Advance advance -> endings.add(
                    new Ending(record.partition(), advance.point().nextOffset(), advance.snapshotId(), false));
            default -> {}
        }
    }

    /** A writer was told that a snapshot is whole. */
    void written(int partition, SnapshotPoint point, long id) {
        endings.removeIf(ending -> ending.id == id && ending.nextOffset == point.nextOffset());
        endings.add(new Ending(partition, point.nextOffset(), id, true));
    }

    /** A snapshot's state is not what was written. */
    void damaged(long id) {
        damaged.add(id);
    }

    /** The offset behind everything that some snapshot knows; zero if there is none. */
    long newest(int partition) {
        return endings.stream().filter(ending -> ending.partition == partition).mapToLong(Ending::nextOffset).max().orElse(0);
    }

    /**
     * A recovery begins at the newest sure snapshot, or at one of those that came after it. Where all that are kept are damaged there is
     * nothing to ask for: the log itself remains.
     */
    void recovered(int partition, Recovered recovered) {
        long least = Long.MAX_VALUE;
        Set<Long> spoiled = new HashSet<>();
        for (Ending ending : endings.reversed()) {
            boolean usable = !damaged.contains(ending.id) && ending.nextOffset <= recovered.tail().inputOffset() + 1;
            if (ending.partition == partition && damaged.contains(ending.id)) {
                spoiled.add(ending.id);
                if (spoiled.size() == kept) {
                    return;
                }
            }
            if (ending.partition == partition && usable) {
                least = Math.min(least, ending.nextOffset);
                if (ending.sure) {
                    Violation.unless(
                            recovered.nextOffset() >= least, 5, "partition %s is recovered from offset %s, but has a snapshot up to %s: %s",
                            partition, recovered.nextOffset(), least, recovered.refused());
                    return;
                }
            }
        }
    }
}
