// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.ConsumerSettings;
import io.outcry.contracts.topic.LogDamage;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.TraceParent;
import io.outcry.contracts.v1.RefreshPrice;
import io.outcry.price.domain.RefreshRequest;
import io.outcry.price.refresh.PriceMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.util.backoff.FixedBackOff;

/**
 * Reads refresh commands and hands them on to be gathered and served. Their offsets are committed when they are handed on: a command that a
 * crash swallows is one refresh less, and the schedule's next is on its way.
 */
public final class RefreshListener {

    /** The group that shares the symbols among the instances. */
    public static final String GROUP = "outcry-price";

    /** Takes what was read. */
    public interface Commands {

        /**
         * Somebody wants newer prices. Waits while too many wait already.
         *
         * @throws InterruptedException if the service stops
         */
        void refresh(List<RefreshRequest> requests) throws InterruptedException;

        /** A symbol was read so often. */
        void read(String symbol, long count);
    }

    private static final Logger LOG = LoggerFactory.getLogger(RefreshListener.class);
    private static final int MAX_BATCH = 500;
    /** One message cannot claim more reads than a fast server serves in ten seconds. */
    private static final long MAX_READS = 10_000_000;
    private static final long RETRY_MILLIS = 500;
    private static final long STOP_MILLIS = 10_000;

    /** Who may not read goes on as soon as he may; its container would stop for good. */
    private static final Duration FORBIDDEN_RETRY = Duration.ofSeconds(5);

    private final Commands commands;
    private final Counter malformed;
    private final Counter unknown;
    private final AtomicBoolean unknownIsTold = new AtomicBoolean();
    private final ConcurrentMessageListenerContainer<String, byte[]> container;
    private final SetBackClock clock;
    /** By a {@link #look}, until one has started it again. */
    private boolean stopped;

