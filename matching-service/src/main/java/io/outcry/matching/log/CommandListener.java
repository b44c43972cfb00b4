// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.LogDamage;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.Tracing;
import io.outcry.matching.recovery.PartitionEngine;
import io.outcry.matching.recovery.PartitionState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchAcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.support.Acknowledgment;

/**
 * Takes one poll through its engines: apply and send, then commit what is acknowledged by now, write the ticks and take the snapshots that
 * are due. The next poll does not wait for the acknowledgements of this one, unless too many are missing.
 *
 * <p>A failure stops the partition it happened in; the others of the same poll go on. It is shared by all consumers of the container and
 * keeps nothing between calls.
 */
final class CommandListener implements BatchAcknowledgingConsumerAwareMessageListener<byte[], byte[]> {

    /** Offsets are committed at most this often: they are only looked at. */
    private static final long COMMIT_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** So long after it was sent the other partitions of the consumer wait for an outcome that one cannot go on without. */
    private static final long MOMENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Outcomes of one poll do not wait for the others beyond so many bytes. */
    private static final long LARGE_BATCH_BYTES = 1 << 20;

    private final PartitionOwnership ownership;
    private final OutcomePublisher publisher;
    private final TickWriter ticks;
    private final SnapshotTaker snapshots;
    private final Duration acknowledgeWithin;
    private final int fullPoll;
    private final MatchingMetrics metrics;
    private final Tracing tracing;
    private final LongSupplier nanoTime;

    /**
     * @param fullPoll commands of a poll behind which there are most likely more
     * @param nanoTime as {@link System#nanoTime} says
     */
    CommandListener(
            PartitionOwnership ownership,
            OutcomePublisher publisher,
            TickWriter ticks,
            SnapshotTaker snapshots,
            Duration acknowledgeWithin,
            int fullPoll,
            MatchingMetrics metrics,
            Tracing tracing,
            LongSupplier nanoTime) {
        this.ownership = ownership;
        this.publisher = publisher;
        this.ticks = ticks;
        this.snapshots = snapshots;
        this.acknowledgeWithin = acknowledgeWithin;
        this.fullPoll = fullPoll;
        this.metrics = metrics;
        this.tracing = tracing;
        this.nanoTime = nanoTime;
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
        long started = nanoTime.getAsLong();
        boolean more = records.count() >= fullPoll;
        for (TopicPartition source : records.partitions()) {
            MatchingPartition partition = ownership.find(consumer, source.partition());
            if (partition != null) {
                apply(partition, records.records(source), started, consumer);
            }
        }
        metrics.polled(records.count());
        if (!more) {
            publisher.nothingMore();
        }
        idle(consumer);
    }

    /**
     * A poll has failed: what cannot be read stops its partition, which is not fetched any more.
     *
     * @param fresh makes a consumer without a group
     * @return false if the poll has failed for another reason
     */
    boolean leaveOut(Exception failure, Consumer<?, ?> consumer, Supplier<? extends Consumer<?, ?>> fresh) {
        LogDamage damage = LogDamage.find(failure, consumer, fresh).orElse(null);
        if (damage == null) {
            return false;
        }
        MatchingPartition partition = ownership.find(consumer, damage.log().partition());
        if (partition != null) {
            partition.fail(damage.offset(), false, new UnreadableLogException(damage, true));
            damage.leaveOut(consumer);
        }
        return partition != null;
    }

    /** Called on the consumer's thread after a poll, also one that has brought nothing: does all that there is to do besides applying. */
    void idle(Consumer<?, ?> consumer) {
        List<MatchingPartition> owned = ownership.ownedBy(consumer);
        owned.forEach(partition -> holdBack(partition, consumer));
        owned.stream()
                .filter(partition -> partition.state() == PartitionState.FAILED)
                .forEach(partition -> consumer.pause(List.of(source(partition))));
        commit(owned, consumer);
        lookAround(owned, consumer);
        ownership.settle(consumer);
    }

    /** Where the log takes too little for longer than a moment, no more commands are fetched until it has taken all: the others go on. */
    private void holdBack(MatchingPartition partition, Consumer<?, ?> consumer) {
        awaitAMoment(partition, Unacknowledged.LIMIT);
        Unacknowledged sent = partition.unacknowledged();
        boolean held = partition.isHeldBack();
        if (held ? sent.isEmpty() : sent.isFull()) {
            holdBack(partition, !held, consumer);
        }
    }

    private static void holdBack(MatchingPartition partition, boolean held, Consumer<?, ?> consumer) {
        if (partition.state() == PartitionState.LIVE) {
            partition.holdBack(held);
            if (held) {
                consumer.pause(List.of(source(partition)));
            } else {
                consumer.resume(List.of(source(partition)));
            }
        }
    }

