// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.ConsumerSettings;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.Tracing;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.event.ListenerContainerIdleEvent;
import org.springframework.kafka.listener.CommonContainerStoppingErrorHandler;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * The consumers and the producers of this process from start to stop.
 *
 * <p>If the log could not be written in time, or a consumer stopped, everything is started anew, with a growing pause, and at once if the
 * machine's clock was set back: the engines are rebuilt from what the log says then. A partition that could not be loaded in time is loaded
 * anew by itself. One that stopped for any other reason stops again at the same place, and stays so for a person to see.
 */
public final class MatchingPipeline implements SmartLifecycle {

    /** The consumer group: all instances of the service share the partitions. */
    public static final String GROUP = "outcry-matching";

    /** Stops after HTTP, before a broker in the same process. */
    public static final int PHASE = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(MatchingPipeline.class);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** How long a poll waits for commands: no longer than until the next look for ticks. */
    private static final long POLL_MILLIS = PendingTicks.INTERVAL.toMillis();

    /** Shorter than a poll, so that each one that brings nothing is told. */
    private static final long IDLE_MILLIS = POLL_MILLIS / 2;

    private final KafkaClients clients;
    private final TopicLayout topics;
    private final MatchingProperties properties;
    private final SnapshotProperties snapshots;
    private final MeterRegistry registry;
    private final Tracing tracing;
    private final SetBackClock clock;
    private final MatchingMetrics metrics;
    private final PartitionOwnership ownership;
    private final LostOutcomes lost = new LostOutcomes();
    private volatile BrokerAnswers answers = new BrokerAnswers(System.nanoTime());
    private @Nullable ScheduledExecutorService supervisor;
    private volatile @Nullable OpenClients opened;
    private volatile @Nullable ConcurrentMessageListenerContainer<byte[], byte[]> container;
    private volatile @Nullable String refusal;
    private volatile boolean running;
    private Duration pause = FIRST_PAUSE;
    private long openedAtNanos;
    private long restartAtNanos;

    /**
     * The Kafka client settings that come from outside: addresses and security.
     *
     * @param admin for topics
     */
    public record KafkaClients(Map<String, Object> consumer, Map<String, Object> producer, Map<String, Object> admin) {

        public KafkaClients {
            consumer = Map.copyOf(consumer);
            producer = Map.copyOf(producer);
            admin = Map.copyOf(admin);
        }
    }

    /** Opens nothing yet. */
    public MatchingPipeline(
            KafkaClients clients,
            TopicLayout topics,
            MatchingProperties properties,
            SnapshotProperties snapshots,
            MeterRegistry registry,
            Tracing tracing,
            SetBackClock clock) {
        this.tracing = tracing;
        this.clock = clock;
        this.clients = clients;
        this.topics = topics;
        this.properties = properties;
        this.snapshots = snapshots;
        this.registry = registry;
        metrics = new MatchingMetrics(registry);
        long limitBytes = Unacknowledged.limitBytes(topics.orderPartitions());
        ownership = new PartitionOwnership(
                topics.orderPartitions(),
                (number, replaying) -> opened().loads().begin(number, replaying),
                number -> new MatchingPartition(number, limitBytes, metrics),
                number -> opened().snapshots().begin(number));
        metrics.show(ownership);
        for (int number = 0; number < topics.orderPartitions(); number++) {
            metrics.show(ownership, number);
        }
    }

