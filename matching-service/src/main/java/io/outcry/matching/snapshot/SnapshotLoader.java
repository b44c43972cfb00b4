// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.InvalidStateException;
import io.outcry.matching.domain.MatchingEngine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Finds the newest snapshot of a partition that can be used, and builds the engine that it holds. */
public final class SnapshotLoader {

    /** Records looked at in one go on the way back from the end. */
    private static final int WINDOW = 8;

    /** More than an end marker takes that names the most snapshots there may be; what is longer is a chunk, and not looked into for one. */
    private static final int MOST_CANDIDATE_BYTES = 16 * 1024;

    /** @param unreadable why it is not known what stands there; empty if it is */
    private record Candidate(long offset, @Nullable SnapshotEntry entry, String unreadable) {

        /** Where the snapshot ends that it is, or stands on. */
        long endOffset() {
            return entry instanceof SnapshotEntry.Advance advance ? advance.endOffset() : offset;
        }
    }

    /**
     * What is looked for.
     *
     * @param damaged where the snapshots end that could not be read; not those that are only ahead of the outcomes
     */
    private record Search(int partition, long lastPublished, long begin, List<String> refused, Set<Long> damaged) {

        Search(int partition, long lastPublished, long begin) {
            this(partition, lastPublished, begin, new ArrayList<>(), new HashSet<>());
        }

        <T> T read(long endOffset, Supplier<T> reading) {
            try {
                return reading.get();
            } catch (InvalidStateException e) {
                damaged.add(endOffset);
                throw e;
            }
        }
    }

    private final SnapshotSource log;
    private final EngineLimits limits;
    private final ReadAhead ahead;

    /** @param ahead reads a snapshot while the engine is built */
    public SnapshotLoader(SnapshotSource log, EngineLimits limits, ReadAhead ahead) {
        this.log = log;
        this.limits = limits;
        this.ahead = ahead;
    }

    /**
     * The newest snapshot that is whole, known and not ahead of the outcomes.
     *
     * @param lastPublished offset of the last command whose outcome is on the log; a state behind it was made of outcomes that are lost
     */
    public LoadedSnapshot load(int partition, long lastPublished) {
        List<Long> kept = List.of();
        long begin = log.begin(partition);
        Search search = new Search(partition, lastPublished, begin);
        long to = log.end(partition);
        while (to > begin) {
            long from = Math.max(begin, to - WINDOW);
            for (Candidate candidate : candidates(partition, from, to).reversed()) {
                if (kept.isEmpty() && candidate.entry() instanceof SnapshotEntry.End end) {
                    kept = end.kept();
                }
                // Each try may last until Kafka counts as silent, and a quiet night notes a hundred positions on one snapshot.
                if (search.damaged().contains(candidate.endOffset())) {
                    continue;
                }
                try {
                    return load(search, candidate, kept);
                } catch (InvalidStateException e) {
                    String which = candidate.entry() == null ? "" : "the snapshot that ends at offset " + candidate.offset() + ": ";
                    search.refused().add(which + e.getMessage());
                }
            }
            to = from;
        }
        return new LoadedSnapshot(null, null, null, kept, search.refused());
    }

    /** What cannot be read is among them: it may have been one. Then each of the others is read alone. */
    private List<Candidate> candidates(int partition, long from, long to) {
        List<Candidate> found = new ArrayList<>();
        try {
            log.read(partition, from, to, (offset, value) -> {
                if (value.length > MOST_CANDIDATE_BYTES) {
                    return true;
                }
                SnapshotEntry entry = SnapshotCodec.decode(value).orElse(null);
                if (entry instanceof SnapshotEntry.End || entry instanceof SnapshotEntry.Advance) {
                    found.add(new Candidate(offset, entry, ""));
                }
                return true;
            });
            return found;
        } catch (InvalidStateException e) {
            return to - from == 1
                    ? List.of(new Candidate(from, null, String.valueOf(e.getMessage())))
                    : LongStream.range(from, to).boxed().flatMap(offset -> candidates(partition, offset, offset + 1).stream()).toList();
        }
    }

