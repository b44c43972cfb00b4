// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * A consumer group with cooperative rebalances. A member that has not polled for a session's time loses its partitions to others without
 * knowing it: until its next poll there are two owners.
 */
final class SimGroup {

    private static final long SESSION_MILLIS = 3_000;

    private final VirtualTime time;
    private final SimKafka kafka;
    private final List<TopicPartition> partitions;
    private final List<Member> members = new ArrayList<>();
    private final Map<TopicPartition, Member> owners = new HashMap<>();

    SimGroup(VirtualTime time, SimKafka kafka, List<TopicPartition> partitions) {
        this.time = time;
        this.kafka = kafka;
        this.partitions = List.copyOf(partitions);
    }

    /** One consumer in the group. */
    final class Member {

        private final SimConsumer consumer;
        private final ConsumerAwareRebalanceListener listener;
        private final Set<TopicPartition> held = new LinkedHashSet<>();
        private long seenMillis;

        private Member(SimConsumer consumer, ConsumerAwareRebalanceListener listener) {
            this.consumer = consumer;
            this.listener = listener;
        }

        /** What a poll does before it fetches: hears that partitions were lost, gives up those that go elsewhere, takes the free ones. */
        void rebalance() {
            if (!kafka.isReachable()) {
                return;
            }
            expire();
            if (!members.contains(this)) {
                lose();
                members.add(this);
            }
            seenMillis = time.millis();
            List<TopicPartition> leaving = held.stream().filter(partition -> target(partition) != this).toList();
            if (!leaving.isEmpty()) {
                listener.onPartitionsRevokedBeforeCommit(consumer, leaving);
                leaving.forEach(consumer::remove);
                listener.onPartitionsRevokedAfterCommit(consumer, leaving);
                leaving.forEach(held::remove);
                leaving.forEach(owners::remove);
            }
            List<TopicPartition> coming =
                    partitions.stream().filter(partition -> target(partition) == this && !owners.containsKey(partition)).toList();
            if (!coming.isEmpty()) {
                coming.forEach(partition -> owners.put(partition, this));
                held.addAll(coming);
                coming.forEach(consumer::add);
                listener.onPartitionsAssigned(consumer, coming);
            }
        }

        private void lose() {
            List<TopicPartition> lost = List.copyOf(held);
            held.clear();
            lost.forEach(consumer::remove);
            if (!lost.isEmpty()) {
                listener.onPartitionsLost(consumer, lost);
            }
        }

        /** The process has closed its consumer: its partitions are free at once. */
        void leave() {
            members.remove(this);
            owners.values().removeIf(owner -> owner == this);
            held.clear();
        }

        /** Whether it believes to own a partition that has another owner. */
        boolean isZombie() {
            return held.stream().anyMatch(partition -> owners.get(partition) != this);
        }
    }

    Member join(SimConsumer consumer, ConsumerAwareRebalanceListener listener) {
        Member member = new Member(consumer, listener);
        member.seenMillis = time.millis();
        members.add(member);
        return member;
    }

    private void expire() {
        members.removeIf(member -> {
            boolean expired = time.millis() - member.seenMillis > SESSION_MILLIS;
            if (expired) {
                owners.values().removeIf(owner -> owner == member);
            }
            return expired;
        });
    }

    private @Nullable Member target(TopicPartition partition) {
        return members.isEmpty() ? null : members.get(partitions.indexOf(partition) % members.size());
    }
}