    /** @throws IllegalStateException if the topics cannot be had or have another number of partitions */
    @Override
    public synchronized void start() {
        TopicProvisioner.ensure(clients.admin(), List.of(topics.orderCommands(), topics.orderOutcomes(), topics.bookSnapshots()));
        open();
        supervisor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("outcry-matching-supervisor").factory());
        supervisor.scheduleWithFixedDelay(this::supervise, 500, 500, TimeUnit.MILLISECONDS);
        running = true;
    }

    @Override
    public synchronized void stop() {
        running = false;
        if (supervisor != null) {
            supervisor.shutdownNow();
        }
        close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** Whether every consumer runs and has had its first assignment. */
    boolean isJoined() {
        var current = container;
        return current != null && current.isInExpectedState() && current.isRunning()
                && ownership.joinedConsumers() >= properties.concurrency();
    }

    /** The partitions this process owns now. */
    Stream<MatchingPartition> partitions() {
        return ownership.partitions();
    }

    /** Whether the consumers have stopped by themselves or the log could not be used: a start anew is due. */
    public boolean isBroken() {
        var current = container;
        var others = opened;
        return running
                && (current == null
                        || others != null && (others.publisher().isBroken() || others.ticks().isBroken())
                        || !current.isRunning()
                        || !current.isInExpectedState()
                        || partitions().map(MatchingPartition::failure).anyMatch(f -> f != null && f.recoverable()));
    }

    /** What Kafka has answered the consumers that have ended for it and are not started anew yet; null if there are none. */
    @Nullable
    String refusal() {
        return refusal;
    }

    /** How long no broker has answered any consumer, beyond what is usual; 0 while they do, or where no consumer runs. */
    Duration brokerSilence() {
        Duration silence = answers.silence(System.nanoTime());
        return running && silence.compareTo(BrokerAnswers.LONGEST_SILENCE) > 0 ? silence : Duration.ZERO;
    }

    private synchronized void supervise() {
        if (!running) {
            // It has waited until all was stopped, and must start nothing.
            return;
        }
        try {
            lookAfterConsumers();
        } catch (RuntimeException | OutOfMemoryError e) {
            // Thrown on, it would be the last look: what stops then would stay so, and health say that no broker answers.
            LOG.atError().setCause(e).log("the consumers could not be checked, the next check is soon");
        }
    }

    private void lookAfterConsumers() {
        long now = System.nanoTime();
        var current = container;
        if (current != null) {
            answers.look(current.isRunning() ? current.metrics().values() : List.of(), now);
        }
        long setBackMillis = clock.look();
        if (setBackMillis > 0) {
            LOG.atWarn().addKeyValue("setBackMillis", setBackMillis)
                    .log("the clock was set back: Kafka's clients would wait until it is where it was; all partitions are loaded anew");
            restartAtNanos = 0;
            restart();
        } else if (!isBroken()) {
            restartAtNanos = 0;
            if (now - openedAtNanos > LONGEST_PAUSE.toNanos()) {
                pause = FIRST_PAUSE;
            }
        } else if (restartAtNanos == 0) {
            String refused = refusal;
            LoggingEventBuilder warning = LOG.atWarn().addKeyValue("pauseMillis", pause.toMillis());
            if (refused != null) {
                warning = warning.addKeyValue("reason", refused);
            }
            warning.log("the log could not be used, all partitions are loaded anew after a pause");
            restartAtNanos = now + pause.toNanos();
        } else if (now - restartAtNanos >= 0) {
            restartAtNanos = 0;
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            restart();
        }
    }

    private void restart() {
        try {
            close();
            open();
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.atError().setCause(e).log("the consumers could not be started anew, it is tried again");
        }
    }

    private OpenClients opened() {
        OpenClients others = opened;
        if (others == null) {
            throw new IllegalStateException("the pipeline is closed");
        }
        return others;
    }

    private void open() {
        openedAtNanos = System.nanoTime();
        answers = new BrokerAnswers(openedAtNanos);
        refusal = null;
        Duration acknowledgeWithin = properties.acknowledgeTimeout().plus(GRACE);
        OpenClients others = OpenClients.open(clients, topics.orderPartitions(), properties, snapshots, registry, metrics, lost);
        opened = others;
        ContainerProperties settings = new ContainerProperties(Topics.ORDER_COMMANDS);
        settings.setGroupId(GROUP);
        settings.setAckMode(ContainerProperties.AckMode.MANUAL);
        CommandListener listener = new CommandListener(
                ownership, others.publisher(), others.ticks(), others.snapshots(), acknowledgeWithin, properties.maxPollRecords(), metrics,
                tracing, System::nanoTime);
        settings.setMessageListener(listener);
        settings.setIdleEventInterval(IDLE_MILLIS);
        settings.setConsumerRebalanceListener(ownership);
        settings.setShutdownTimeout(acknowledgeWithin.toMillis());
        settings.setPollTimeout(POLL_MILLIS);
        var created = new ConcurrentMessageListenerContainer<>(
                new MatchingConsumers(consumerConfiguration(), () -> !running, refused -> refusal = refused.toString()), settings);
        created.setBeanName("outcry-matching");
        created.setConcurrency(properties.concurrency());
        created.setCommonErrorHandler(new CommonContainerStoppingErrorHandler() {

            @Override
            public void handleOtherException(Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer of, boolean batch) {
                if (!listener.leaveOut(thrown, consumer,
                        () -> LogReader.consumer(clients.consumer(), GROUP + "-look", properties.loadTimeout()))) {
                    super.handleOtherException(thrown, consumer, of, batch);
                }
            }
        });
        created.setApplicationEventPublisher(event -> {
            if (event instanceof ListenerContainerIdleEvent idle) {
                listener.idle(idle.getConsumer());
            }
        });
        container = created;
        try {
            created.start();
        } catch (RuntimeException | OutOfMemoryError e) {
            // It says that it runs from before its consumers are made: nobody would see that there is none.
            created.stop();
            throw e;
        }
    }

    /** The consumers first, so that what they have sent is acknowledged, then the producers. */
    private void close() {
        var current = container;
        if (current != null) {
            current.stop();
        }
        container = null;
        OpenClients others = opened;
        if (others != null) {
            OutcomePublisher.Loss loss = others.publisher().loss();
            if (loss != null) {
                lost.add(loss);
            }
            others.close();
        }
        opened = null;
        ownership.clear();
    }

    private Map<String, Object> consumerConfiguration() {
        Map<String, Object> configuration = new HashMap<>(clients.consumer());
        configuration.put(ConsumerConfig.CLIENT_ID_CONFIG, GROUP);
        configuration.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        configuration.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        configuration.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, properties.maxPollRecords());
        configuration.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(CooperativeStickyAssignor.class));
        configuration.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, ConsumerSettings.SESSION_TIMEOUT_MILLIS);
        configuration.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, ConsumerSettings.HEARTBEAT_MILLIS);
        if (!properties.instanceId().isEmpty()) {
            configuration.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, properties.instanceId());
        }
        return configuration;
    }
}
