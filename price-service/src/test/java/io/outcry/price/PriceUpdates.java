// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.PriceUpdate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What {@code price.updates.v1} has held since the start of the test. */
final class PriceUpdates implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final KafkaConsumer<String, byte[]> consumer;
    private final int partitions;
    private final List<Received> received = new ArrayList<>();
    private int misplaced;

    /** One update and when this test saw it. */
    record Received(PriceUpdate update, long arrivedMicros) {}

    private PriceUpdates(KafkaConsumer<String, byte[]> consumer, int partitions) {
        this.consumer = consumer;
        this.partitions = partitions;
    }

    static PriceUpdates from(String bootstrapServers, int partitions) {
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> all =
                IntStream.range(0, partitions).mapToObj(partition -> new TopicPartition(Topics.PRICE_UPDATES, partition)).toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        return new PriceUpdates(consumer, partitions);
    }

    /** The next update of the symbol that has not been read yet and is like {@code wanted}. */
    Received awaitNext(String symbol, Predicate<PriceUpdate> wanted, String when) {
        drain();
        int from = received.size();
        return await(symbol, wanted, when, from);
    }

    /** Any update of the symbol that is like {@code wanted}, an old one as well. */
    Received awaitAny(String symbol, Predicate<PriceUpdate> wanted) {
        return await(symbol, wanted, "ever", 0);
    }

    private Received await(String symbol, Predicate<PriceUpdate> wanted, String when, int from) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        int next = from;
        while (true) {
            for (; next < received.size(); next++) {
                Received candidate = received.get(next);
                if (candidate.update().getSymbol().equals(symbol) && wanted.test(candidate.update())) {
                    return candidate;
                }
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no such update of " + symbol + " " + when + " within " + DEADLINE.toSeconds() + " s; its last of "
                        + received.size() + ": " + last(symbol));
            }
            poll(Duration.ofMillis(100));
        }
    }

    private String last(String symbol) {
        return received.reversed().stream().filter(one -> one.update().getSymbol().equals(symbol)).findFirst().map(Received::toString)
                .orElse("none");
    }

    /** Reads what is there. */
    void drain() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        Await.until("all of the updates are read", () -> {
            poll(Duration.ofMillis(10));
            return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        });
    }

    long count(String symbol) {
        return received.stream().filter(one -> one.update().getSymbol().equals(symbol)).count();
    }

    boolean has(String symbol) {
        return count(symbol) > 0;
    }

    int misplaced() {
        return misplaced;
    }

    private void poll(Duration wait) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(wait)) {
            try {
                PriceUpdate update = PriceUpdate.parseFrom(record.value());
                received.add(new Received(update, Micros.now(InstantSource.system())));
                if (!record.key().equals(update.getSymbol())
                        || record.partition() != Partitioning.ofSymbol(update.getSymbol(), partitions)) {
                    misplaced++;
                }
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError("not a PriceUpdate at " + record.partition() + ":" + record.offset(), e);
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