    private LoadedSnapshot load(Search search, Candidate candidate, List<Long> kept) {
        return switch (candidate.entry()) {
            case null -> throw new InvalidStateException(candidate.unreadable());
            case SnapshotEntry.End end -> {
                MatchingEngine engine = engine(search, candidate.offset(), end, end.manifest().point());
                yield new LoadedSnapshot(engine, end.manifest().point(), written(candidate.offset(), end), kept, search.refused());
            }
            case SnapshotEntry.Advance advance -> {
                require(advance.formatVersion() == SnapshotFormat.VERSION, "it has format " + advance.formatVersion());
                // Two owners delete and advance on their own: to read what is deleted fails, and would fail again at each new start.
                require(advance.endOffset() >= search.begin(), "the snapshot it stands on is deleted");
                require(advance.endOffset() < candidate.offset(), "the snapshot it stands on is none before it");
                SnapshotEntry.End end = search.read(advance.endOffset(), () -> endAt(search.partition(), advance.endOffset()));
                require(end.snapshotId() == advance.snapshotId(), "the snapshot it stands on is gone");
                MatchingEngine engine = engine(search, advance.endOffset(), end, advance.point());
                SnapshotPoint point = advance.point();
                engine.advance(point.nextOffset() - 1, point.sequence(), point.timeUs());
                yield new LoadedSnapshot(engine, point, written(advance.endOffset(), end), end.kept(), search.refused());
            }
            default -> throw new IllegalStateException("no candidate: " + candidate);
        };
    }

    private MatchingEngine engine(Search search, long endOffset, SnapshotEntry.End end, SnapshotPoint point) {
        SnapshotEntry.Manifest manifest = end.manifest();
        require(manifest.formatVersion() == SnapshotFormat.VERSION, "it has format " + manifest.formatVersion());
        require(manifest.partition() == search.partition(), "it is of partition " + manifest.partition());
        require(point.nextOffset() <= search.lastPublished() + 1, "it knows the commands before offset " + point.nextOffset()
                + ", published is the outcome of offset " + search.lastPublished());
        require(end.manifestOffset() >= search.begin(), "its beginning is deleted");
        // What the end says of bytes and orders is believed as far as the log has room for it: arrays are made for that before any chunk
        // is read.
        require(end.chunks() < endOffset - end.manifestOffset(), "it has " + end.chunks() + " chunks between its beginning at offset "
                + end.manifestOffset() + " and its end");
        long mostBytes = (long) end.chunks() * SnapshotFormat.CHUNK_BYTES;
        require(end.bytes() >= 0 && end.bytes() <= mostBytes, "it has " + end.bytes() + " bytes in " + end.chunks() + " chunks");
        return search.read(endOffset, () -> {
            MatchingEngine engine = build(search.partition(), endOffset, end);
            SnapshotPoint at = manifest.point();
            boolean isThere = engine.lastOffset() + 1 == at.nextOffset() && engine.sequence() == at.sequence();
            require(isThere && engine.version() == at.engineVersion(),
                    "its state is that of outcome " + engine.sequence() + ", its manifest names " + at.sequence());
            return engine;
        });
    }

    /** Builds the engine from the first chunks on; the last word is the hash of all of them. */
    private MatchingEngine build(int partition, long endOffset, SnapshotEntry.End end) {
        ReadAhead.Reading<byte[]> reading =
                sink -> new ChunkReading(end, sink).read(visitor -> log.read(partition, end.manifestOffset(), endOffset, visitor));
        try (ReadAhead.Coming<byte[]> chunks = ahead.begin(reading)) {
            try {
                ByteStateReader state = new ByteStateReader(chunks);
                MatchingEngine engine = MatchingEngine.restore(partition, limits, end.size().within(end.bytes()), state);
                require(state.isAtEnd(), "there is more than the state");
                return engine;
            } catch (RuntimeException e) {
                // Damaged bytes may lead anywhere; then the damage is the reason.
                chunks.forEachRemaining(_ -> {});
                throw e;
            }
        }
    }

    private SnapshotEntry.End endAt(int partition, long offset) {
        List<SnapshotEntry.End> found = new ArrayList<>();
        log.read(partition, offset, offset + 1, (_, value) -> {
            if (SnapshotCodec.decode(value).orElse(null) instanceof SnapshotEntry.End end) {
                found.add(end);
            }
            return false;
        });
        require(!found.isEmpty(), "the snapshot it stands on is gone");
        return found.getFirst();
    }

    private static WrittenSnapshot written(long endOffset, SnapshotEntry.End end) {
        return new WrittenSnapshot(
                end.snapshotId(), end.manifest().point(), endOffset, end.bytes(), end.stateHash());
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidStateException(otherwise);
        }
    }
}
