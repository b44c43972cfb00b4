// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.lettuce.core.RedisException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.trace.Tracing;
import io.outcry.query.DamagedLog;
import io.outcry.query.position.LogIds;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.event.ListenerContainerIdleEvent;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

class LogProjectionTest {

    private static final List<TopicPartition> PARTITIONS = List.of(new TopicPartition(ViewLog.PRICES.topic(), 2));

    private static final TopicPartition GOOD = new TopicPartition(ViewLog.PRICES.topic(), 1);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final ProjectionFaults faults = new ProjectionFaults();
    private final ProjectionMetrics metrics = new ProjectionMetrics(new SimpleMeterRegistry(), ViewLog.PRICES);
    private final LogIds ids = new LogIds();
    private RuntimeException redis = new RedisException("away");

    @BeforeEach
    void kafkaSaysWhichLogsThereAre() {
        ids.observe(ViewLog.PRICES, "prices");
    }

    private LogProjection projection() {
        ViewWriter writer = new ViewWriter(() -> {
            throw redis;
        }, Duration.ofSeconds(1), Duration.ofDays(1), Clock.systemUTC());
        return new LogProjection(ViewLog.PRICES, PriceFold::new, new PartitionProjection.Tools(
                writer, new ViewPositions(1, 4), ids, new DeadLetters(null, "unused"), metrics, faults, Clock.systemUTC(), Tracing.off()));
    }

    @Test
    void whatHasEndedAConsumerIsToldUntilAnotherOneHasItsPartitions() {
        LogProjection first = projection();
        first.onPartitionsAssigned(consumer, PARTITIONS);
        assertThat(faults.all()).isEmpty();
        redis = new IllegalStateException("a fault of the program");
        assertThatIllegalStateException().isThrownBy(() -> first.onIdle(
                new ListenerContainerIdleEvent(this, this, 250, "first", List.of(), consumer, false)));
        assertThat(faults.all()).containsOnlyKeys("x2");
        first.onPartitionsRevokedAfterCommit(consumer, PARTITIONS);
        assertThat(faults.all()).as("its container has stopped, and gives its partitions away last").containsOnlyKeys("x2");
        redis = new RedisException("away");
        projection().onPartitionsAssigned(consumer, PARTITIONS);
        assertThat(faults.all()).isEmpty();
    }

    /** A record that is damaged on the broker's disk, no memory for it, or a fault of the program before the first poll has come back. */
    @ParameterizedTest
    @ValueSource(strings = {"damage", "memory", "fault"})
    void whatHasEndedAConsumerOutsideOfItsListenerIsToldAsWell(String cause) {
        if (cause.equals("fault")) {
            redis = new IllegalStateException("a fault of the program");
        }
        consumer.updateBeginningOffsets(Map.of(PARTITIONS.getFirst(), 0L));
        consumer.schedulePollTask(() -> consumer.rebalance(PARTITIONS));
        consumer.schedulePollTask(() -> {
            if (cause.equals("memory")) {
                throw new OutOfMemoryError("no room");
            }
            consumer.setPollException(new KafkaException("a record is damaged"));
        });
        LogProjection projection = projection();
        var container = start(projection, consumer, new MockConsumer<>("none"));
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !container.isRunning());
        projection.onPartitionsRevokedAfterCommit(consumer, PARTITIONS);
        assertThat(faults.all()).containsOnlyKeys("x2");
    }

    private static KafkaMessageListenerContainer<byte[], byte[]> start(
            LogProjection projection, Consumer<byte[], byte[]> consumer, MockConsumer<byte[], byte[]> fresh) {
        var consumers = new DefaultKafkaConsumerFactory<byte[], byte[]>(Map.of()) {

            @Override
            protected Consumer<byte[], byte[]> createRawConsumer(Map<String, Object> configuration) {
                return consumer;
            }
        };
        fresh.updateEndOffsets(Map.of(GOOD, 9L, PARTITIONS.getFirst(), 9L));
        var container = ProjectionContainers.container(consumers, () -> fresh, ViewLog.PRICES, "group", 0, projection);
        container.setBeanName("prices");
        container.start();
        return container;
    }

    @Test
    void whatIsDamagedInTheLogStopsItsPartitionAndTheOthersGoOn() {
        TopicPartition damaged = PARTITIONS.getFirst();
        DamagedLog log = new DamagedLog(damaged, 0);
        log.updateBeginningOffsets(Map.of(GOOD, 9L, damaged, 0L));
        log.schedulePollTask(() -> {
            log.rebalance(List.of(GOOD, damaged));
            log.seek(GOOD, 9);
            log.seek(damaged, 0);
        });
        var container = start(projection(), log, new DamagedLog(damaged, 0));
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !faults.all().isEmpty());
        assertThat(faults.all()).containsExactly(
                Map.entry("x2", "what stands at offset 0 of " + damaged + " cannot be read: a checksum is wrong"));
        AtomicBoolean polled = new AtomicBoolean();
        log.schedulePollTask(() -> polled.set(true));
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilTrue(polled);
        container.stop();
    }
}
