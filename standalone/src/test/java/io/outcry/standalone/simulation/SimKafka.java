// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.record.TimestampType;

/** The logs, in memory. What was appended stays; what goes wrong goes wrong on the way, in the clients. */
final class SimKafka {

    private final VirtualTime time;
    private final Consumer<ConsumerRecord<byte[], byte[]>> appended;
    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> logs = new HashMap<>();
    private final Map<TopicPartition, Long> begins = new HashMap<>();
    private final Map<String, Map<TopicPartition, Long>> committed = new HashMap<>();
    private boolean reachable = true;
    private int connectionsMade = 1;

    /** @param appended hears of each record as soon as it is on the log */
    SimKafka(VirtualTime time, Consumer<ConsumerRecord<byte[], byte[]>> appended) {
        this.time = time;
        this.appended = appended;
    }

    /** Returns the record's offset. */
    long append(ProducerRecord<byte[], byte[]> record) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        List<ConsumerRecord<byte[], byte[]>> log = log(partition);
        var stored = new ConsumerRecord<>(
                record.topic(), record.partition(), log.size(), time.millis(), TimestampType.CREATE_TIME, 0,
                record.value().length, record.key(), record.value(), record.headers(), Optional.empty());
        log.add(stored);
        appended.accept(stored);
        return stored.offset();
    }

    List<ConsumerRecord<byte[], byte[]>> log(TopicPartition partition) {
        return logs.computeIfAbsent(partition, _ -> new ArrayList<>());
    }

    long end(TopicPartition partition) {
        return log(partition).size();
    }

    /** Offset of the oldest record that was not deleted. */
    long begin(TopicPartition partition) {
        return begins.getOrDefault(partition, 0L);
    }

    void deleteBefore(TopicPartition partition, long offset) {
        begins.merge(partition, offset, Math::max);
    }

    boolean isReachable() {
        return reachable;
    }

    /** Connections that a client has made since the beginning. */
    int connectionsMade() {
        return connectionsMade;
    }

    void reachable(boolean now) {
        connectionsMade += now && !reachable ? 1 : 0;
        reachable = now;
    }

    /** @throws TimeoutException while no broker can be reached */
    void requireReachable() {
        if (!reachable) {
            throw new TimeoutException("no broker answers");
        }
    }

    /** Offsets that a group has committed. */
    Map<TopicPartition, Long> committed(String group) {
        return committed.computeIfAbsent(group, _ -> new HashMap<>());
    }
}