    /**
     * @param kafka client properties, at least the bootstrap servers
     * @param concurrency threads, each reading some of the partitions
     */
    public RefreshListener(
            Map<String, Object> kafka, int concurrency, Commands commands, MeterRegistry meters, SetBackClock clock) {
        this.commands = commands;
        this.clock = clock;
        MeterProvider<Counter> fates = PriceMetrics.commands(meters);
        this.malformed = fates.withTag("fate", "malformed");
        this.unknown = fates.withTag("fate", "unknown_reason");
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "outcry-price-commands");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // A new group must not miss the first commands of its own schedule; an old backlog is dropped unserved.
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // Whoever keeps a partition while another instance comes or goes keeps its symbols' memory and their venues' sockets.
        properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(CooperativeStickyAssignor.class));
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, ConsumerSettings.SESSION_TIMEOUT_MILLIS);
        properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, ConsumerSettings.HEARTBEAT_MILLIS);
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_BATCH);
        ContainerProperties settings = new ContainerProperties(Topics.PRICE_COMMANDS);
        settings.setAckMode(ContainerProperties.AckMode.BATCH);
        settings.setShutdownTimeout(STOP_MILLIS);
        settings.setAuthExceptionRetryInterval(FORBIDDEN_RETRY);
        settings.setMessageListener((BatchMessageListener<String, byte[]>) this::onBatch);
        container = new ConcurrentMessageListenerContainer<>(
                new DefaultKafkaConsumerFactory<>(properties, new StringDeserializer(), new ByteArrayDeserializer()), settings);
        container.setBeanName("outcry-price-commands");
        container.setConcurrency(concurrency);
        container.setCommonErrorHandler(new DefaultErrorHandler(new FixedBackOff(RETRY_MILLIS, 2)) {

            @Override
            public void handleOtherException(Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer of, boolean batch) {
                if (!passOver(thrown, consumer, kafka)) {
                    super.handleOtherException(thrown, consumer, of, batch);
                }
            }
        });
    }

    /**
     * Commands that cannot be read are not needed: the schedule asks again, and so does whoever waits. Where they can be read by now the consumer
     * still holds what it could not, so it goes to the end everywhere.
     *
     * @return false if the poll has failed for another reason
     */
    private static boolean passOver(Exception failure, Consumer<?, ?> consumer, Map<String, Object> kafka) {
        if (!LogDamage.isTold(failure)) {
            return false;
        }
        Optional<LogDamage> damage =
                LogDamage.find(
                        failure, consumer, () -> GrouplessConsumer.open(kafka, "outcry-price-look", "none", new ByteArrayDeserializer()));
        consumer.seekToEnd(damage.<Collection<TopicPartition>>map(found -> List.of(found.log())).orElse(consumer.assignment()));
        LOG.atError().addKeyValue("reason", damage.map(LogDamage::toString).orElse(failure.toString()))
                .log("refresh commands cannot be read and were skipped, the schedule asks again");
        return true;
    }

    /**
     * May be tried again where it fails.
     *
     * @throws org.apache.kafka.common.KafkaException if a consumer cannot be made, as while no broker's name is known
     */
    public void start() {
        try {
            container.start();
        } catch (RuntimeException e) {
            // It says that it runs from before its consumers are made: the next start would do nothing.
            container.stop();
            throw e;
        }
    }

    /**
     * To be taken a few times a second, by one thread: after the clock was set back the consumers are made anew, or their partitions would be
     * nobody's. Throws as {@link #start} does, and the next look tries again.
     */
    public void look() {
        long setBackMillis = clock.look();
        if (setBackMillis > 0) {
            LOG.atWarn().addKeyValue("setBackMillis", setBackMillis)
                    .log("the clock was set back: Kafka's clients would wait until it is where it was; commands are read anew");
            container.stop();
            stopped = true;
        }
        if (stopped) {
            start();
            stopped = false;
        }
    }

    /** Returns when the batches at hand are served, or after {@value #STOP_MILLIS} ms. */
    public void stop() {
        container.stop();
    }

    /** The partitions whose symbols are this instance's. */
    public Set<Integer> assignedPartitions() {
        var assigned = container.getAssignedPartitions();
        return assigned == null ? Set.of() : assigned.stream().map(TopicPartition::partition).collect(Collectors.toUnmodifiableSet());
    }

    void onBatch(List<ConsumerRecord<String, byte[]>> records) {
        List<RefreshRequest> requests = new ArrayList<>(records.size());
        for (ConsumerRecord<String, byte[]> record : records) {
            byte[] value = record.value();
            try {
                if (value == null) {
                    throw new InvalidProtocolBufferException("no value");
                }
                RefreshPrice command = RefreshPrice.parseFrom(value);
                switch (command.getReason()) {
                    case REFRESH_REASON_READS -> commands.read(command.getSymbol(), Math.clamp(command.getReads(), 0, MAX_READS));
                    case REFRESH_REASON_TIER, REFRESH_REASON_REQUEST, REFRESH_REASON_UNSPECIFIED -> {
                        Header trace = TraceParent.of(record.headers());
                        requests.add(PriceMessages.request(command, trace == null ? null : TraceParent.text(trace)));
                    }
                    case UNRECOGNIZED -> putAside(record, command.getReasonValue());
                }
            } catch (InvalidProtocolBufferException e) {
                // It asks for nothing that can be understood, and carries nothing that could be lost.
                malformed.increment();
                LOG.atWarn()
                        .addKeyValue("topic", record.topic())
                        .addKeyValue("partition", record.partition())
                        .addKeyValue("offset", record.offset())
                        .addKeyValue("reason", e.getMessage())
                        .log("a refresh command cannot be read and was skipped");
            }
        }
        try {
            commands.refresh(requests);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while refreshing prices", e);
        }
    }

    /**
     * Not everything that a newer writer tells about a price asks for one: READS did not, when it was new. What does ask for one is asked
     * again, by the schedule and by who waits, and a venue's budget that is spent is gone.
     */
    private void putAside(ConsumerRecord<String, byte[]> record, int reason) {
        unknown.increment();
        if (unknownIsTold.compareAndSet(false, true)) {
            LOG.atWarn()
                    .addKeyValue("partition", record.partition())
                    .addKeyValue("offset", record.offset())
                    .addKeyValue("reason", reason)
                    .log("refresh commands for a reason that this version does not know are put aside, from this one on");
        }
    }
}
