// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.codec.WireCommands;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class PartitionFailureIT extends BrokerTrial {

    @Test
    void aPoisonRecordStopsItsPartitionOnlyAndHealthSaysWhere() {
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers(), RunningPipeline.settings(2, "", 1_000))) {
            service.awaitHealth("UP");
            log.writeRandom(1, 40);
            long poison = log.write(new ProducerRecord<>(
                    Topics.ORDER_COMMANDS, 1, new byte[0], "not a command".getBytes(StandardCharsets.UTF_8)));
            log.writeRandom(2, 40);
            for (int partition : new int[]{0, 2, 3}) {
                assertThat(log.outcomes(partition, 20)).hasSize(20);
            }
            service.awaitHealth("DOWN");
            assertThat(service.partition(1)).startsWith("FAILED at offset " + poison + ": ");
            assertThat(service.partition(2)).startsWith("LIVE");
            assertThat(log.outcomeCount(1)).isEqualTo(poison);
        }
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("DOWN")) {
            log.writeRandom(3, 40);
            assertThat(log.outcomes(0, 30)).as("others still go on after a restart").hasSize(30);
            assertThat(log.outcomeCount(1)).as("nothing behind the poison").isEqualTo(10);
        }
    }

    /** The outcome repeats the symbol in its key, so a command that just fits into a record has one that does not. */
    @Test
    void aCommandWhoseOutcomeFitsIntoNoRecordStopsItsPartitionOnly() {
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers())) {
            service.awaitHealth("UP");
            log.writeRandom(1, 40);
            ProducerRecord<byte[], byte[]> poison = TestLog.record(1, WireCommands.tick(1, "S".repeat(3_000)));
            poison.headers().add("outcry-reply", new byte[TopicLayout.MAX_RECORD_BYTES - 3_200]);
            long offset = log.write(poison);
            service.awaitPartition(1, "FAILED at offset " + offset + ": ");
            assertThat(service.partition(1)).contains("its reply header");
            log.writeRandom(2, 40);
            for (int partition : new int[]{0, 2, 3}) {
                assertThat(log.outcomes(partition, 20)).hasSize(20);
                assertThat(service.partition(partition)).startsWith("LIVE");
            }
            assertThat(log.outcomeCount(1)).isEqualTo(offset);
        }
    }

    @Test
    void aLateWritersRepetitionAtTheEndOfTheLogIsNotMistakenForTheNewestOutcome() {
        log.writeRandom(1, 80);
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            assertThat(log.outcomes(2, 20)).hasSize(20);
        }
        List<ConsumerRecord<byte[], byte[]>> published = log.outcomes(2, 20);
        for (ConsumerRecord<byte[], byte[]> late : published.subList(10, 15)) {
            log.write(new ProducerRecord<>(Topics.ORDER_OUTCOMES, 2, late.key(), late.value()));
        }
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.writeRandom(2, 4);
            assertThat(log.outcomes(2, 26)).hasSize(26);
            assertThat(log.outcomeCount(2)).isEqualTo(26);
        }
    }

    @Test
    void logsThatContradictEachOtherStopThePartition() {
        log.writeRandom(1, 40);
        Outcome beyond = Outcome.newBuilder().setInputOffset(10).setSequence(11).build();
        log.write(new ProducerRecord<>(Topics.ORDER_OUTCOMES, 0, new byte[0], beyond.toByteArray()));
        Outcome miscounted = Outcome.newBuilder().setInputOffset(5).setSequence(4).setTimeUs(Long.MAX_VALUE).build();
        log.write(new ProducerRecord<>(Topics.ORDER_OUTCOMES, 3, new byte[0], miscounted.toByteArray()));
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("DOWN")) {
            assertThat(log.outcomes(1, 10)).hasSize(10);
            service.awaitPartition(0, "FAILED at offset -1");
            service.awaitPartition(3, "FAILED at offset 5");
            assertThat(service.partition(0)).contains("knows the command at offset 10");
            assertThat(service.partition(3)).contains("replay gives sequence 6");
            assertThat(log.outcomeCount(0)).isEqualTo(1);
            assertThat(log.outcomeCount(3)).isEqualTo(1);
        }
    }
}
