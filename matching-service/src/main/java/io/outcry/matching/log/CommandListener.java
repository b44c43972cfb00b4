// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.recovery.PartitionState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchAcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.support.Acknowledgment;

/**
 * Takes one poll through its engines: apply, send, wait until all outcomes are acknowledged, then commit, write the ticks
 * and take the snapshots that are due.
 *
 * <p>A failure stops the partition it happened in; the others of the same poll go on. It is shared by all consumers of the container and
 * keeps nothing between calls.
 */
final class CommandListener implements BatchAcknowledgingConsumerAwareMessageListener<byte[], byte[]> {

    /** Offsets are committed at most this often: they are only looked at. */
    private static final long COMMIT_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private record Sent(MatchingPartition partition, long offset, Future<RecordMetadata> acknowledgement) {}

    private final PartitionOwnership ownership;
    private final OutcomePublisher publisher;
    private final TickWriter ticks;
    private final SnapshotTaker snapshots;
    private final Duration acknowledgeWithin;
    private final MatchingMetrics metrics;

    CommandListener(
            PartitionOwnership ownership,
            OutcomePublisher publisher,
            TickWriter ticks,
            SnapshotTaker snapshots,
            Duration acknowledgeWithin,
            MatchingMetrics metrics) {
        this.ownership = ownership;
        this.publisher = publisher;
        this.ticks = ticks;
        this.snapshots = snapshots;
        this.acknowledgeWithin = acknowledgeWithin;
        this.metrics = metrics;
    }

    @Override
    public boolean wantsPollResult() {
        return true;
    }

    @Override
    public void onMessage(
            List<ConsumerRecord<byte[], byte[]>> records, @Nullable Acknowledgment acknowledgment, @Nullable Consumer<?, ?> consumer) {
        throw new UnsupportedOperationException("the whole poll is asked for");
    }

    @Override
    public void onMessage(
            ConsumerRecords<byte[], byte[]> records,
            @Nullable Acknowledgment acknowledgment,
            Consumer<byte[], byte[]> consumer) {
        long started = System.nanoTime();
        List<MatchingPartition> polled = new ArrayList<>();
        List<Sent> sent = new ArrayList<>(records.count());
        for (TopicPartition source : records.partitions()) {
            MatchingPartition partition = ownership.find(consumer, source.partition());
            if (partition != null) {
                polled.add(partition);
                apply(partition, records.records(source), sent);
            }
        }
        await(sent, started);
        if (!sent.isEmpty()) {
            metrics.acknowledged(System.nanoTime() - started, sent.size());
        }
        polled.stream()
                .filter(partition -> partition.state() == PartitionState.FAILED)
                .forEach(partition -> consumer.pause(List.of(source(partition))));
        commit(polled, consumer);
        lookAround(ownership.ownedBy(consumer));
        ownership.settle(consumer);
    }

    /** Called on the consumer's thread after a poll that has brought nothing: does all that a poll does besides applying commands. */
    void idle(Consumer<?, ?> consumer) {
        List<MatchingPartition> owned = ownership.ownedBy(consumer);
        commit(owned, consumer);
        lookAround(owned);
        ownership.settle(consumer);
    }

    /** Everything that was sent is acknowledged here. */
    private void lookAround(List<MatchingPartition> partitions) {
        long now = System.nanoTime();
        for (MatchingPartition partition : partitions) {
            ticks.write(partition, now);
            snapshots.look(partition, now);
        }
    }

    private void apply(MatchingPartition partition, List<ConsumerRecord<byte[], byte[]>> records, List<Sent> sent) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (partition.state() == PartitionState.FAILED || partition.state() == PartitionState.LEFT) {
                return;
            }
            ProducerRecord<byte[], byte[]> outcome;
            try {
                outcome = partition.apply(record);
            } catch (RuntimeException e) {
                partition.fail(record.offset(), false, e);
                return;
            }
            if (outcome != null) {
                send(partition, record.offset(), outcome, sent);
            }
        }
    }

    private void send(MatchingPartition partition, long offset, ProducerRecord<byte[], byte[]> outcome, List<Sent> sent) {
        try {
            sent.add(new Sent(partition, offset, publisher.send(outcome)));
        } catch (KafkaException | IllegalStateException e) {
            publisher.abort();
            partition.fail(offset, true, e);
        }
    }

    private void await(List<Sent> sent, long started) {
        long deadline = started + acknowledgeWithin.toNanos();
        for (Sent one : sent) {
            try {
                one.acknowledgement().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException e) {
                publisher.abort();
                one.partition().fail(one.offset(), true, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                publisher.abort();
                one.partition().fail(one.offset(), true, e);
            }
        }
    }

    /** Shows the group how far the partitions are, all of it acknowledged. */
    private static void commit(List<MatchingPartition> partitions, Consumer<?, ?> consumer) {
        Map<TopicPartition, OffsetAndMetadata> progress = new HashMap<>();
        long now = System.nanoTime();
        for (MatchingPartition partition : partitions) {
            if (partition.tellProgress(now, COMMIT_INTERVAL_NANOS)) {
                progress.put(source(partition), new OffsetAndMetadata(partition.appliedOffset() + 1));
            }
        }
        if (!progress.isEmpty()) {
            consumer.commitAsync(progress, null);
        }
    }

    private static TopicPartition source(MatchingPartition partition) {
        return new TopicPartition(Topics.ORDER_COMMANDS, partition.number());
    }
}
