// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;

/** Everything besides the consumers that a pipeline has open from one start to the next stop. */
record OpenClients(
        OutcomePublisher publisher, TickWriter ticks, KafkaSnapshotSink sink, SnapshotTaker snapshots, PartitionLoads loads)
        implements
            AutoCloseable {

    static OpenClients open(
            MatchingPipeline.KafkaClients clients,
            int partitions,
            MatchingProperties properties,
            SnapshotProperties snapshots,
            MeterRegistry registry,
            MatchingMetrics metrics,
            LostOutcomes lost) {
        KafkaSnapshotSink sink =
                new KafkaSnapshotSink(clients.producer(), clients.admin(), snapshots.rate(), properties.acknowledgeTimeout());
        OutcomeProbe probe = new OutcomeProbe(
                clients.consumer(), clients.producer(), properties.loadTimeout(), properties.acknowledgeTimeout());
        return new OpenClients(
                new OutcomePublisher(clients.producer(), partitions, properties.acknowledgeTimeout(), registry),
                new TickWriter(clients.producer(), properties.acknowledgeTimeout(), Clock.systemUTC(), metrics),
                sink,
                new SnapshotTaker(snapshots, sink, metrics),
                new PartitionLoads(new KafkaRecovery(clients.consumer(), properties.loadTimeout()), probe, lost));
    }

    @Override
    public void close() {
        loads.close();
        snapshots.close();
        sink.close();
        publisher.close();
        ticks.close();
    }
}
