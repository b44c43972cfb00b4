// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.ConsumerSettings;
import io.outcry.contracts.trace.Tracing;
import io.outcry.query.feed.FeedConsumers;
import io.outcry.query.log.LogProducer;
import io.outcry.query.position.LogIds;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.position.ViewWatch;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.MicrometerConsumerListener;
import org.springframework.kafka.event.ListenerContainerIdleEvent;
import org.springframework.kafka.listener.CommonContainerStoppingErrorHandler;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * The consumers that feed the view, some for outcomes and one for prices, each log in a consumer group of its own: instances share the
 * partitions. Offsets are committed for those who watch the group's lag; where to go on is read from Redis.
 *
 * <p>They join when Redis has answered: an instance that cannot write the view takes no partition from those that can.
 */
public final class ProjectionContainers implements SmartLifecycle {

    private static final long POLL_MILLIS = 100;
    private static final long IDLE_MILLIS = 250;
    private static final int MAX_POLL_RECORDS = BatchLimits.BULK_RECORDS;

    /** A batch in bulk comes from one partition: as much of each partition as makes one, and of all together what four partitions have. */
    private static final int MAX_PARTITION_BYTES = 4 << 20;
    private static final int MAX_FETCH_BYTES = 4 * MAX_PARTITION_BYTES;

    private static final long STOP_MILLIS = 5_000;

    /** Who may not read goes on as soon as he may: a container would stop for good, and nobody would know but by its lag. */
    private static final Duration FORBIDDEN_RETRY = Duration.ofSeconds(5);

    private static final long LOOK_MILLIS = 100;
    private static final Logger LOG = LoggerFactory.getLogger(ProjectionContainers.class);

    private final List<KafkaMessageListenerContainer<byte[], byte[]>> containers;
    private final SetBackClock clock;
    private final BooleanSupplier redisAnswers;
    private final Queue<KafkaMessageListenerContainer<byte[], byte[]>> toStart = new ArrayDeque<>();
    private volatile @Nullable ScheduledExecutorService keeper;

    /** Why the last start of a consumer failed; empty if it did not. */
    private String failure = "";

    /**
     * What a projection works with.
     *
     * @param consumerConfiguration Kafka consumer properties, at least the bootstrap servers
     * @param writers makes the writer of a consumer
     */
    public record Parts(
            Map<String, Object> consumerConfiguration, ProjectionSettings settings, Supplier<ViewWriter> writers, ViewPositions positions,
            LogIds ids, ProjectionFaults faults, LogProducer producer, MeterRegistry registry, Clock clock, Tracing tracing) {}

    public ProjectionContainers(Parts parts, SetBackClock clock, BooleanSupplier redisAnswers) {
        this.clock = clock;
        this.redisAnswers = redisAnswers;
        ProjectionMetrics orders = new ProjectionMetrics(parts.registry(), ViewLog.ORDERS);
        List<KafkaMessageListenerContainer<byte[], byte[]>> all = new ArrayList<>();
        for (int thread = 0; thread < parts.settings().threads(); thread++) {
            all.add(container(ViewLog.ORDERS, thread, orders, parts));
        }
        all.add(container(ViewLog.PRICES, 0, new ProjectionMetrics(parts.registry(), ViewLog.PRICES), parts));
        containers = List.copyOf(all);
        for (ViewLog log : ViewLog.values()) {
            ProjectionMetrics.show(parts.registry(), log, parts.faults());
        }
    }

    private static KafkaMessageListenerContainer<byte[], byte[]> container(
            ViewLog log, int thread, ProjectionMetrics metrics, Parts parts) {
        LogProjection projection = projection(log, metrics, parts);
        // A group for each topic: one that joins does not take the other's partitions away for a moment.
        String group = log == ViewLog.ORDERS ? parts.settings().group() : parts.settings().group() + "-prices";
        KafkaMessageListenerContainer<byte[], byte[]> container = container(
                factory(parts), () -> FeedConsumers.open(parts.consumerConfiguration()), log, group, thread, projection);
        container.setBeanName("outcry-query-" + log.letter() + thread);
        return container;
    }

    /**
     * The listener of one consumer, with a writer of its own. One that has lost a partition hears of it at its next poll; until then it
     * goes on beside the partition's next consumer, and Redis tells them apart only if each has its own connection for batches in bulk.
     */
    static LogProjection projection(ViewLog log, ProjectionMetrics metrics, Parts parts) {
        ViewWriter writer = parts.writers().get();
        RecordFold.Factory outcomes = partition -> {
            RunningTotals totals = new RunningTotals(writer.totals(partition));
            return new OutcomeFold(new OutcomeChanges(partition, parts.settings(), totals), totals, metrics);
        };
        return new LogProjection(log, log == ViewLog.ORDERS ? outcomes : PriceFold::new, new PartitionProjection.Tools(
                writer, parts.positions(), parts.ids(), new DeadLetters(parts.producer(), log.deadLetterTopic()), metrics, parts.faults(),
                parts.clock(), parts.tracing()));
    }

