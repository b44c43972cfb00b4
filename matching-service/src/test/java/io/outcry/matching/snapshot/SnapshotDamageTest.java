// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of two snapshots something in the newer one does not belong together: it is refused, with the reason, and the older one used. */
class SnapshotDamageTest {

    private static final int PARTITION = 1;

    private final MemorySnapshotLog log = new MemorySnapshotLog();
    private final WireEngine engine = new WireEngine(PARTITION, EngineLimits.STANDARD);
    private final RandomWireCommands commands = new RandomWireCommands(7, PARTITION, 0);
    private long ids;
    private final SnapshotWriter writer = new SnapshotWriter(log, PARTITION, 3, () -> ids++);
    private WrittenSnapshot older;
    private WrittenSnapshot newer;

    @BeforeEach
    void writeTwo() {
        older = write();
        newer = write();
    }

    private WrittenSnapshot write() {
        for (int i = 0; i < 50; i++) {
            engine.apply(commands.next());
        }
        return writer.write(engine.engine().freeze(), point());
    }

    @Test
    void ofAnotherPartition() {
        changeManifest(was -> new SnapshotEntry.Manifest(was.snapshotId(), was.formatVersion(), PARTITION + 1, was.point()));
        assertRefused("it is of partition 2");
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, 0", "1, 0, 0", "0, -1, 0", "0, 0, 1"})
    void ofAnotherPlaceThanItsManifestNames(int offsets, int outcomes, int versions) {
        changeManifest(was -> new SnapshotEntry.Manifest(was.snapshotId(), was.formatVersion(), PARTITION, new SnapshotPoint(
                was.point().nextOffset() + offsets, was.point().sequence() + outcomes, was.point().timeUs(),
                was.point().engineVersion() + versions, was.point().chain())));
        assertRefused("its state is that of outcome");
    }

    @Test
    void withAStateOfAnotherHash() {
        changeEnd(was -> end(was, was.manifest(), was.bytes(), new byte[32]));
        assertRefused("its state has another hash");
    }

    @Test
    void withAChunkInAnothersPlace() {
        changeChunk(was -> new SnapshotEntry.Chunk(was.snapshotId(), 1, was.crc(), was.state()));
        assertRefused("chunk 1 stands where 0 should");
    }

    @Test
    void withMoreThanAState() {
        changeChunk(was -> {
            byte[] more = Arrays.copyOf(was.state(), was.state().length + 1);
            MessageDigest digest = StateHash.begin();
            digest.update(more);
            byte[] hash = digest.digest();
            changeEnd(end -> end(end, end.manifest(), end.bytes() + 1, hash));
            return new SnapshotEntry.Chunk(was.snapshotId(), 0, SnapshotFormat.crc(more), more);
        });
        assertRefused("there is more than the state");
    }

    @Test
    void whatIsKeptIsWhatTheNewestEndSaysThoughItIsRefused() {
        changeEnd(was -> end(was, was.manifest(), was.bytes(), new byte[32]));
        assertThat(load().kept()).hasSize(2);
    }

    @Test
    void oneThatFillsItsChunksIsWhole() {
        changeEnd(was -> end(was, was.manifest(), SnapshotFormat.CHUNK_BYTES, was.stateHash()));
        assertThat(StateHash.of(Objects.requireNonNull(load().engine()).freeze())).isEqualTo(newer.stateHash());
    }

    /** Chunks that are nearly empty stand for full ones: what could be written must be read, or it pushes out what can be. */
    @Test
    void noStateIsTooLarge() {
        int chunks = 10_000;
        SnapshotEntry.End was = (SnapshotEntry.End) entry(newer.endOffset());
        byte[] state = ((SnapshotEntry.Chunk) entry(newer.endOffset() - 1)).state();
        log.append(PARTITION, SnapshotCodec.encode(was.manifest()));
        for (int i = 0; i < chunks; i++) {
            byte[] part = i < chunks - 1 ? new byte[0] : state;
            log.append(PARTITION, SnapshotCodec.encode(new SnapshotEntry.Chunk(was.snapshotId(), i, SnapshotFormat.crc(part), part)));
        }
        long endOffset = log.end(PARTITION);
        log.append(PARTITION, SnapshotCodec.encode(new SnapshotEntry.End(was.manifest(), endOffset - chunks - 1, chunks,
                (long) chunks * SnapshotFormat.CHUNK_BYTES, was.stateHash(), was.kept(), was.size())));
        LoadedSnapshot loaded = load();
        assertThat(loaded.refused()).isEmpty();
        assertThat(Objects.requireNonNull(loaded.written()).endOffset()).isEqualTo(endOffset);
        assertThat(StateHash.of(Objects.requireNonNull(loaded.engine()).freeze())).isEqualTo(newer.stateHash());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, Integer.MAX_VALUE})
    void withMoreChunksThanStandBeforeItsEnd(int chunks) {
        changeEnd(was -> new SnapshotEntry.End(was.manifest(), was.manifestOffset(), chunks, (long) chunks * SnapshotFormat.CHUNK_BYTES,
                was.stateHash(), was.kept(), was.size()));
        assertRefused("it has " + chunks + " chunks between its beginning at offset " + (newer.endOffset() - 2) + " and its end");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1,  0, it has format",
        "1, 0,  0, is gone",
        "0, 0, -1, is gone"})
    void aPositionOfAnotherFormatOrOnWhatIsNotItsSnapshot(int ids, int formats, int offsets, String why) {
        log.append(PARTITION, SnapshotCodec.encode(new SnapshotEntry.Advance(
                newer.id() + ids, SnapshotFormat.VERSION + formats, newer.endOffset() + offsets, point())));
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(newer.point());
        assertThat(loaded.refused()).singleElement().asString().contains(why);
    }

    private void assertRefused(String why) {
        LoadedSnapshot loaded = load();
        assertThat(loaded.refused()).singleElement().asString()
                .startsWith("the snapshot that ends at offset " + newer.endOffset() + ": ").contains(why);
        assertThat(loaded.point()).isEqualTo(older.point());
    }

    private LoadedSnapshot load() {
        return new SnapshotLoader(log, EngineLimits.STANDARD, ReadAhead.NONE).load(PARTITION, Long.MAX_VALUE - 1);
    }

    private SnapshotPoint point() {
        MatchingEngine at = engine.engine();
        return new SnapshotPoint(at.lastOffset() + 1, at.sequence(), at.timeUs(), at.version(), 5);
    }

    private static SnapshotEntry.End end(SnapshotEntry.End was, SnapshotEntry.Manifest manifest, long bytes, byte[] hash) {
        return new SnapshotEntry.End(manifest, was.manifestOffset(), was.chunks(), bytes, hash, was.kept(), was.size());
    }

    private void changeManifest(UnaryOperator<SnapshotEntry.Manifest> change) {
        changeEnd(was -> end(was, change.apply(was.manifest()), was.bytes(), was.stateHash()));
    }

    private void changeEnd(UnaryOperator<SnapshotEntry.End> change) {
        change(newer.endOffset(), entry -> change.apply((SnapshotEntry.End) entry));
    }

    private void changeChunk(UnaryOperator<SnapshotEntry.Chunk> change) {
        change(newer.endOffset() - 1, entry -> change.apply((SnapshotEntry.Chunk) entry));
    }

    private void change(long offset, UnaryOperator<SnapshotEntry> change) {
        log.records(PARTITION).put(offset, SnapshotCodec.encode(change.apply(entry(offset))));
    }

    private SnapshotEntry entry(long offset) {
        return SnapshotCodec.decode(log.records(PARTITION).get(offset)).orElseThrow();
    }
}
