// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.domain.InvalidStateException;
import java.security.MessageDigest;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Reads the chunks of one snapshot, hands on each that is whole, and holds all of them against the snapshot's end. */
final class ChunkReading {

    private final SnapshotEntry.End end;
    private final Predicate<byte[]> sink;
    private final MessageDigest digest = StateHash.begin();
    private int chunks;
    private boolean wanted = true;

    ChunkReading(SnapshotEntry.End end, Predicate<byte[]> sink) {
        this.end = end;
        this.sink = sink;
    }

    /**
     * Reads to the end, or until nobody wants more.
     *
     * @param log hands over the records from the manifest to the end
     * @throws InvalidStateException if they are not the whole snapshot
     */
    void read(Consumer<SnapshotSource.Visitor> log) {
        log.accept((_, value) -> visit(value));
        if (wanted) {
            require(chunks == end.chunks(), "it has " + chunks + " of " + end.chunks() + " chunks");
            require(MessageDigest.isEqual(digest.digest(), end.stateHash()), "its state has another hash");
        }
    }

    private boolean visit(byte[] value) {
        SnapshotEntry entry = SnapshotCodec.decode(value).orElse(null);
        if (entry instanceof SnapshotEntry.Chunk chunk && chunk.snapshotId() == end.snapshotId()) {
            require(chunk.index() == chunks, "chunk " + chunk.index() + " stands where " + chunks + " should");
            require(SnapshotFormat.crc(chunk.state()) == chunk.crc(), "chunk " + chunk.index() + " has another CRC");
            chunks++;
            wanted = sink.test(chunk.state());
            digest.update(chunk.state());
        }
        return wanted && chunks <= end.chunks();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidStateException(otherwise);
        }
    }
}
