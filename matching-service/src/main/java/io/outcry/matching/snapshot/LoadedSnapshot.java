// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.domain.MatchingEngine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the snapshots of a partition had to offer.
 *
 * @param engine as it was at {@code point}; null if no snapshot could be used
 * @param point where the engine is; null with it
 * @param written the snapshot that the books are from; null with it
 * @param kept where the manifests of the snapshots stand that the newest one names
 * @param refused why others were not used, the newest first
 */
public record LoadedSnapshot(
        @Nullable MatchingEngine engine,
        @Nullable SnapshotPoint point,
        @Nullable WrittenSnapshot written,
        List<Long> kept,
        List<String> refused) {

    public LoadedSnapshot {
        kept = List.copyOf(kept);
        refused = List.copyOf(refused);
    }
}
