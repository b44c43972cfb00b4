// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.recovery.LogMismatchException;
import io.outcry.matching.recovery.PublishedTail;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether the two logs of a partition belong together. */
class KafkaOutcomeTailsTest {

    private static final int PARTITION = 2;
    private static final TopicPartition COMMANDS = new TopicPartition(Topics.ORDER_COMMANDS, PARTITION);
    private static final TopicPartition OUTCOMES = new TopicPartition(Topics.ORDER_OUTCOMES, PARTITION);

    private final MockConsumer<byte[], byte[]> kafka = new MockConsumer<>("none");
    private final KafkaOutcomeTails tails = new KafkaOutcomeTails(new LogReader(kafka, Duration.ofSeconds(10)));
    private long published;

    @BeforeEach
    void threeOutcomes() {
        kafka.updateBeginningOffsets(Map.of(COMMANDS, 0L, OUTCOMES, 0L));
        kafka.assign(List.of(OUTCOMES));
        publish(0, 1);
        publish(1, 2);
        publish(2, 3);
    }

    @Test
    void theNewestOutcomeIsTheTail() {
        commandsEndAt(3);
        PublishedTail tail = tails.read(PARTITION);
        assertThat(tail.inputOffset()).isEqualTo(2);
        assertThat(tail.sequence()).isEqualTo(3);
    }

    /** The next command would come to an offset whose outcome is on the log already, and never be answered. */
    @Test
    void aCommandLogThatHasLostItsLastCommandIsRefused() {
        commandsEndAt(2);
        assertThatThrownBy(() -> tails.read(PARTITION))
                .isInstanceOf(LogMismatchException.class)
                .hasMessageContaining("knows the command at offset 2, the command log ends at 2");
    }

    @Test
    void aCommandLogThatHasLostItsBeginningIsRefused() {
        kafka.updateBeginningOffsets(Map.of(COMMANDS, 1L));
        commandsEndAt(3);
        assertThatThrownBy(() -> tails.read(PARTITION))
                .isInstanceOf(LogMismatchException.class)
                .hasMessageContaining("begins at offset 1");
    }

    @Test
    void aGapInTheOutcomesIsRefused() {
        publish(4, 5);
        commandsEndAt(5);
        assertThatThrownBy(() -> tails.read(PARTITION)).isInstanceOf(LogMismatchException.class).hasMessageContaining("a gap");
    }

    private void commandsEndAt(long offset) {
        kafka.updateEndOffsets(Map.of(COMMANDS, offset, OUTCOMES, published));
    }

    private void publish(long inputOffset, long sequence) {
        byte[] value = Outcome.newBuilder().setInputOffset(inputOffset).setSequence(sequence).build().toByteArray();
        kafka.addRecord(new ConsumerRecord<>(OUTCOMES.topic(), PARTITION, published++, new byte[0], value));
    }
}
