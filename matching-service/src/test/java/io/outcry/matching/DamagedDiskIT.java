// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.embedded.EmbeddedKafka;
import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.codec.WireCommands;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is damaged on the broker's disk, and only that, is lost: a broker in this JVM, whose files are at hand wherever the other tests get theirs from. */
@Order(1)
class DamagedDiskIT {

    /** What a batch begins with on the disk: its offset, and the length of what follows. No checksum covers them. */
    private static final int BASE_OFFSET_BYTES = 8;

    private static final int LENGTH_BYTES = 4;

    /** Says how the batch is laid out; no checksum covers it either. */
    private static final int MAGIC_BYTE = 16;

    private static final int LAST_BYTE = -1;

    private static final int EACH = 2_500;
    private static final int MORE = 100;

    private static final OrderCommand TICK = WireCommands.tick(1, WireCommands.SYMBOL);

    @TempDir
    Path directory;

    /**
     * A bit turns in each end of the first partition's newer snapshots, in each chunk of the second's, in the length of the third's last
     * record, which hides it, and in everything that the fourth has.
     */
    @Test
    void snapshotsThatAreDamagedOnTheDiskAreRefusedAndTheOnesBeforeThemUsed() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(disk(), 0); TestLog log = new TestLog(kafka.bootstrapServers())) {
            log.writeRandom(1, EACH * TestLog.PARTITIONS);
            tradeUntilEveryPartitionHasASnapshotOfAll(kafka, log);
            List<Long> older = IntStream.range(0, TestLog.PARTITIONS).mapToObj(partition -> last(log, partition)).toList();
            log.writeRandom(2, MORE * TestLog.PARTITIONS);
            tradeUntilEveryPartitionHasASnapshotOfAll(kafka, log);
            turnABit(log, 0, older.get(0), entry -> entry instanceof SnapshotEntry.End || entry instanceof SnapshotEntry.Advance);
            turnABit(log, 1, older.get(1), entry -> entry instanceof SnapshotEntry.Chunk);
            turnABit(Topics.BOOK_SNAPSHOTS, 2, last(log, 2), BASE_OFFSET_BYTES);
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

    /** A command that is not decided yet, in the first partition; one that is replayed, in the second; an outcome in the third. */
    @ParameterizedTest
    @ValueSource(ints = {LAST_BYTE, MAGIC_BYTE})
    void aCommandOrAnOutcomeThatIsDamagedOnTheDiskStopsItsPartitionAndNoOther(int at) throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(disk(), 0);
                TestLog log = new TestLog(kafka.bootstrapServers())) {
            log.writeRandom(1, MORE * TestLog.PARTITIONS);
            long decided = log.write(1, TICK);
            tradeUntilEveryPartitionHasASnapshotOfAll(kafka, log);
            long undecided = log.write(0, TICK);
            log.writeRandom(2, MORE * TestLog.PARTITIONS);
            turnABit(Topics.ORDER_COMMANDS, 0, undecided, at);
            turnABit(Topics.ORDER_COMMANDS, 1, decided, at);
            turnABit(log, 1, -1, _ -> true);
            turnABit(Topics.ORDER_OUTCOMES, 2, log.outcomeCount(2) - 1, at);
            try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers())) {
                Meter producer = service.producer();
                service.awaitPartition(0, "FAILED at offset " + undecided + ": ");
                service.awaitPartition(1, "FAILED at offset " + decided + ": ");
                service.awaitPartition(2, "FAILED at offset -1: ");
                assertThat(service.partition(0)).contains("what stands at offset " + undecided + " of order.commands.v1-0 cannot be read");
                assertThat(service.partition(2)).contains(" of order.outcomes.v1-2 cannot be read");
                int all = 2 * MORE;
                assertThat(log.outcomes(3, all)).hasSizeGreaterThanOrEqualTo(all);
                assertThat(log.outcomeCount(0)).isEqualTo(undecided);
                assertThat(service.partition(3)).startsWith("LIVE");
                assertThat(service.isBroken()).as("nothing is to be started anew for it").isFalse();
                assertThat(service.producer()).as("nothing was started anew for it").isSameAs(producer);
            }
        }
    }

    private static void tradeUntilEveryPartitionHasASnapshotOfAll(EmbeddedKafka kafka, TestLog log) {
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.awaitSnapshotsOfAll();
        }
    }

    private static long last(TestLog log, int partition) {
        return log.snapshots(partition).getLast().offset();
    }

    private Path disk() {
        return directory.resolve("kafka");
    }

    private void turnABit(TestLog log, int partition, long behind, Predicate<SnapshotEntry> which) throws IOException {
        for (var record : log.snapshots(partition)) {
            if (record.offset() > behind && which.test(SnapshotCodec.decode(record.value()).orElseThrow())) {
                turnABit(Topics.BOOK_SNAPSHOTS, partition, record.offset(), LAST_BYTE);
            }
        }
    }

    /** @param at byte of the batch that holds the record; -1 for its last */
    private void turnABit(String topic, int partition, long offset, int at) throws IOException {
        Path segment = disk().resolve(topic + "-" + partition).resolve("00000000000000000000.log");
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            long batch = 0;
            long next = behind(file, batch);
            while (next < file.length() && base(file, next) <= offset) {
                batch = next;
                next = behind(file, batch);
            }
            long damaged = at == LAST_BYTE ? next - 1 : batch + at;
            file.seek(damaged);
            int good = file.read();
            file.seek(damaged);
            file.write(good ^ 1);
        }
    }

    private static long base(RandomAccessFile file, long batch) throws IOException {
        file.seek(batch);
        return file.readLong();
    }

    private static long behind(RandomAccessFile file, long batch) throws IOException {
        file.seek(batch + BASE_OFFSET_BYTES);
        return batch + BASE_OFFSET_BYTES + LENGTH_BYTES + file.readInt();
    }
}
