// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.log.MatchingParts;
import io.outcry.order.metrics.OrderServiceMetrics;
import io.outcry.query.projection.ProjectionParts;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What all processes of a run live in: time, chance, the two fakes, and the judges, who hear of everything that changes. */
final class World {

    static final int PARTITIONS = 2;

    /** Small, so that an engine is made quickly; no run comes near them, so every client order id is remembered. */
    static final EngineLimits LIMITS = new EngineLimits(8_192, 32_768, 4_096, 200, 16, 8_192, 50);

    final Bug bug;
    final Shared shared;
    final VirtualTime time = new VirtualTime();
    final Chance chance;
    final Faults faults;
    final SimKafka kafka;
    final SimRedis redis;
    final LogJudge log = new LogJudge(PARTITIONS, LIMITS);
    final ClientJudge clients = new ClientJudge(log);
    final SnapshotJudge snapshots = new SnapshotJudge(MatchingProcess.SNAPSHOTS.keep());
    final ViewJudge view = new ViewJudge(log, PARTITIONS);
    private @Nullable Violation violation;

    /** By how much a gateway's clock was fast at most, so far. */
    long fastestClockMillis;

    /** What takes long to make and remembers nothing that matters: made once for all runs. */
    static final class Shared {

        final ViewScripts scripts = new ViewScripts();
        final MatchingParts.Meters matching;
        final ProjectionParts.Meters projection;
        final OrderServiceMetrics orders;
        final Consumer<ScriptCall> batches;

        Shared() {
            this(_ -> {});
        }

        /** @param batches hears of what is applied to Redis */
        Shared(Consumer<ScriptCall> batches) {
            this.batches = batches;
            MeterRegistry registry = new SimpleMeterRegistry();
            matching = new MatchingParts.Meters(registry);
            projection = new ProjectionParts.Meters(registry);
            orders = new OrderServiceMetrics(registry);
        }
    }

    World(Shared shared, long seed, Bug bug) {
        this.shared = shared;
        this.bug = bug;
        chance = new Chance(seed);
        faults = new Faults(chance);
        kafka = new SimKafka(time, this::appended);
        redis = new SimRedis(time, chance, faults, bug, shared.scripts, this::viewChanged, shared.batches);
    }

    private void appended(ConsumerRecord<byte[], byte[]> record) {
        judge(() -> {
            if (record.topic().equals(Topics.BOOK_SNAPSHOTS)) {
                snapshots.appended(record);
            }
            log.appended(record);
            if (record.topic().equals(Topics.ORDER_COMMANDS)) {
                clients.appended(record);
            }
        });
    }

    private void viewChanged() {
        judge(() -> view.changed(redis.view()));
    }

    /** Runs a judgement. What it finds is kept, for the code that it was found under may swallow it. */
    void judge(Runnable judgement) {
        try {
            judgement.run();
        } catch (Violation found) {
            if (violation == null) {
                violation = found;
            }
            throw found;
        }
    }

    /** @throws Violation if one was found */
    void verdict() {
        if (violation != null) {
            throw violation;
        }
    }

    static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, PARTITIONS).mapToObj(number -> new TopicPartition(topic, number)).toList();
    }

    SimProducer producer(long deliveryMillis) {
        return new SimProducer(kafka, time, chance, faults, deliveryMillis);
    }
}
