// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.domain.InvalidStateException;
import io.outcry.matching.snapshot.SnapshotSource;
import org.apache.kafka.common.TopicPartition;

/** Reads {@code book.snapshots.v1}. */
public final class KafkaSnapshotSource implements SnapshotSource {

    private final LogReader reader;

    public KafkaSnapshotSource(LogReader reader) {
        this.reader = reader;
    }

    @Override
    public long begin(int partition) {
        return reader.begin(log(partition));
    }

    @Override
    public long end(int partition) {
        return reader.end(log(partition));
    }

    @Override
    public void read(int partition, long from, long to, Visitor visitor) {
        try {
            reader.read(log(partition), from, to, record -> {
                byte[] value = record.value();
                return visitor.visit(record.offset(), value == null ? new byte[0] : value);
            });
        } catch (UnreadableLogException e) {
            // A snapshot makes a start shorter, and there are others: unlike a command, nobody has to wait for it.
            throw new InvalidStateException(String.valueOf(e.getMessage()));
        }
    }

    private static TopicPartition log(int partition) {
        return new TopicPartition(Topics.BOOK_SNAPSHOTS, partition);
    }
}
