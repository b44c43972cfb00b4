// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.StateSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotLoaderTest {

    private static final int PARTITION = 1;
    private static final int KEEP = 3;
    private static final long EVERYTHING = Long.MAX_VALUE - 1;

    private final MemorySnapshotLog log = new MemorySnapshotLog();
    private final WireEngine engine = new WireEngine(PARTITION, EngineLimits.STANDARD);
    private final RandomWireCommands commands = new RandomWireCommands(7, PARTITION, 0);
    private long ids;
    private final SnapshotWriter writer = new SnapshotWriter(log, PARTITION, KEEP, () -> ids++);

    @BeforeEach
    void trade() {
        apply(300);
    }

    @Test
    void whereThereIsNoSnapshotThereIsNoEngine() {
        LoadedSnapshot loaded = load();
        assertThat(loaded.engine()).isNull();
        assertThat(loaded.refused()).isEmpty();
    }

    @Test
    void theNewestIsReadBack() {
        writer.write(engine.engine().freeze(), point());
        apply(100);
        WrittenSnapshot newest = writer.write(engine.engine().freeze(), point());
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(newest.point()).isEqualTo(point());
        assertThat(hash(loaded)).isEqualTo(newest.stateHash()).isEqualTo(StateHash.of(engine.engine().freeze()));
        assertThat(loaded.refused()).isEmpty();
    }

    @Test
    void withoutItsEndItDoesNotCount() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        apply(100);
        log.failAfter(2);
        assertThatThrownBy(() -> writer.write(engine.engine().freeze(), point())).hasMessageContaining("the log is away");
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).isEmpty();
    }

    @Test
    void oneThatFailsAtItsEndPushesNoneOut() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        for (int i = 0; i < KEEP; i++) {
            log.failAfter(2);
            assertThatThrownBy(() -> writer.write(engine.engine().freeze(), point())).hasMessageContaining("the log is away");
        }
        log.failAfter(EVERYTHING);
        apply(100);
        writer.write(engine.engine().freeze(), point());
        byte[] chunk = log.records(PARTITION).get(log.end(PARTITION) - 2);
        chunk[chunk.length / 2] ^= 4;
        assertThat(load().point()).isEqualTo(first);
    }

    @Test
    void aPositionOnADeletedSnapshotIsRefused() {
        WrittenSnapshot first = writer.write(engine.engine().freeze(), point());
        long firstEnd = log.end(PARTITION);
        apply(100);
        SnapshotPoint second = writer.write(engine.engine().freeze(), point()).point();
        writer.advance(first, point());
        log.deleteBefore(PARTITION, firstEnd);
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(second);
        assertThat(loaded.refused()).singleElement().asString().contains("is deleted");
    }

    /** Another owner may delete by a list of its own: what cannot be read any more is refused, and not tried again at each new start. */
    @Test
    void oneWhoseBeginningIsDeletedIsRefused() {
        writer.write(engine.engine().freeze(), point());
        log.deleteBefore(PARTITION, 1);
        LoadedSnapshot loaded = load();
        assertThat(loaded.engine()).isNull();
        assertThat(loaded.refused()).singleElement().asString().contains("its beginning is deleted");
    }

    @Test
    void oneWithAFlippedBitIsRefusedAndTheOneBeforeItUsed() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        long firstEnd = log.end(PARTITION);
        apply(100);
        writer.write(engine.engine().freeze(), point());
        byte[] chunk = log.records(PARTITION).get(firstEnd + 1);
        chunk[chunk.length / 2] ^= 4;
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).singleElement().asString().contains("another CRC");
    }

    @Test
    void oneWhoseEndCannotBeReadIsRefusedAndTheOneBeforeItUsed() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        apply(100);
        long end = writer.write(engine.engine().freeze(), point()).endOffset();
        log.damage(end);
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).containsExactly("what stands at offset " + end + " cannot be read");
    }

    @Test
    void oneWhoseChunkCannotBeReadIsRefusedAndTheOneBeforeItUsed() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        apply(100);
        long end = writer.write(engine.engine().freeze(), point()).endOffset();
        log.damage(end - 1);
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).contains(
                "the snapshot that ends at offset " + end + ": what stands at offset " + (end - 1) + " cannot be read");
    }

    /**
     * Each read may last until Kafka counts as silent, and a quiet night notes a hundred positions on the same snapshot. What is damaged is its
     * last chunk, which may have been a snapshot, too, or its end.
     */
    @ParameterizedTest
    @CsvSource({"1, 2", "0, 1"})
    void oneWithManyPositionsOnItIsRefusedOnce(int beforeItsEnd, int refused) {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        apply(100);
        WrittenSnapshot second = writer.write(engine.engine().freeze(), point());
        for (int i = 0; i < 50; i++) {
            writer.advance(second, point());
        }
        log.damage(second.endOffset() - beforeItsEnd);
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(log.failedReads()).as("once to build it, twice on the way back to the one before").isBetween(1, 3);
        assertThat(loaded.refused()).hasSize(refused);
    }

    @Test
    void aPositionThatIsAheadOfTheOutcomesHidesNoneBeforeItOnTheSameSnapshot() {
        WrittenSnapshot books = writer.write(engine.engine().freeze(), point());
        SnapshotPoint published = movedOn(books);
        movedOn(books);
        LoadedSnapshot loaded = load(published.nextOffset() - 1);
        assertThat(loaded.point()).isEqualTo(published);
        assertThat(loaded.refused()).singleElement().asString().contains("published is the outcome of offset");
    }

    private SnapshotPoint movedOn(WrittenSnapshot books) {
        engine.apply(WireCommands.cancel(engine.engine().timeUs() + 1, "alice", 12));
        writer.advance(books, point());
        return point();
    }

    @Test
    void whatCannotBeReadHidesNothingBehindIt() {
        long end = writer.write(engine.engine().freeze(), point()).endOffset();
        log.damage(end);
        apply(100);
        SnapshotPoint second = writer.write(engine.engine().freeze(), point()).point();
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(second);
        assertThat(loaded.refused()).isEmpty();
    }

    @Test
    void whereNoneCanBeReadThereIsNoEngine() {
        writer.write(engine.engine().freeze(), point());
        for (long offset = 0; offset < log.end(PARTITION); offset++) {
            log.damage(offset);
        }
        LoadedSnapshot loaded = load();
        assertThat(loaded.engine()).isNull();
        assertThat(loaded.refused()).hasSize(3);
    }

    @Test
    void oneThatLacksAChunkIsRefused() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        long firstEnd = log.end(PARTITION);
        writer.write(engine.engine().freeze(), point());
        log.records(PARTITION).remove(firstEnd + 1);
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).singleElement().asString().contains("0 of 1 chunks");
    }

    @Test
    void oneOfANewerFormatIsRefused() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        SnapshotEntry.Manifest newer = new SnapshotEntry.Manifest(99, SnapshotFormat.VERSION + 1, PARTITION, point());
        log.append(PARTITION, SnapshotCodec.encode(newer));
        SnapshotEntry.End end =
                new SnapshotEntry.End(newer, log.end(PARTITION) - 1, 0, 0, new byte[32], List.of(), StateSize.UNKNOWN);
        log.append(PARTITION, SnapshotCodec.encode(end));
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).singleElement().asString().contains("format " + (SnapshotFormat.VERSION + 1));
    }

    @Test
    void oneThatIsAheadOfTheOutcomesIsRefused() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        apply(100);
        writer.write(engine.engine().freeze(), point());
        LoadedSnapshot loaded = load(first.nextOffset() - 1);
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).singleElement().asString().contains("published is the outcome of offset");
    }

    @Test
    void recordsThatAreNoneAreSteppedOver() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        for (int i = 0; i < 50; i++) {
            log.append(PARTITION, new byte[]{1, 2, 3});
        }
        assertThat(load().point()).isEqualTo(first);
    }

    @Test
    void twoWritersAtOnceDoNotDisturbEachOther() {
        SnapshotSinkOfTwo both = new SnapshotSinkOfTwo();
        new SnapshotWriter(both, PARTITION, KEEP, () -> 1_000).write(engine.engine().freeze(), point());
        assertThat(both.inner).isNotNull();
        LoadedSnapshot loaded = load();
        assertThat(hash(loaded)).isEqualTo(StateHash.of(engine.engine().freeze()));
        assertThat(loaded.refused()).isEmpty();
        log.records(PARTITION).remove(log.end(PARTITION) - 1);
        assertThat(hash(load())).as("the other one is whole, too").isEqualTo(StateHash.of(engine.engine().freeze()));
    }

    @Test
    void onlySoManyAreKept() {
        for (int i = 0; i < 10; i++) {
            apply(10);
            writer.write(engine.engine().freeze(), point());
        }
        long manifests = log.records(PARTITION).values().stream()
                .filter(value -> SnapshotCodec.decode(value).orElseThrow() instanceof SnapshotEntry.Manifest)
                .count();
        assertThat(manifests).isEqualTo(KEEP);
        SnapshotWriter next = new SnapshotWriter(log, PARTITION, KEEP, () -> ids++);
        next.keeps(load().kept());
        next.write(engine.engine().freeze(), point());
        assertThat(load().kept()).hasSize(KEEP).first().isEqualTo(log.begin(PARTITION));
    }

    @Test
    void aPositionMovesTheBooksOfAnEarlierSnapshot() {
        WrittenSnapshot books = writer.write(engine.engine().freeze(), point());
        for (int i = 0; i < 20; i++) {
            engine.apply(WireCommands.cancel(engine.engine().timeUs() + 1, "alice", 12));
        }
        writer.advance(books, point());
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(point());
        assertThat(hash(loaded)).isEqualTo(StateHash.of(engine.engine().freeze()));
        assertThat(log.end(PARTITION) - 1).as("records of the position").isEqualTo(books.endOffset() + 1);
    }

    /** After a start in between. */
    @Test
    void anotherPositionStandsOnTheSameBooks() {
        writer.advance(writer.write(engine.engine().freeze(), point()), point());
        LoadedSnapshot loaded = load();
        assertThat(loaded.kept()).containsExactly(0L);
        engine.apply(WireCommands.cancel(engine.engine().timeUs() + 1, "alice", 12));
        writer.advance(Objects.requireNonNull(loaded.written()), point());
        assertThat(load().point()).isEqualTo(point());
    }

    @Test
    void itIsReadTheSameWayWhateverIsSaidOfItsSize() {
        writer.write(engine.engine().freeze(), point());
        long end = log.end(PARTITION) - 1;
        SnapshotEntry.End written = (SnapshotEntry.End) SnapshotCodec.decode(log.records(PARTITION).get(end)).orElseThrow();
        assertThat(written.size().orders()).as("orders that were counted").isEqualTo(engine.engine().openOrders());
        for (StateSize said : List.of(StateSize.UNKNOWN, new StateSize(-1, Long.MIN_VALUE, 7, -5), everywhere(Long.MAX_VALUE))) {
            log.records(PARTITION).put(end, SnapshotCodec.encode(new SnapshotEntry.End(
                    written.manifest(), written.manifestOffset(), written.chunks(), written.bytes(), written.stateHash(), written.kept(),
                    said)));
            assertThat(hash(load())).as("state after %s", said).isEqualTo(written.stateHash());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, SnapshotFormat.CHUNK_BYTES + 1, Long.MAX_VALUE})
    void oneThatCannotHaveSoManyBytesIsRefused(long bytes) {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        long end = writer.write(engine.engine().freeze(), point()).endOffset();
        SnapshotEntry.End written = (SnapshotEntry.End) SnapshotCodec.decode(log.records(PARTITION).get(end)).orElseThrow();
        log.records(PARTITION).put(end, SnapshotCodec.encode(new SnapshotEntry.End(
                written.manifest(), written.manifestOffset(), written.chunks(), bytes, written.stateHash(), written.kept(),
                written.size())));
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).singleElement().asString().contains("it has " + bytes + " bytes in 1 chunks");
    }

    private static StateSize everywhere(long count) {
        return new StateSize(count, count, count, count);
    }

    @Test
    void aPositionWithoutItsBooksIsRefused() {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        WrittenSnapshot books = writer.write(engine.engine().freeze(), point());
        writer.advance(books, point());
        log.records(PARTITION).remove(books.endOffset());
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).singleElement().asString().contains("is gone");
    }

    /** The log may have lost its end: a position must not be looked for where the log is not, or is it itself. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, Long.MAX_VALUE / 2})
    void aPositionOnWhatDoesNotStandBeforeItIsRefused(long behind) {
        SnapshotPoint first = writer.write(engine.engine().freeze(), point()).point();
        long at = log.end(PARTITION);
        log.append(PARTITION, SnapshotCodec.encode(new SnapshotEntry.Advance(0, SnapshotFormat.VERSION, at + behind, point())));
        LoadedSnapshot loaded = load();
        assertThat(loaded.point()).isEqualTo(first);
        assertThat(loaded.refused()).singleElement().asString().contains("none before it");
    }

    private LoadedSnapshot load() {
        return load(EVERYTHING);
    }

    private LoadedSnapshot load(long lastPublished) {
        return new SnapshotLoader(log, EngineLimits.STANDARD, ReadAhead.NONE).load(PARTITION, lastPublished);
    }

    private static byte[] hash(LoadedSnapshot loaded) {
        return StateHash.of(Objects.requireNonNull(loaded.engine()).freeze());
    }

    private SnapshotPoint point() {
        MatchingEngine at = engine.engine();
        return new SnapshotPoint(at.lastOffset() + 1, at.sequence(), at.timeUs(), at.version(), 5);
    }

    private void apply(int count) {
        for (int i = 0; i < count; i++) {
            engine.apply(commands.next());
        }
    }

    /** Lets another writer write a whole snapshot after the first record of the one it serves. */
    private final class SnapshotSinkOfTwo implements SnapshotSink {

        private WrittenSnapshot inner;

        @Override
        public CompletableFuture<Long> append(int partition, byte[] record) {
            var offset = log.append(partition, record);
            if (inner == null) {
                inner = writer.write(engine.engine().freeze(), point());
            }
            return offset;
        }

        @Override
        public void deleteBefore(int partition, long offset) {
            log.deleteBefore(partition, offset);
        }
    }
}
