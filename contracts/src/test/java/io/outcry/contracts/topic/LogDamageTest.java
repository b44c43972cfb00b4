// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogDamageTest {

    private static final TopicPartition READ = new TopicPartition("log", 0);
    private static final TopicPartition UNREAD = new TopicPartition("log", 1);
    private static final TopicPartition DAMAGED = new TopicPartition("log", 2);
    private static final TopicPartition LEFT_OUT = new TopicPartition("log", 3);
    private static final List<TopicPartition> ALL = List.of(READ, UNREAD, DAMAGED, LEFT_OUT);

    private static final KafkaException FAILED = new KafkaException("a poll has failed");

    private final Map<TopicPartition, RuntimeException> damages = new HashMap<>();
    private final Set<TopicPartition> leaderless = new HashSet<>();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final MockConsumer<byte[], byte[]> fresh = new MockConsumer<>("none") {

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            for (TopicPartition log : assignment()) {
                RuntimeException damage = damages.get(log);
                if (damage != null && position(log) == 7) {
                    throw damage;
                }
                addRecord(new ConsumerRecord<>(log.topic(), log.partition(), position(log), null, new byte[1]));
            }
            return super.poll(timeout);
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> logs) {
            if (!Collections.disjoint(logs, leaderless)) {
                throw new TimeoutException("no leader");
            }
            return super.endOffsets(logs);
        }
    };

    /** One partition has been read to its end, another one is where it can be read, and the last is not fetched. */
    @BeforeEach
    void theConsumerStandsSomewhere() {
        consumer.assign(ALL);
        ALL.forEach(log -> consumer.seek(log, 7));
        consumer.pause(List.of(LEFT_OUT));
        fresh.updateEndOffsets(Map.of(READ, 7L, UNREAD, 9L, DAMAGED, 9L, LEFT_OUT, 9L));
        damages.put(READ, new KafkaException("damage behind the end"));
        damages.put(LEFT_OUT, new KafkaException("damage that is known"));
    }

    @Test
    void thePartitionThatCannotBeReadIsFound() {
        damages.put(DAMAGED, new KafkaException("failed", new KafkaException("a checksum is wrong")));
        LogDamage damage = LogDamage.find(FAILED, consumer, () -> fresh).orElseThrow();
        assertThat(damage).isEqualTo(new LogDamage(DAMAGED, 7, "a checksum is wrong"))
                .hasToString("what stands at offset 7 of log-2 cannot be read: a checksum is wrong");
        assertThat(fresh.closed()).isTrue();

        damage.leaveOut(consumer);
        assertThat(consumer.paused()).containsExactlyInAnyOrder(DAMAGED, LEFT_OUT);
        assertThat(consumer.position(DAMAGED)).isEqualTo(8);
        assertThat(consumer.position(UNREAD)).isEqualTo(7);
    }

    @Test
    void whereEverythingCanBeReadNothingIsDamaged() {
        assertThat(LogDamage.find(FAILED, consumer, () -> fresh)).isEmpty();
    }

    @Test
    void thePartitionThatCannotBeReadIsFoundBesideOneThatHasNoLeader() {
        leaderless.addAll(List.of(READ, UNREAD));
        damages.put(DAMAGED, new KafkaException("a checksum is wrong"));
        assertThat(LogDamage.find(FAILED, consumer, () -> fresh)).contains(new LogDamage(DAMAGED, 7, "a checksum is wrong"));
    }

    @Test
    void aKafkaThatIsAwaySaysNothingOfDamage() {
        assertThat(LogDamage.find(new TimeoutException("no broker answers"), consumer, () -> fresh)).isEmpty();
        fresh.setOffsetsException(new TimeoutException("no broker answers"));
        assertThatThrownBy(() -> LogDamage.find(FAILED, consumer, () -> fresh)).isInstanceOf(TimeoutException.class);
        assertThat(fresh.closed()).isTrue();
    }

    @Test
    void onlyBytesThatCannotBeMadeOutAreDamage() {
        assertThat(LogDamage.isTold(new CorruptRecordException("magic"))).isTrue();
        assertThat(LogDamage.isTold(new IllegalArgumentException("unknown compression")))
                .as("records of others may have been passed over").isFalse();
        assertThat(LogDamage.isTold(new TimeoutException("away"))).isFalse();
        assertThat(LogDamage.isTold(new TopicAuthorizationException("log"))).isFalse();
    }
}
