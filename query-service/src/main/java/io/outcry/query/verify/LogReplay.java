// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads one partition of a topic from its beginning. */
final class LogReplay {

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int EMPTY_POLLS = 30;

    private LogReplay() {}

    /** Takes records. */
    interface Sink {
        void accept(ConsumerRecord<byte[], byte[]> record);
    }

    /**
     * Hands over the records before {@code end}, in order.
     *
     * @throws UnreadableLogException if Kafka gives no more of them for 30 s
     */
    static void read(
            Consumer<byte[], byte[]> consumer, TopicPartition partition, long end, Sink sink) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        int empty = 0;
        while (consumer.position(partition) < end) {
            List<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL).records(partition);
            empty = records.isEmpty() ? empty + 1 : 0;
            if (empty > EMPTY_POLLS) {
                throw new UnreadableLogException(partition + " ends before offset " + end + ", which the view claims to hold");
            }
            for (ConsumerRecord<byte[], byte[]> record : records) {
                if (record.offset() >= end) {
                    return;
                }
                sink.accept(record);
            }
        }
    }
}
