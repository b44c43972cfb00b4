// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.domain.FrozenEngine;
import io.outcry.matching.domain.StateSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Writes the snapshots of one partition, one after the other, and deletes those that are not kept any more. Not thread-safe. */
public final class SnapshotWriter {

    /** Records on their way at most, so that a snapshot takes little memory besides its copy. */
    private static final int UNDER_WAY = 4;

    private final SnapshotSink log;
    private final int partition;
    private final int keep;
    private final LongSupplier ids;
    private final List<Long> kept = new ArrayList<>();

    /**
     * @param keep how many snapshots stay
     * @param ids gives each snapshot of any writer of this partition another number
     */
    public SnapshotWriter(SnapshotSink log, int partition, int keep, LongSupplier ids) {
        this.log = log;
        this.partition = partition;
        this.keep = keep;
        this.ids = ids;
    }

    /** Goes on behind snapshots that are there: their manifests, the oldest first. */
    public void keeps(List<Long> manifestOffsets) {
        kept.clear();
        kept.addAll(manifestOffsets);
    }

    /**
     * Writes a snapshot and waits until it is durable.
     *
     * @param point of the state that was frozen
     * @throws RuntimeException if the log cannot be written; what was written does not count then
     */
    public WrittenSnapshot write(FrozenEngine state, SnapshotPoint point) {
        long id = ids.getAsLong();
        SnapshotEntry.Manifest manifest = new SnapshotEntry.Manifest(id, SnapshotFormat.VERSION, partition, point);
        long manifestOffset = append(manifest).join();
        Chunks chunks = new Chunks(id);
        ByteStateWriter out = new ByteStateWriter(SnapshotFormat.CHUNK_BYTES, chunks::add);
        StateSize size = state.write(out);
        byte[] hash = out.finish();
        chunks.awaitAll();
        // One that fails now must not push out an older one that is whole.
        List<Long> keeping = new ArrayList<>(kept);
        keeping.add(manifestOffset);
        while (keeping.size() > keep) {
            keeping.removeFirst();
        }
        SnapshotEntry.End end = new SnapshotEntry.End(manifest, manifestOffset, chunks.count, out.total(), hash, keeping, size);
        long endOffset = append(end).join();
        keeps(keeping);
        if (kept.size() == keep) {
            log.deleteBefore(partition, kept.getFirst());
        }
        return new WrittenSnapshot(id, point, endOffset, out.total(), hash);
    }

    /** Notes that the books are still those of a snapshot, and waits until that is durable. */
    public void advance(WrittenSnapshot books, SnapshotPoint point) {
        append(new SnapshotEntry.Advance(books.id(), SnapshotFormat.VERSION, books.endOffset(), point)).join();
    }

    private CompletableFuture<Long> append(SnapshotEntry entry) {
        return log.append(partition, SnapshotCodec.encode(entry));
    }

    private final class Chunks {

        private final long id;
        private final Queue<CompletableFuture<Long>> underWay = new ArrayDeque<>();
        private int count;

        Chunks(long id) {
            this.id = id;
        }

        void add(byte[] state) {
            if (underWay.size() == UNDER_WAY) {
                underWay.remove().join();
            }
            underWay.add(append(new SnapshotEntry.Chunk(id, count++, SnapshotFormat.crc(state), state)));
        }

        void awaitAll() {
            underWay.forEach(CompletableFuture::join);
        }
    }
}
