// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.StateSize;
import java.util.List;

/** One record of {@code book.snapshots.v1}. */
public sealed interface SnapshotEntry {

    /** The same for all records of a snapshot. */
    long snapshotId();

    /** Opens a snapshot. */
    record Manifest(long snapshotId, int formatVersion, int partition, SnapshotPoint point) implements SnapshotEntry {}

    /**
     * A part of the state.
     *
     * @param crc CRC-32C of {@code state}
     * @param state is not to be changed
     */
    record Chunk(long snapshotId, int index, int crc, byte[] state) implements SnapshotEntry {}

    /**
     * Closes a snapshot; without it there is none.
     *
     * @param manifest as it stands at {@code manifestOffset} of the topic
     * @param stateHash SHA-256 of the whole state
     * @param kept where the manifests of the kept snapshots stand, the oldest first and this one's last
     * @param size how much is in the state
     */
    record End(
            Manifest manifest, long manifestOffset, int chunks, long bytes, byte[] stateHash, List<Long> kept, StateSize size)
            implements
                SnapshotEntry {

        public End {
            kept = List.copyOf(kept);
        }

        @Override
        public long snapshotId() {
            return manifest.snapshotId();
        }
    }

    /**
     * The books are still those of an earlier snapshot.
     *
     * @param endOffset where the end of that one stands in the topic
     */
    record Advance(long snapshotId, int formatVersion, long endOffset, SnapshotPoint point) implements SnapshotEntry {}
}
