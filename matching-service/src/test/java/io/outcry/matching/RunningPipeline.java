// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.trace.Tracing;
import io.outcry.matching.log.MatchingHealthIndicator;
import io.outcry.matching.log.MatchingPipeline;
import io.outcry.matching.log.MatchingProperties;
import io.outcry.matching.log.SnapshotProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.awaitility.Awaitility;
import org.springframework.boot.health.contributor.Health;
import org.springframework.util.unit.DataSize;

/** The service's pipeline without the rest of the service. */
final class RunningPipeline implements AutoCloseable {

    private final MatchingPipeline pipeline;
    private final MatchingHealthIndicator health;
    private final MeterRegistry registry;

    private RunningPipeline(MatchingPipeline pipeline, MeterRegistry registry) {
        this.pipeline = pipeline;
        this.registry = registry;
        health = new MatchingHealthIndicator(pipeline);
    }

    /** A broker that is slow, because all else on the machine is, is waited for, and no outcome is written twice. */
    static MatchingProperties settings(int concurrency, String instanceId, int maxPollRecords) {
        return new MatchingProperties(concurrency, instanceId, Duration.ofSeconds(30), Duration.ofSeconds(5), maxPollRecords);
    }

    /** Gives up what Kafka does not acknowledge within a second. */
    static MatchingProperties impatient(String instanceId, int maxPollRecords) {
        return new MatchingProperties(1, instanceId, Duration.ofSeconds(1), Duration.ofSeconds(5), maxPollRecords);
    }

    static RunningPipeline start(String bootstrapServers) {
        return start(bootstrapServers, settings(1, "", 1_000));
    }

    /** Snapshots as often as there is something new. */
    static SnapshotProperties snapshots() {
        return new SnapshotProperties(1_000, Duration.ZERO, Duration.ofSeconds(1), DataSize.ofMegabytes(64), 3);
    }

    static RunningPipeline start(String bootstrapServers, MatchingProperties settings) {
        return start(bootstrapServers, settings, snapshots(), new SetBackClock());
    }

    static RunningPipeline start(
            String bootstrapServers, MatchingProperties settings, SnapshotProperties snapshots, SetBackClock clock) {
        return start(bootstrapServers, List.of(bootstrapServers), settings, snapshots, clock);
    }

    /** @param ofConsumers the brokers' addresses where consumers look for them; may change meanwhile */
    static RunningPipeline start(
            String bootstrapServers, List<String> ofConsumers, MatchingProperties settings, SnapshotProperties snapshots,
            SetBackClock clock) {
        Map<String, Object> client = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        TopicLayout topics = new TopicLayout(TestLog.PARTITIONS, 1, (short) 1);
        var clients = new MatchingPipeline.KafkaClients(
                Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, ofConsumers), client, client);
        MeterRegistry registry = new SimpleMeterRegistry();
        MatchingPipeline pipeline = new MatchingPipeline(clients, topics, settings, snapshots, registry, Tracing.off(), clock);
        pipeline.start();
        return new RunningPipeline(pipeline, registry);
    }

    /** A process of its own, to be killed: bootstrap servers, instance id, largest poll. */
    public static void main(String[] arguments) throws InterruptedException {
        try (RunningPipeline _ = start(arguments[0], settings(1, arguments[1], Integer.parseInt(arguments[2])))) {
            Thread.currentThread().join();
        }
    }

    Health health() {
        return health.health();
    }

    /** What health says about one partition. */
    String partition(int number) {
        return String.valueOf(health().getDetails().get("partition-" + number));
    }

    /** Waits until health says of a partition what begins like this. */
    void awaitPartition(int number, String beginning) {
        Awaitility.await("partition " + number + " is " + beginning)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> partition(number).startsWith(beginning));
    }

    /** What a counter has counted. */
    double count(String name) {
        return registry.get(name).counter().count();
    }

    /** Whether it is to be started anew. */
    boolean isBroken() {
        return pipeline.isBroken();
    }

    /** A meter of what it writes outcomes with: another one once all was started anew. */
    Meter producer() {
        return registry.get("kafka.producer.request.total").meter();
    }

    /** Waits until the health is {@code status}, such as UP. */
    RunningPipeline awaitHealth(String status) {
        Awaitility.await("health " + status)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> health().getStatus().getCode().equals(status));
        return this;
    }

    /** Who holds it lets nobody start, stop or look after it. */
    Object monitor() {
        return pipeline;
    }

    void stop() {
        pipeline.stop();
    }

    @Override
    public void close() {
        stop();
    }
}
