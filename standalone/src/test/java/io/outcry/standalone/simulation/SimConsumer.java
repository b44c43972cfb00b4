// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/** A consumer of the simulated logs, on the thread of whoever calls it: nothing is fetched ahead and no call waits. */
class SimConsumer extends MockConsumer<byte[], byte[]> {

    private final SimKafka kafka;
    private final String group;
    private final Map<TopicPartition, Long> next = new LinkedHashMap<>();
    private final Set<TopicPartition> paused = new LinkedHashSet<>();
    private UnaryOperator<ConsumerRecord<byte[], byte[]>> seen = UnaryOperator.identity();
    private int most = Integer.MAX_VALUE;

    /** @param group whose offsets are committed; empty for none */
    SimConsumer(SimKafka kafka, String group) {
        super("none");
        this.kafka = kafka;
        this.group = group;
    }

    /** Has every record changed on its way: how a bug in a port is planted. */
    SimConsumer seeing(UnaryOperator<ConsumerRecord<byte[], byte[]>> change) {
        seen = change;
        return this;
    }

    /** The group gives it a partition; it goes on from where the group has committed. */
    void add(TopicPartition partition) {
        next.put(partition, kafka.committed(group).getOrDefault(partition, 0L));
    }

    void remove(TopicPartition partition) {
        next.remove(partition);
        paused.remove(partition);
    }

    /** How many records of a partition the next poll brings at most. */
    void most(int records) {
        most = records;
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        next.keySet().retainAll(partitions);
        partitions.forEach(partition -> next.putIfAbsent(partition, 0L));
    }

    @Override
    public Set<TopicPartition> assignment() {
        return Set.copyOf(next.keySet());
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        requireAssigned(partition);
        next.put(partition, offset);
    }

    @Override
    public long position(TopicPartition partition) {
        requireAssigned(partition);
        return next.get(partition);
    }

    private void requireAssigned(TopicPartition partition) {
        if (!next.containsKey(partition)) {
            throw new IllegalStateException("No current assignment for partition " + partition);
        }
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        partitions.forEach(this::requireAssigned);
        paused.addAll(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        partitions.forEach(this::requireAssigned);
        paused.removeAll(partitions);
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        kafka.requireReachable();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, kafka.begin(partition)));
        return offsets;
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        kafka.requireReachable();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, kafka.end(partition)));
        return offsets;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        if (kafka.isReachable()) {
            for (Map.Entry<TopicPartition, Long> place : next.entrySet()) {
                List<ConsumerRecord<byte[], byte[]>> log = kafka.log(place.getKey());
                int from = place.getValue().intValue();
                if (from < kafka.begin(place.getKey())) {
                    throw new OffsetOutOfRangeException(Map.of(place.getKey(), place.getValue()));
                }
                if (from < log.size() && !paused.contains(place.getKey())) {
                    int to = (int) Math.min(log.size(), (long) from + most);
                    polled.put(place.getKey(), log.subList(from, to).stream().map(seen).toList());
                    place.setValue((long) to);
                    offsets.put(place.getKey(), new OffsetAndMetadata(to));
                }
            }
        }
        return new ConsumerRecords<>(polled, offsets);
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        if (kafka.isReachable()) {
            offsets.forEach((partition, offset) -> kafka.committed(group).put(partition, offset.offset()));
        }
    }

    @Override
    public void close() {
        next.clear();
    }
}
