// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.Topics;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * Which partitions this process owns, and through which of its consumers. Every assignment starts from nothing: a new engine, the
 * published tail, and the command log from its beginning.
 */
final class PartitionOwnership implements ConsumerAwareRebalanceListener {

    private record Owned(Consumer<?, ?> owner, MatchingPartition partition) {}

    private final ConcurrentMap<Integer, Owned> owned = new ConcurrentHashMap<>();
    private final Set<Consumer<?, ?>> joined = ConcurrentHashMap.newKeySet();
    private final PublishedTailReader tails;
    private final Function<Integer, MatchingPartition> create;

    PartitionOwnership(PublishedTailReader tails, Function<Integer, MatchingPartition> create) {
        this.tails = tails;
        this.create = create;
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
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        for (TopicPartition assigned : partitions) {
            if (assigned.topic().equals(Topics.ORDER_COMMANDS)) {
                MatchingPartition partition = create.apply(assigned.partition());
                owned.put(assigned.partition(), new Owned(consumer, partition));
                consumer.seek(assigned, 0);
                load(consumer, assigned, partition);
            }
        }
        joined.add(consumer);
    }

    @Override
    public void onPartitionsRevokedAfterCommit(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        partitions.forEach(revoked -> owned.computeIfPresent(revoked.partition(), (_, found) -> found.owner() == consumer ? null : found));
    }

    @Override
    public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        onPartitionsRevokedAfterCommit(consumer, partitions);
    }

    private void load(Consumer<?, ?> consumer, TopicPartition assigned, MatchingPartition partition) {
        try {
            partition.loaded(tails.read(assigned.partition()));
        } catch (RuntimeException e) {
            partition.fail(-1, !(e instanceof LogMismatchException), e);
            consumer.pause(List.of(assigned));
        }
    }
}
