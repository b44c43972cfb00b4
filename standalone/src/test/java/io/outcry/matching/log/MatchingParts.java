// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.matching.domain.EngineLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/** The matching service's own parts, put together as its pipeline does, for a caller that has no thread but its own. */
public final class MatchingParts {

    private static final Duration WAIT = Duration.ofSeconds(30);

    private final PartitionOwnership ownership;
    private final OutcomePublisher publisher;
    private final TickWriter ticks;
    private final CommandListener listener;

    /**
     * What they work with.
     *
     * @param tails makes consumers without a group
     * @param nanoTime as {@link System#nanoTime} says
     */
    public record Ports(
            Supplier<Consumer<byte[], byte[]>> tails, Producer<byte[], byte[]> outcomes, Producer<byte[], byte[]> ticks,
            EngineLimits limits, InstantSource clock, LongSupplier nanoTime) {}

    /** What all processes of a trial may share, for it takes long to make. */
    public static final class Meters {

        private final MatchingMetrics metrics;

        public Meters(MeterRegistry registry) {
            metrics = new MatchingMetrics(registry);
        }
    }

    /**
     * Where a partition is.
     *
     * @param failure null unless it has stopped
     */
    public record Place(int partition, PartitionState state, long appliedOffset, PartitionFailure failure) {}

    public MatchingParts(Ports ports, Meters meters) {
        ownership = new PartitionOwnership(
                new PublishedTailReader(ports.tails(), WAIT), number -> new MatchingPartition(number, ports.limits(), meters.metrics));
        publisher = new OutcomePublisher(ports.outcomes(), meters.metrics);
        ticks = new TickWriter(ports.ticks(), ports.clock(), meters.metrics);
        listener = new CommandListener(ownership, publisher, ticks, WAIT, meters.metrics, ports.nanoTime());
    }

    public ConsumerAwareRebalanceListener ownership() {
        return ownership;
    }

    /** What the container does after a poll. */
    public void polled(ConsumerRecords<byte[], byte[]> records, Consumer<byte[], byte[]> consumer) {
        if (records.isEmpty()) {
            listener.idle(consumer);
        } else {
            listener.onMessage(records, null, consumer);
        }
    }

    public List<Place> places() {
        return ownership.partitions()
                .map(partition -> new Place(partition.number(), partition.state(), partition.appliedOffset(), partition.failure()))
                .toList();
    }

    /** What the pipeline does before it starts anew. */
    public void close() {
        publisher.close();
        ticks.close();
        ownership.clear();
    }
}
