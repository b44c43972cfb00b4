// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import io.outcry.matching.snapshot.WrittenSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recovery that has come to its end: an engine that stands at the last published outcome.
 *
 * @param engine is live
 * @param replayedFrom sequence of the last outcome before the replay; zero if it began at the first command
 * @param chain the newest published value of the hash chain; null if there is none near the end of the log
 * @param books the snapshot that the engine is from; null if it began at the first command
 * @param kept where the manifests of the snapshots stand that are there
 * @param refused why newer snapshots were not used
 */
public record CaughtUp(
        PartitionEngine engine,
        long replayedFrom,
        @Nullable ChainPoint chain,
        @Nullable WrittenSnapshot books,
        List<Long> kept,
        List<String> refused) {

    public CaughtUp {
        kept = List.copyOf(kept);
        refused = List.copyOf(refused);
    }
}
