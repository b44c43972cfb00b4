// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.codec.CommandApplier;
import io.outcry.matching.codec.OutcomeBytes;
import io.outcry.matching.codec.OutcomeEncoder;
import io.outcry.matching.codec.WireCommand;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.OutcomeChain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * One partition of both order logs, read when all is quiet.
 *
 * @param partition its number
 * @param commands all of them
 * @param outcomes the first of each command, in order
 * @param repeated outcomes that were written again by a second owner, or an owner that knew no better
 */
record RecordedLog(int partition, List<ConsumerRecord<byte[], byte[]>> commands, List<Outcome> outcomes, int repeated) {

    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * Reads a partition until every command on it has its outcome, and holds these against an engine that has applied the same commands
     * undisturbed, byte for byte and hash for hash.
     *
     * @throws AssertionError if an outcome is missing, in the wrong place, or another one than the engine's; or a repeated one differs
     */
    static RecordedLog read(String bootstrapServers, int partition) throws Exception {
        TopicPartition commands = new TopicPartition(Topics.ORDER_COMMANDS, partition);
        TopicPartition outcomes = new TopicPartition(Topics.ORDER_OUTCOMES, partition);
        try (var consumer = consumer(bootstrapServers)) {
            List<ConsumerRecord<byte[], byte[]>> asked = readToEnd(consumer, commands);
            OutcomeEncoder encoder = new OutcomeEncoder();
            CommandApplier undisturbed = new CommandApplier(new MatchingEngine(partition, EngineLimits.STANDARD));
            List<byte[]> expected = new ArrayList<>(asked.size());
            for (ConsumerRecord<byte[], byte[]> command : asked) {
                expected.add(OutcomeBytes.of(encoder, undisturbed.apply(command.offset(), WireCommand.parse(command.value()))));
            }
            return judge(consumer, outcomes, partition, asked, expected);
        }
    }

    private static RecordedLog judge(
            KafkaConsumer<byte[], byte[]> consumer,
            TopicPartition source,
            int partition,
            List<ConsumerRecord<byte[], byte[]>> commands,
            List<byte[]> expected)
            throws Exception {
        List<Outcome> outcomes = new ArrayList<>(expected.size());
        List<@Nullable ChainPoint> chain = chain(expected);
        int repeated = 0;
        long deadline = System.nanoTime() + LIMIT.toNanos();
        consumer.assign(List.of(source));
        consumer.seekToBeginning(List.of(source));
        while (outcomes.size() < expected.size() || consumer.position(source) < end(consumer, source)) {
            assertThat(System.nanoTime())
                    .as("partition %d has %d outcomes of %d commands", partition, outcomes.size(), expected.size())
                    .isLessThan(deadline);
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                int index = (int) Outcome.parseFrom(record.value()).getSequence() - 1;
                assertThat(index).as("sequence - 1 at offset %d of %s", record.offset(), source).isBetween(0, outcomes.size());
                assertThat(index).as("sequence - 1 at offset %d of %s", record.offset(), source).isLessThan(expected.size());
                assertThat(record.value()).as("outcome at offset %d of %s", record.offset(), source).isEqualTo(expected.get(index));
                Header published = record.headers().lastHeader(ChainPoint.HEADER);
                assertThat(ChainPoint.of(index + 1, published == null ? null : published.value()))
                        .as("hash chain at offset %d of %s", record.offset(), source).isEqualTo(chain.get(index));
                if (index == outcomes.size()) {
                    outcomes.add(Outcome.parseFrom(record.value()));
                } else {
                    repeated++;
                }
            }
        }
        return new RecordedLog(partition, commands, outcomes, repeated);
    }

    private static List<@Nullable ChainPoint> chain(List<byte[]> outcomes) {
        OutcomeChain chain = new OutcomeChain(0);
        List<@Nullable ChainPoint> points = new ArrayList<>(outcomes.size());
        for (byte[] outcome : outcomes) {
            points.add(chain.add(points.size() + 1, outcome, outcome.length));
        }
        return points;
    }

    private static List<ConsumerRecord<byte[], byte[]>> readToEnd(KafkaConsumer<byte[], byte[]> consumer, TopicPartition source) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        consumer.assign(List.of(source));
        consumer.seekToBeginning(List.of(source));
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (consumer.position(source) < end(consumer, source)) {
            assertThat(System.nanoTime()).as("%s was read within %s", source, LIMIT).isLessThan(deadline);
            consumer.poll(POLL).forEach(records::add);
        }
        return records;
    }

    private static long end(KafkaConsumer<?, ?> consumer, TopicPartition source) {
        return consumer.endOffsets(List.of(source)).values().iterator().next();
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String bootstrapServers) {
        return new KafkaConsumer<>(
                Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false),
                new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
