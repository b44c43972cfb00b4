// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Topics;
import io.outcry.embedded.EmbeddedKafka;
import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker in this JVM, whose files are at hand wherever the other tests get theirs from. */
class DamagedDiskIT {

    /** What a batch begins with on the disk: its offset, and the length of what follows. No checksum covers them. */
    private static final int BASE_OFFSET_BYTES = 8;

    private static final int LENGTH_BYTES = 4;

    private static final int EACH = 2_500;
    private static final int MORE = 100;

    @TempDir
    Path directory;

    /**
     * A bit turns in each end of the first partition's newer snapshots, in each chunk of the second's, in the length of the third's last
     * record, which hides it, and in everything that the fourth has.
     */
    @Test
    void snapshotsThatAreDamagedOnTheDiskAreRefusedAndTheOnesBeforeThemUsed() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(directory, 0); TestLog log = new TestLog(kafka.bootstrapServers())) {
            log.writeRandom(1, EACH * TestLog.PARTITIONS);
            tradeUntilEveryPartitionHasASnapshotOfAll(kafka, log);
            List<Long> older = IntStream.range(0, TestLog.PARTITIONS).mapToObj(partition -> last(log, partition)).toList();
            log.writeRandom(2, MORE * TestLog.PARTITIONS);
            tradeUntilEveryPartitionHasASnapshotOfAll(kafka, log);
            turnABit(log, 0, older.get(0), entry -> entry instanceof SnapshotEntry.End || entry instanceof SnapshotEntry.Advance);
            turnABit(log, 1, older.get(1), entry -> entry instanceof SnapshotEntry.Chunk);
            turnABit(2, last(log, 2), BASE_OFFSET_BYTES);
            turnABit(log, 3, -1, _ -> true);
            try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
                log.assertEveryOutcomeOnce();
                assertThat(service.count("outcry.matching.snapshots.refused")).isGreaterThanOrEqualTo(TestLog.PARTITIONS);
                assertThat(service.count("outcry.matching.replayed"))
                        .as("commands applied again: all of the fourth partition, few of the others")
                        .isBetween((double) EACH + 3 * MORE, 2.0 * EACH);
            }
        }
    }

    private static void tradeUntilEveryPartitionHasASnapshotOfAll(EmbeddedKafka kafka, TestLog log) {
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            Awaitility.await("a snapshot of all commands in every partition")
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> IntStream.range(0, TestLog.PARTITIONS)
                            .allMatch(partition -> log.newestSnapshot(partition) == log.commandCount(partition)));
        }
    }

    private static long last(TestLog log, int partition) {
        return log.snapshots(partition).getLast().offset();
    }

    private void turnABit(TestLog log, int partition, long behind, Predicate<SnapshotEntry> which) throws IOException {
        for (var record : log.snapshots(partition)) {
            if (record.offset() > behind && which.test(SnapshotCodec.decode(record.value()).orElseThrow())) {
                turnABit(partition, record.offset(), -1);
            }
        }
    }

    /** @param at byte of the batch, which holds one record; -1 for its last */
    private void turnABit(int partition, long offset, int at) throws IOException {
        Path segment = directory.resolve(Topics.BOOK_SNAPSHOTS + "-" + partition).resolve("00000000000000000000.log");
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            long batch = 0;
            file.seek(batch);
            long base = file.readLong();
            int length = file.readInt();
            while (base != offset) {
                batch += BASE_OFFSET_BYTES + LENGTH_BYTES + length;
                file.seek(batch);
                base = file.readLong();
                length = file.readInt();
            }
            long damaged = batch + (at >= 0 ? at : BASE_OFFSET_BYTES + LENGTH_BYTES + length - 1);
            file.seek(damaged);
            int good = file.read();
            file.seek(damaged);
            file.write(good ^ 1);
        }
    }
}
