// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.codec.OutcomeEncoder;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.domain.Command;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.RandomCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Both ends of the service: writes commands, reads outcomes, and knows what they must be. Remembers what it wrote. */
public final class TestLog implements AutoCloseable {

    public static final int PARTITIONS = 4;

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final String bootstrapServers;
    private final Producer<byte[], byte[]> producer;
    private final Map<Integer, TreeMap<Long, Command>> written = new TreeMap<>();

    public TestLog(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        TopicLayout layout = new TopicLayout(PARTITIONS, 1, (short) 1);
        TopicProvisioner.ensure(client(), List.of(layout.orderCommands(), layout.orderOutcomes()));
        var configuration = Map.<String, Object>of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ProducerConfig.LINGER_MS_CONFIG, 0,
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        producer = new KafkaProducer<>(configuration, new ByteArraySerializer(), new ByteArraySerializer());
        IntStream.range(0, PARTITIONS).forEach(partition -> written.put(partition, new TreeMap<>()));
    }

    private Map<String, Object> client() {
        return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    }

    /** Whose close does not wait for a fetch that waits for records. */
    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Writes a command and returns its offset once it is acknowledged. */
    public long write(int partition, Command command) {
        long offset = write(record(partition, command));
        remember(partition, offset, command);
        return offset;
    }

    /** Writes any record and returns its offset once it is acknowledged. */
    public long write(ProducerRecord<byte[], byte[]> record) {
        try {
            return producer.send(record).get().offset();
        } catch (Exception e) {
            throw new AssertionError("the test could not write to " + record.topic(), e);
        }
    }

    /** Writes the first {@code count} commands of a seed over all partitions in turn, and returns when all are acknowledged. */
    public void writeRandom(long seed, int count) {
        RandomCommands random = new RandomCommands(seed);
        writeAll(Stream.generate(random::next).limit(count).toList(), index -> index % PARTITIONS);
    }

    /** Writes commands, each to the partition its index gives, and returns when all are acknowledged. */
    public void writeAll(List<Command> commands, IntUnaryOperator partitionOfIndex) {
        List<Future<RecordMetadata>> acknowledgements = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            acknowledgements.add(producer.send(record(partitionOfIndex.applyAsInt(i), commands.get(i))));
        }
        try {
            for (int i = 0; i < commands.size(); i++) {
                RecordMetadata written = acknowledgements.get(i).get();
                remember(written.partition(), written.offset(), commands.get(i));
            }
        } catch (Exception e) {
            throw new AssertionError("the test could not write commands", e);
        }
    }

    /** Writes commands in one transaction, whose end mark leaves a hole in the offsets. */
    public void writeInTransaction(int partition, List<Command> commands) {
        var configuration = Map.<String, Object>of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "test-" + partition);
        try (var transactional = new KafkaProducer<>(configuration, new ByteArraySerializer(), new ByteArraySerializer())) {
            transactional.initTransactions();
            transactional.beginTransaction();
            for (Command command : commands) {
                remember(partition, transactional.send(record(partition, command)).get().offset(), command);
            }
            transactional.commitTransaction();
        } catch (Exception e) {
            throw new AssertionError("the test could not write a transaction", e);
        }
    }

    public static ProducerRecord<byte[], byte[]> record(int partition, Command command) {
        return new ProducerRecord<>(Topics.ORDER_COMMANDS, partition, new byte[0], WireCommands.encode(command));
    }

    /** Reads a partition's outcomes from the beginning until there are {@code count}. */
    public List<ConsumerRecord<byte[], byte[]>> outcomes(int partition, int count) {
        TopicPartition source = new TopicPartition(Topics.ORDER_OUTCOMES, partition);
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        long started = System.nanoTime();
        try (var consumer = consumer()) {
            consumer.assign(List.of(source));
            consumer.seekToBeginning(List.of(source));
            while (found.size() < count) {
                assertThat(Duration.ofNanos(System.nanoTime() - started))
                        .as("%d of %d outcomes of partition %d arrived", found.size(), count, partition)
                        .isLessThan(DEADLINE);
                found.addAll(consumer.poll(Duration.ofMillis(100)).records(source));
            }
        }
        return found;
    }

    /** How many outcomes a partition has. */
    public long outcomeCount(int partition) {
        TopicPartition source = new TopicPartition(Topics.ORDER_OUTCOMES, partition);
        try (var consumer = consumer()) {
            return Objects.requireNonNull(consumer.endOffsets(List.of(source)).get(source));
        }
    }

    /** How many outcomes all partitions have. */
    public long outcomeCount() {
        List<TopicPartition> all =
                IntStream.range(0, PARTITIONS).mapToObj(number -> new TopicPartition(Topics.ORDER_OUTCOMES, number)).toList();
        try (var consumer = consumer()) {
            return consumer.endOffsets(all).values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Waits for every outcome of every command written, and checks that each is there once, in order, byte for byte. */
    public void assertEveryOutcomeOnce() throws Exception {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            TreeMap<Long, Command> commands = Objects.requireNonNull(written.get(partition));
            List<ConsumerRecord<byte[], byte[]>> records = outcomes(partition, commands.size());
            MatchingEngine engine = new MatchingEngine(partition, EngineLimits.STANDARD);
            CommandOutcome outcome = new CommandOutcome();
            int index = 0;
            for (var command : commands.entrySet()) {
                engine.apply(command.getKey(), command.getValue(), outcome);
                byte[] actual = records.get(index++).value();
                assertThat(Outcome.parseFrom(actual).getSequence()).as("partition %d, outcome %d", partition, index).isEqualTo(index);
                assertThat(actual).as("partition %d, command at %d", partition, command.getKey()).isEqualTo(OutcomeEncoder.encode(outcome));
            }
            assertThat(outcomeCount(partition)).as("outcomes of partition %d", partition).isEqualTo(commands.size());
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }

    private void remember(int partition, long offset, Command command) {
        Objects.requireNonNull(written.get(partition)).put(offset, command);
    }
}
