// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.function.BiPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
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
import org.awaitility.Awaitility;

/** Both ends of the service: writes commands, reads outcomes, and knows what they must be. */
public final class TestLog implements AutoCloseable {

    public static final int PARTITIONS = 4;

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final String bootstrapServers;
    private final Producer<byte[], byte[]> producer;

    public TestLog(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        TopicLayout layout = new TopicLayout(PARTITIONS, 1, (short) 1);
        TopicProvisioner.ensure(client(), List.of(layout.orderCommands(), layout.orderOutcomes(), layout.bookSnapshots()));
        var configuration = Map.<String, Object>of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ProducerConfig.LINGER_MS_CONFIG, 0,
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1, ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                TopicLayout.MAX_RECORD_BYTES);
        producer = new KafkaProducer<>(configuration, new ByteArraySerializer(), new ByteArraySerializer());
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
    public long write(int partition, OrderCommand command) {
        return write(record(partition, command));
    }

    /** Writes any record and returns its offset once it is acknowledged. */
    public long write(ProducerRecord<byte[], byte[]> record) {
        try {
            return producer.send(record).get().offset();
        } catch (Exception e) {
            throw new AssertionError("the test could not write to " + record.topic(), e);
        }
    }

    /** Writes {@code count} commands of a seed over all partitions in turn, and returns when all are acknowledged. */
    public void writeRandom(long seed, int count) {
        List<RandomWireCommands> random = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            long firstOffset = end(new TopicPartition(Topics.ORDER_COMMANDS, partition));
            random.add(new RandomWireCommands(seed * PARTITIONS + partition, partition, firstOffset));
        }
        List<OrderCommand> commands = IntStream.range(0, count).mapToObj(index -> random.get(index % PARTITIONS).next()).toList();
        writeAll(commands, index -> index % PARTITIONS);
    }

    /** Writes commands, each to the partition its index gives, and returns when all are acknowledged. */
    public void writeAll(List<OrderCommand> commands, IntUnaryOperator partitionOfIndex) {
        List<Future<RecordMetadata>> acknowledgements = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            acknowledgements.add(producer.send(record(partitionOfIndex.applyAsInt(i), commands.get(i))));
        }
        try {
            for (Future<RecordMetadata> acknowledgement : acknowledgements) {
                acknowledgement.get();
            }
        } catch (Exception e) {
            throw new AssertionError("the test could not write commands", e);
        }
    }

    /** Writes commands in one transaction, whose end mark leaves a hole in the offsets. */
    public void writeInTransaction(int partition, List<OrderCommand> commands) {
        var configuration = Map.<String, Object>of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "test-" + partition);
        try (var transactional = new KafkaProducer<>(configuration, new ByteArraySerializer(), new ByteArraySerializer())) {
            transactional.initTransactions();
            transactional.beginTransaction();
            for (OrderCommand command : commands) {
                transactional.send(record(partition, command)).get();
            }
            transactional.commitTransaction();
        } catch (Exception e) {
            throw new AssertionError("the test could not write a transaction", e);
        }
    }

    public static ProducerRecord<byte[], byte[]> record(int partition, OrderCommand command) {
        return new ProducerRecord<>(Topics.ORDER_COMMANDS, partition, new byte[0], command.toByteArray());
    }

    /** Reads a partition's outcomes from the beginning until there are {@code count}. */
    public List<ConsumerRecord<byte[], byte[]>> outcomes(int partition, int count) {
        return read(new TopicPartition(Topics.ORDER_OUTCOMES, partition), (_, found) -> found >= count);
    }

    /** The commands of a partition so far, the service's own ticks among them. */
    public List<ConsumerRecord<byte[], byte[]>> commands(int partition) {
        TopicPartition source = new TopicPartition(Topics.ORDER_COMMANDS, partition);
        long end = end(source);
        return read(source, (consumer, _) -> consumer.position(source) >= end);
    }

    /** What is left of a partition's snapshots. */
    public List<ConsumerRecord<byte[], byte[]>> snapshots(int partition) {
        TopicPartition source = new TopicPartition(Topics.BOOK_SNAPSHOTS, partition);
        long end = end(source);
        return read(source, (consumer, _) -> consumer.position(source) >= end);
    }

    /** The first offset that the newest snapshot of a partition does not know; -1 if there is none. */
    public long newestSnapshot(int partition) {
        return snapshots(partition).stream()
                .map(record -> SnapshotCodec.decode(record.value()).orElseThrow())
                .mapToLong(entry -> switch (entry) {
                    case SnapshotEntry.End end -> end.manifest().point().nextOffset();
                    case SnapshotEntry.Advance advance -> advance.point().nextOffset();
                    default -> -1;
                })
                .max()
                .orElse(-1);
    }

    /**
     * Waits until the newest snapshot of every partition knows all of its commands; for longer than the service lets pass between two looks
     * at what is due, since it writes a command for that itself.
     */
    void awaitSnapshotsOfAll() {
        Awaitility.await("a snapshot of all commands in every partition")
                .atMost(DEADLINE)
                .during(Duration.ofMillis(500))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> IntStream.range(0, PARTITIONS).allMatch(partition -> newestSnapshot(partition) == commandCount(partition)));
    }

    private List<ConsumerRecord<byte[], byte[]>> read(TopicPartition source, BiPredicate<KafkaConsumer<?, ?>, Integer> isEnough) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        long lastCame = System.nanoTime();
        try (var consumer = consumer()) {
            consumer.assign(List.of(source));
            consumer.seekToBeginning(List.of(source));
            while (!isEnough.test(consumer, found.size())) {
                assertThat(Duration.ofNanos(System.nanoTime() - lastCame))
                        .as("another record of %s arrives after the first %d", source, found.size())
                        .isLessThan(DEADLINE);
                if (found.addAll(consumer.poll(Duration.ofMillis(100)).records(source))) {
                    lastCame = System.nanoTime();
                }
            }
        }
        return found;
    }

    /** How many commands a partition has. */
    public long commandCount(int partition) {
        return end(new TopicPartition(Topics.ORDER_COMMANDS, partition));
    }

    /** How many outcomes a partition has. */
    public long outcomeCount(int partition) {
        return end(new TopicPartition(Topics.ORDER_OUTCOMES, partition));
    }

    private long end(TopicPartition source) {
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

    /** Waits for every outcome of every command on the log, and checks that each is there once, in order, byte for byte. */
    public void assertEveryOutcomeOnce() throws Exception {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<ConsumerRecord<byte[], byte[]>> commands = commands(partition);
            List<ConsumerRecord<byte[], byte[]>> outcomes = outcomes(partition, commands.size());
            WireEngine engine = new WireEngine(partition, EngineLimits.STANDARD);
            int index = 0;
            for (ConsumerRecord<byte[], byte[]> command : commands) {
                byte[] actual = outcomes.get(index++).value();
                assertThat(Outcome.parseFrom(actual).getSequence()).as("partition %d, outcome %d", partition, index).isEqualTo(index);
                assertThat(actual)
                        .as("partition %d, command at %d", partition, command.offset())
                        .isEqualTo(engine.apply(command.offset(), command.value()));
            }
            // Ticks may have come meanwhile.
            int number = partition;
            Awaitility.await("as many outcomes as commands in partition " + partition).atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(outcomeCount(number)).isEqualTo(commands(number).size()));
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