    /** A snapshot waits until everything before it is acknowledged, and its partition with it. */
    private void lookAround(List<MatchingPartition> partitions, Consumer<?, ?> consumer) {
        long now = nanoTime.getAsLong();
        for (MatchingPartition partition : partitions) {
            ticks.write(partition, now, acknowledgeWithin);
            if (!partition.isHeldBack()) {
                snapshots.look(partition, now, due -> {
                    publisher.nothingMore();
                    awaitAMoment(due, 0);
                    boolean all = due.unacknowledged().isEmpty();
                    if (!all) {
                        holdBack(due, true, consumer);
                    }
                    return all;
                });
            }
        }
    }

    private void apply(
            MatchingPartition partition, List<ConsumerRecord<byte[], byte[]>> records, long started, Consumer<?, ?> consumer) {
        OutcomeBatch outcomes = new OutcomeBatch(records.size());
        ConsumerRecord<byte[], byte[]> newest = records.getLast();
        for (int i = 0; i < records.size(); i++) {
            if (partition.state() == PartitionState.FAILED || partition.state() == PartitionState.LEFT) {
                break;
            }
            if (i % PartitionEngine.FORESEEN == 0) {
                partition.expect(records.subList(i, Math.min(records.size(), i + PartitionEngine.FORESEEN)));
            }
            ConsumerRecord<byte[], byte[]> record = records.get(i);
            apply(partition, record, started, record == newest, outcomes);
            if (outcomes.bytes() >= LARGE_BATCH_BYTES) {
                send(partition, outcomes);
                outcomes = new OutcomeBatch(records.size() - i);
                awaitAMoment(partition, Unacknowledged.LIMIT);
                if (partition.unacknowledged().isFull()) {
                    // What follows is fetched once more.
                    consumer.seek(source(partition), record.offset() + 1);
                    break;
                }
            }
        }
        partition.tell();
        if (outcomes.size() > 0) {
            send(partition, outcomes);
        }
    }

    private void send(MatchingPartition partition, OutcomeBatch outcomes) {
        Future<RecordMetadata> last = publisher.send(outcomes);
        partition.unacknowledged().add(outcomes.firstOffset(), outcomes.size(), outcomes.bytes(), last, nanoTime.getAsLong());
    }

    /** Adds nothing if the outcome is on the log, or the partition has failed. */
    private void apply(
            MatchingPartition partition, ConsumerRecord<byte[], byte[]> record, long started, boolean timed, OutcomeBatch outcomes) {
        TracedMatch traced = TracedMatch.begin(tracing, record, started, nanoTime);
        try {
            ProducerRecord<byte[], byte[]> outcome = partition.apply(record);
            if (outcome != null) {
                outcomes.add(record.offset(), outcome, traced != null ? traced.applied() : timed ? timer(started) : null);
            }
        } catch (RuntimeException e) {
            partition.fail(record.offset(), false, e);
        }
    }

    /** Counts how long it took from the poll to the acknowledgement. */
    private Callback timer(long polledNanos) {
        return (_, failure) -> {
            if (failure == null) {
                metrics.acknowledged(nanoTime.getAsLong() - polledNanos);
            }
        };
    }

    /** Waits while more than {@code most} outcomes are not acknowledged, but not for what takes longer than a moment. */
    private void awaitAMoment(MatchingPartition partition, int most) {
        Unacknowledged.Lost lost = partition.unacknowledged().settle(most, MOMENT_NANOS, acknowledgeWithin.toNanos(), nanoTime);
        if (lost != null) {
            OutcomePublisher.Loss first = publisher.abort(new OutcomePublisher.Loss(partition.number(), lost.offset(), lost.cause()));
            long offset = first.partition() == partition.number() ? first.offset() : lost.offset();
            partition.fail(offset, !lost.isTooLarge(), lost.cause());
        }
    }

    /** Shows the group how far the partitions are, all of it acknowledged. */
    private void commit(List<MatchingPartition> partitions, Consumer<?, ?> consumer) {
        Map<TopicPartition, OffsetAndMetadata> progress = new HashMap<>();
        List<MatchingPartition> told = new ArrayList<>();
        long now = nanoTime.getAsLong();
        for (MatchingPartition partition : partitions) {
            if (partition.tellProgress(now, COMMIT_INTERVAL_NANOS)) {
                progress.put(source(partition), new OffsetAndMetadata(partition.nextOffset()));
                told.add(partition);
            }
        }
        if (!progress.isEmpty()) {
            consumer.commitAsync(progress, (_, failure) -> told.forEach(partition -> partition.progressTold(failure)));
        }
    }

    private static TopicPartition source(MatchingPartition partition) {
        return new TopicPartition(Topics.ORDER_COMMANDS, partition.number());
    }
}
