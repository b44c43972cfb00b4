// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.trace.Tracing;
import io.outcry.query.log.LogProducer;
import io.outcry.query.position.LogIds;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.springframework.kafka.event.ListenerContainerIdleEvent;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/** The projection of outcomes, put together as its container does, for a caller that has no thread but its own. */
public final class ProjectionParts {

    private final LogProjection projection;

    /**
     * What it works with.
     *
     * @param nanoTime as {@link System#nanoTime} says
     * @param rest is told how many milliseconds the consumer's thread wants to wait
     */
    public record Ports(
            ProjectionSettings settings, ViewWriter writer, ViewPositions positions, LogIds ids, ProjectionFaults faults,
            LogProducer deadLetters,
            Clock clock, LongSupplier nanoTime, LongConsumer rest) {}

    /** What all processes of a trial may share, for it takes long to make. */
    public static final class Meters {

        private final ProjectionMetrics metrics;

        public Meters(MeterRegistry registry) {
            metrics = new ProjectionMetrics(registry, ViewLog.ORDERS);
        }
    }

    /** @param forgetful a bug planted for a trial: an outcome that was applied before is applied again */
    public ProjectionParts(Ports ports, Meters meters, boolean forgetful) {
        RecordFold.Factory folds = partition -> {
            RunningTotals totals = new RunningTotals(ports.writer().totals(partition));
            RecordFold fold = new OutcomeFold(new OutcomeChanges(partition, ports.settings(), totals), totals, meters.metrics);
            return forgetful ? new Forgetful(fold) : fold;
        };
        var tools = new PartitionProjection.Tools(
                ports.writer(), ports.positions(), ports.ids(), new DeadLetters(ports.deadLetters(), ViewLog.ORDERS.deadLetterTopic()),
                meters.metrics, ports.faults(), ports.clock(), Tracing.off());
        projection = new LogProjection(ViewLog.ORDERS, folds, tools, new LogProjection.Pace() {
            @Override
            public long nanoTime() {
                return ports.nanoTime().getAsLong();
            }

            @Override
            public void rest(long millis) {
                ports.rest().accept(millis);
            }
        });
    }

    public ConsumerAwareRebalanceListener assignments() {
        return projection;
    }

    /** What the container does after a poll. */
    public void polled(ConsumerRecords<byte[], byte[]> records, Consumer<byte[], byte[]> consumer) {
        if (records.isEmpty()) {
            projection.onIdle(new ListenerContainerIdleEvent(this, this, 250, "simulated", List.of(), consumer, false));
            return;
        }
        List<ConsumerRecord<byte[], byte[]>> list = new ArrayList<>(records.count());
        records.forEach(list::add);
        projection.onMessage(list, consumer);
    }
}
