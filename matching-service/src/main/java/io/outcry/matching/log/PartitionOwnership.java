// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.CommandFailedException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * Which partitions this process owns, and through which of its consumers. Every assignment starts from nothing: the partition is paused and
 * recovered on another thread, and {@link #settle} lets it go on from there. Where Kafka does not answer, that partition alone is recovered
 * once more, after a growing pause: others may have a leader where it has none. One that is revoked stops at once, whatever it is doing, but
 * for the outcomes that it has sent.
 */
final class PartitionOwnership implements ConsumerAwareRebalanceListener {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionOwnership.class);
    private static final Duration HANDOVER = Duration.ofSeconds(2);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /**
     * @param loading what is being recovered, until it is settled
     * @param pause after the last recovery that Kafka has kept from its end; zero: there was none
     * @param againNanos when it is over
     */
    private record Owned(
            Consumer<?, ?> owner, MatchingPartition partition, @Nullable Future<CaughtUp> loading, Duration pause, long againNanos) {

        Owned settled() {
            return new Owned(owner, partition, null, Duration.ZERO, 0);
        }

        /** With a new life, which begins after a pause. */
        Owned waiting(MatchingPartition next, long nowNanos) {
            Duration doubled = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
            Duration longer = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
            return new Owned(owner, next, null, longer, nowNanos + longer.toNanos());
        }

        Owned loading(Future<CaughtUp> begun) {
            return new Owned(owner, partition, begun, pause, 0);
        }

        boolean isDue(long nowNanos) {
            return !pause.isZero() && nowNanos - againNanos >= 0;
        }
    }

    private final ConcurrentMap<Integer, Owned> owned = new ConcurrentHashMap<>();
    private final Set<Consumer<?, ?>> joined = ConcurrentHashMap.newKeySet();
    private final int partitions;
    private final RecoveryBegin loads;
    private final IntFunction<MatchingPartition> create;
    private final IntFunction<PartitionSnapshots> snapshots;
    private final LongSupplier nanoTime;

    /**
     * @param partitions of the topics; more of them, which somebody has given the topic of commands since, are left alone
     * @param loads begins to recover a partition
     * @param create makes a partition that is LOADING
     * @param snapshots makes what takes care of a partition's snapshots
     */
    PartitionOwnership(
            int partitions, RecoveryBegin loads, IntFunction<MatchingPartition> create, IntFunction<PartitionSnapshots> snapshots) {
        this(partitions, loads, create, snapshots, System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} says */
    PartitionOwnership(
            int partitions, RecoveryBegin loads, IntFunction<MatchingPartition> create, IntFunction<PartitionSnapshots> snapshots,
            LongSupplier nanoTime) {
        this.partitions = partitions;
        this.loads = loads;
        this.create = create;
        this.snapshots = snapshots;
        this.nanoTime = nanoTime;
    }

    /** The partition, if {@code consumer} owns it. */
    @Nullable
    MatchingPartition find(Consumer<?, ?> consumer, int partition) {
        Owned found = owned.get(partition);
        return found == null || found.owner() != consumer ? null : found.partition();
    }

    /** The partitions that {@code consumer} owns. */
    List<MatchingPartition> ownedBy(Consumer<?, ?> consumer) {
        return owned.values().stream().filter(o -> o.owner() == consumer).map(Owned::partition).toList();
    }

    /** All partitions of this process. */
    Stream<MatchingPartition> partitions() {
        return owned.values().stream().map(Owned::partition);
    }

    /** How many consumers have had an assignment, be it an empty one. */
    int joinedConsumers() {
        return joined.size();
    }

    /** Forgets everything, before the consumers are started anew. */
    void clear() {
        owned.clear();
        joined.clear();
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> given) {
        for (TopicPartition assigned : given) {
            if (assigned.topic().equals(Topics.ORDER_COMMANDS)) {
                int number = assigned.partition();
                consumer.seek(assigned, 0);
                consumer.pause(List.of(assigned));
                if (number >= partitions) {
                    LOG.atWarn().addKeyValue("partition", assigned).addKeyValue("configured", partitions)
                            .log("a partition that was added is left alone: no service starts any more until the other topics of orders "
                                    + "and outcry.topics.order-partitions are raised to the same number");
                    continue;
                }
                MatchingPartition created = create.apply(number);
                owned.put(number, new Owned(consumer, created, loads.begin(number, created::replaying), Duration.ZERO, 0));
            }
        }
        joined.add(consumer);
    }

    /** Lets the partitions of {@code consumer} go on whose recovery has come to an end. On its thread, between two polls. */
    void settle(Consumer<?, ?> consumer) {
        for (Owned one : owned.values()) {
            Future<CaughtUp> loading = one.loading();
            if (one.owner() != consumer) {
                continue;
            }
            if (loading == null) {
                loadAgain(one);
            } else if (loading.isDone()) {
                settle(consumer, one, loading);
            } else {
                one.partition().look();
            }
        }
    }

    private void loadAgain(Owned waiting) {
        if (waiting.isDue(nanoTime.getAsLong())) {
            MatchingPartition partition = waiting.partition();
            owned.replace(partition.number(), waiting, waiting.loading(loads.begin(partition.number(), partition::replaying)));
        }
    }

    private void settle(Consumer<?, ?> consumer, Owned one, Future<CaughtUp> loading) {
        MatchingPartition partition = one.partition();
        Throwable failure = failure(loading);
        if (failure != null && passes(failure)) {
            MatchingPartition next = create.apply(partition.number());
            Owned waiting = one.waiting(next, nanoTime.getAsLong());
            if (owned.replace(partition.number(), one, waiting)) {
                next.delayed(failure, waiting.pause());
            }
        } else if (owned.replace(partition.number(), one, one.settled())) {
            // Else another consumer has been given it since.
            goOn(consumer, partition, failure, loading);
        }
    }

    private static @Nullable Throwable failure(Future<CaughtUp> loading) {
        return switch (loading.state()) {
            case SUCCESS -> null;
            case FAILED -> loading.exceptionNow();
            default -> new IllegalStateException("the recovery was broken off");
        };
    }

    /** Whether another recovery may come to its end where this one has not. */
    private static boolean passes(Throwable failure) {
        return failure instanceof UnreadableLogException damaged ? !damaged.isLasting() : failure instanceof KafkaException;
    }

    private void goOn(Consumer<?, ?> consumer, MatchingPartition partition, @Nullable Throwable failure, Future<CaughtUp> loading) {
        if (failure != null) {
            partition.look();
            fail(partition, failure);
            return;
        }
        TopicPartition source = new TopicPartition(Topics.ORDER_COMMANDS, partition.number());
        CaughtUp recovered = loading.resultNow();
        partition.loaded(recovered, snapshots.apply(partition.number()), nanoTime.getAsLong());
        consumer.seek(source, recovered.engine().lastOffset() + 1);
        consumer.resume(List.of(source));
    }

    private static void fail(MatchingPartition partition, Throwable cause) {
        switch (cause) {
            case CommandFailedException failed ->
                partition.fail(failed.offset(), false, Objects.requireNonNullElse(failed.getCause(), failed));
            case UnreadableLogException damaged -> partition.fail(damaged.command(), false, damaged);
            default -> partition.fail(-1, false, cause);
        }
    }

    /** What is on its way gets a moment to arrive, so that the next owner finds it on the log and need not write it again. */
    @Override
    public void onPartitionsRevokedBeforeCommit(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        for (TopicPartition revoked : partitions) {
            MatchingPartition partition = find(consumer, revoked.partition());
            if (partition != null) {
                partition.unacknowledged().settle(0, HANDOVER.toNanos(), nanoTime);
            }
        }
    }

    @Override
    public void onPartitionsRevokedAfterCommit(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        partitions.forEach(revoked -> owned.computeIfPresent(
                revoked.partition(), (_, found) -> found.owner() == consumer ? left(found) : found));
    }

    @Override
    public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        onPartitionsRevokedAfterCommit(consumer, partitions);
    }

    private static @Nullable Owned left(Owned owned) {
        Future<CaughtUp> loading = owned.loading();
        if (loading != null) {
            loading.cancel(true);
        }
        owned.partition().leave();
        return null;
    }
}
