// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.snapshot.LoadedSnapshot;
import io.outcry.matching.snapshot.ReadAhead;
import io.outcry.matching.snapshot.SnapshotLoader;
import io.outcry.matching.snapshot.SnapshotSource;

/** The first half of a recovery: what is published, and the newest engine from before that. The second half is {@link CatchUp}. */
public final class Recovery {

    private final OutcomeTails tails;
    private final SnapshotLoader snapshots;
    private final EngineLimits limits;

    /** @param ahead reads a snapshot while the engine is built */
    public Recovery(OutcomeTails tails, SnapshotSource snapshots, EngineLimits limits, ReadAhead ahead) {
        this.tails = tails;
        this.snapshots = new SnapshotLoader(snapshots, limits, ahead);
        this.limits = limits;
    }

    /**
     * Reads what is needed to go on with a partition.
     *
     * @throws LogMismatchException if the logs contradict each other
     * @throws io.outcry.matching.domain.UnknownEngineVersionException if a newer engine has been at work
     */
    public Recovered recover(int partition) {
        PublishedTail tail = tails.read(partition);
        LoadedSnapshot loaded = snapshots.load(partition, tail.inputOffset());
        MatchingEngine engine = loaded.engine();
        SnapshotPoint point = loaded.point();
        if (engine == null || point == null) {
            return new Recovered(
                    new MatchingEngine(partition, limits), new OutcomeChain(0), 0, tail, null, loaded.kept(), loaded.refused());
        }
        return new Recovered(
                engine, new OutcomeChain(point.chain()), point.nextOffset(), tail, loaded.written(), loaded.kept(), loaded.refused());
    }
}
