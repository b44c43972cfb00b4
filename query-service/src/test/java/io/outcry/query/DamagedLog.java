// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** A consumer of a log with a record that is damaged on the broker's disk: whoever gets to it hears of nothing else. */
public final class DamagedLog extends MockConsumer<byte[], byte[]> {

    private final TopicPartition partition;
    private final long offset;

    public DamagedLog(TopicPartition partition, long offset) {
        super("earliest");
        this.partition = partition;
        this.offset = offset;
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        if (assignment().contains(partition) && !paused().contains(partition) && position(partition) == offset) {
            throw new KafkaException("failed", new KafkaException("a checksum is wrong"));
        }
        return super.poll(timeout);
    }
}
