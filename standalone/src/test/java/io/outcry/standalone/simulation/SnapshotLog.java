// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.snapshot.SnapshotSink;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Where one process writes its snapshots. Records are lost, written late or twice, and damaged; the process dies between two of them. What
 * the writer was told is durable and whole is noted, for the judge of recoveries.
 */
final class SnapshotLog implements SnapshotSink {

    private static final int LATEST_MILLIS = 5_000;
    private static final double DAMAGED_PERCENT = 3;

    private final World world;
    private boolean dead;

    SnapshotLog(World world) {
        this.world = world;
    }

    /** The process is dead: nothing more is written. */
    void die() {
        dead = true;
    }

    @Override
    public CompletableFuture<Long> append(int partition, byte[] record) {
        if (dead || world.faults.strikes(world.faults.crash / 10)) {
            throw new ProcessDied();
        }
        SnapshotEntry entry = SnapshotCodec.decode(record).orElseThrow();
        if (!world.kafka.isReachable()) {
            return CompletableFuture.failedFuture(new TimeoutException("no broker could be reached in time"));
        }
        byte[] stored = damaged(entry, record);
        if (world.bug == Bug.END_MARKER_LOST && entry instanceof SnapshotEntry.End end) {
            note(partition, end);
            return CompletableFuture.completedFuture(world.kafka.end(new TopicPartition(Topics.BOOK_SNAPSHOTS, partition)));
        }
        switch (world.faults.write()) {
            case DONE -> {
                long offset = put(partition, stored);
                note(partition, entry);
                return CompletableFuture.completedFuture(offset);
            }
            case LOST -> {}
            case UNREPORTED -> put(partition, stored);
            case LATE -> world.time.after(world.chance.skewed(1, LATEST_MILLIS), () -> put(partition, stored));
        }
        return CompletableFuture.failedFuture(new TimeoutException("the batch was not acknowledged in time"));
    }

    private long put(int partition, byte[] record) {
        return world.kafka.append(new ProducerRecord<>(Topics.BOOK_SNAPSHOTS, partition, null, record));
    }

    private void note(int partition, SnapshotEntry entry) {
        if (entry instanceof SnapshotEntry.End end) {
            world.faults.note(Happening.SNAPSHOT);
            world.snapshots.written(partition, end.manifest().point(), end.snapshotId());
        }
    }

    /** A chunk in which a bit has turned on its way to the disk. */
    private byte[] damaged(SnapshotEntry entry, byte[] record) {
        if (!(entry instanceof SnapshotEntry.Chunk chunk) || !world.faults.strikes(DAMAGED_PERCENT, Happening.SNAPSHOT_DAMAGED)) {
            return record;
        }
        world.snapshots.damaged(chunk.snapshotId());
        byte[] state = chunk.state().clone();
        state[world.chance.between(0, state.length - 1)] ^= (byte) (1 << world.chance.between(0, 7));
        return SnapshotCodec.encode(new SnapshotEntry.Chunk(chunk.snapshotId(), chunk.index(), chunk.crc(), state));
    }

    @Override
    public void deleteBefore(int partition, long offset) {
        if (!dead && world.kafka.isReachable()) {
            world.kafka.deleteBefore(new TopicPartition(Topics.BOOK_SNAPSHOTS, partition), offset);
        }
    }
}