    /** @param fresh makes a consumer without a group */
    static KafkaMessageListenerContainer<byte[], byte[]> container(
            ConsumerFactory<byte[], byte[]> consumers, Supplier<Consumer<byte[], byte[]>> fresh, ViewLog log, String group, int thread,
            LogProjection projection) {
        ContainerProperties properties = new ContainerProperties(log.topic());
        properties.setGroupId(group);
        properties.setClientId(group + "-" + thread);
        properties.setMessageListener(projection);
        properties.setConsumerRebalanceListener(projection);
        properties.setAckMode(ContainerProperties.AckMode.MANUAL);
        properties.setPollTimeout(POLL_MILLIS);
        properties.setIdleEventInterval(IDLE_MILLIS);
        properties.setIdleBeforeDataMultiplier(1);
        properties.setShutdownTimeout(STOP_MILLIS);
        properties.setMissingTopicsFatal(false);
        properties.setAuthExceptionRetryInterval(FORBIDDEN_RETRY);
        KafkaMessageListenerContainer<byte[], byte[]> container = new KafkaMessageListenerContainer<>(consumers, properties);
        container.setCommonErrorHandler(new CommonContainerStoppingErrorHandler() {

            /** What the projection itself has not seen: a record that is damaged, or what it has thrown while it got its partitions. */
            @Override
            public void handleOtherException(Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer of, boolean batch) {
                if (!projection.leaveOut(thrown, consumer, fresh)) {
                    projection.fail(thrown);
                    super.handleOtherException(thrown, consumer, of, batch);
                }
            }
        });
        // A container that ends at an error, as without memory, tells only its log.
        container.setEmergencyStop(() -> {
            container.stopAbnormally(() -> {});
            projection.failAtError();
        });
        container.setApplicationEventPublisher(event -> {
            if (event instanceof ListenerContainerIdleEvent idle) {
                projection.onIdle(idle);
            }
        });
        return container;
    }

    private static DefaultKafkaConsumerFactory<byte[], byte[]> factory(Parts parts) {
        Map<String, Object> own = new HashMap<>(parts.consumerConfiguration());
        own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        own.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
        own.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MAX_FETCH_BYTES);
        own.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, ConsumerSettings.SESSION_TIMEOUT_MILLIS);
        own.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, ConsumerSettings.HEARTBEAT_MILLIS);
        own.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MAX_PARTITION_BYTES);
        own.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) Duration.ofMillis(POLL_MILLIS).toMillis());
        DefaultKafkaConsumerFactory<byte[], byte[]> factory =
                new DefaultKafkaConsumerFactory<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        factory.addListener(new MicrometerConsumerListener<>(parts.registry()));
        return factory;
    }

    @Override
    public synchronized void start() {
        toStart.addAll(containers);
        ScheduledExecutorService looks =
                Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("outcry-query-keeper").daemon().factory());
        looks.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        keeper = looks;
    }

    @Override
    public synchronized void stop() {
        ScheduledExecutorService looks = keeper;
        if (looks != null) {
            looks.shutdown();
            keeper = null;
        }
        toStart.clear();
        containers.forEach(KafkaMessageListenerContainer::stop);
    }

    /**
     * Starts the consumers that are to be started, once Redis answers. After the clock was set back they are made anew: else their
     * partitions would be nobody's until it is where it was.
     */
    private synchronized void look() {
        long setBackMillis = clock.look();
        if (setBackMillis > 0) {
            LOG.atWarn().addKeyValue("setBackMillis", setBackMillis)
                    .log("the clock was set back: Kafka's clients would wait until it is where it was; the logs are read anew");
            containers.stream().filter(KafkaMessageListenerContainer::isRunning).forEach(toStart::add);
            toStart.forEach(KafkaMessageListenerContainer::stop);
        }
        try {
            while (!toStart.isEmpty() && redisAnswers.getAsBoolean()) {
                toStart.element().start();
                toStart.remove();
                failure = "";
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            // Thrown on, it would be the last look. It may be so for long, and is told once for each reason.
            if (!e.toString().equals(failure)) {
                failure = e.toString();
                LOG.atError().setCause(e).log("a consumer could not be started, will try again");
            }
        }
    }

    @Override
    public boolean isRunning() {
        return keeper != null || containers.stream().anyMatch(KafkaMessageListenerContainer::isRunning);
    }

    @Override
    public int getPhase() {
        return ViewWatch.PHASE + 1_000;
    }
}
