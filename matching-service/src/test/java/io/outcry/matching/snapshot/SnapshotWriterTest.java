// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Each step of a snapshot waits until what it stands on is durable, on a log that answers whoever waits. */
class SnapshotWriterTest {

    private static final int PARTITION = 1;
    private static final SnapshotPoint POINT = new SnapshotPoint(1, 1, 1, 1, 1);
    private static final String ACCOUNT = "a".repeat(50);

    private final List<String> steps = new ArrayList<>();
    private final WireEngine engine = new WireEngine(PARTITION, EngineLimits.STANDARD);
    private final SnapshotWriter writer = new SnapshotWriter(new Log(), PARTITION, 1, () -> 7);
    private int underWay;
    private int mostUnderWay;

    @Test
    void theEndComesBehindAllChunksAndNothingIsDeletedBeforeIt() {
        for (int i = 0; i < 30_000; i++) {
            engine.apply(WireCommands.cancel(1, ACCOUNT + i, 1));
        }
        writer.write(engine.engine().freeze(), POINT);
        int chunks = (int) steps.stream().filter("Chunk"::equals).count();
        assertThat(chunks).as("chunks of the state").isGreaterThan(5);
        assertThat(steps).startsWith("Manifest", "Manifest is durable").endsWith("End", "End is durable", "deleted");
        assertThat(steps.subList(0, steps.indexOf("End"))).filteredOn("Chunk is durable"::equals).hasSize(chunks);
        assertThat(mostUnderWay).as("records on their way at a time").isEqualTo(4);
    }

    @Test
    void aPositionIsDurableWhenItIsSaidToBe() {
        writer.advance(new WrittenSnapshot(7, POINT, 3, 100, new byte[32]), POINT);
        assertThat(steps).containsExactly("Advance", "Advance is durable");
    }

    @Test
    void aPositionThatIsNotTakenIsNoPosition() {
        MemorySnapshotLog away = new MemorySnapshotLog();
        away.failAfter(0);
        SnapshotWriter other = new SnapshotWriter(away, PARTITION, 1, () -> 7);
        WrittenSnapshot books = new WrittenSnapshot(7, POINT, 3, 100, new byte[32]);
        assertThatThrownBy(() -> other.advance(books, POINT)).hasMessageContaining("the log is away");
    }

    private final class Log implements SnapshotSink {

        @Override
        public CompletableFuture<Long> append(int partition, byte[] record) {
            SnapshotEntry entry = SnapshotCodec.decode(record).orElseThrow();
            String name = entry.getClass().getSimpleName();
            steps.add(name);
            mostUnderWay = Math.max(mostUnderWay, ++underWay);
            return new CompletableFuture<>() {

                @Override
                public Long join() {
                    steps.add(name + " is durable");
                    underWay--;
                    return (long) steps.size();
                }
            };
        }

        @Override
        public void deleteBefore(int partition, long offset) {
            steps.add("deleted");
        }
    }
}
