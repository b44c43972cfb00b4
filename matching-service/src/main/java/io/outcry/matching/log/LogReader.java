// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.ConsumerSettings;
import io.outcry.contracts.topic.LogDamage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads pieces of topics, each from one offset to another, with a consumer that belongs to no group. For one thread.
 *
 * <p>It is assigned what it is asked about before it asks: Kafka's consumer warns of offsets that it learns of any other partition.
 */
public final class LogReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final int POLLED_RECORDS = 2_000;

    /** Within which a broker that is there says so. */
    private static final Duration ANSWER = Duration.ofSeconds(2);

    /** A few chunks of a snapshot: while they are worked on, the next ones come. */
    private static final int FETCH_BYTES = 4 * 1024 * 1024;

    private final Consumer<byte[], byte[]> consumer;
    private final Duration timeout;
    private final LongSupplier nanoTime;

    /** @param timeout for each request, and for records to come when some are known to be there */
    public LogReader(Map<String, Object> clientConfiguration, String clientId, Duration timeout) {
        this(consumer(clientConfiguration, clientId, timeout), timeout);
    }

    /**
     * @param consumer without a group; closed with this
     * @param timeout for each request, and for records to come when some are known to be there
     */
    public LogReader(Consumer<byte[], byte[]> consumer, Duration timeout) {
        this(consumer, timeout, System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} says */
    LogReader(Consumer<byte[], byte[]> consumer, Duration timeout, LongSupplier nanoTime) {
        this.consumer = consumer;
        this.timeout = timeout;
        this.nanoTime = nanoTime;
    }

    /** A consumer without a group, to be closed. */
    static Consumer<byte[], byte[]> consumer(Map<String, Object> clientConfiguration, String clientId, Duration timeout) {
        return new KafkaConsumer<>(
                configuration(clientConfiguration, clientId, timeout), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static Map<String, Object> configuration(Map<String, Object> clientConfiguration, String clientId, Duration timeout) {
        Map<String, Object> configuration = ConsumerSettings.groupless(clientConfiguration, clientId, "none");
        configuration.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_RECORDS);
        configuration.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
        // Closing waits for the fetch that is under way, and that one has nothing to wait for.
        configuration.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
        configuration.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        return configuration;
    }

    /** How many partitions a topic has; 0 if there is no such topic. */
    public int partitions(String topic) {
        return consumer.partitionsFor(topic).size();
    }

    /** Offset of the oldest record. */
    public long begin(TopicPartition log) {
        return offset(log, consumer::beginningOffsets);
    }

    /** Offset behind the newest record. */
    public long end(TopicPartition log) {
        return offset(log, consumer::endOffsets);
    }

    /**
     * Hands over the records from one offset up to another one, until the visitor has had enough.
     *
     * @throws UnreadableLogException if Kafka answers, and what stands at an offset is damaged or deleted
     * @throws KafkaException if Kafka does not answer for as long as the timeout
     */
    public void read(TopicPartition log, long from, long to, Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
        if (from >= to) {
            return;
        }
        consumer.assign(List.of(log));
        consumer.seek(log, from);
        long heardNanos = nanoTime.getAsLong();
        boolean asked = false;
        boolean answered = false;
        long position = from;
        while (position < to) {
            for (ConsumerRecord<byte[], byte[]> record : poll(log, position)) {
                if (record.offset() < position) {
                    // Behind a batch that says a wrong offset, Kafka's consumer goes back.
                    continue;
                }
                if (record.offset() >= to || !visitor.test(record)) {
                    return;
                }
            }
            long silentNanos = nanoTime.getAsLong() - heardNanos;
            if (consumer.position(log) > position) {
                position = consumer.position(log);
                heardNanos += silentNanos;
                asked = false;
            } else if (!asked && silentNanos > timeout.toNanos() / 2) {
                asked = true;
                answered = answers(log);
            } else if (asked && silentNanos > timeout.toNanos()) {
                throw nothingCame(log, position, answered && answers(log));
            }
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> poll(TopicPartition log, long position) {
        try {
            return consumer.poll(POLL).records(log);
        } catch (IllegalArgumentException e) {
            // It is somewhere behind the position: what the same poll has found before is lost with it.
            throw new UnreadableLogException(LogDamage.of(log, position, e), false);
        } catch (KafkaException e) {
            if (LogDamage.isTold(e)) {
                // What was there a moment ago may have been lost since, and is then made again.
                throw new UnreadableLogException(LogDamage.of(log, position, e), !(e instanceof OffsetOutOfRangeException));
            }
            throw e;
        }
    }

    private boolean answers(TopicPartition log) {
        try {
            consumer.endOffsets(List.of(log), ANSWER);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /**
     * A damaged length hides what stands there: the broker gives nothing.
     *
     * @param answered whether it was there halfway and at the end; else it may have been away for almost all of the time
     */
    private KafkaException nothingCame(TopicPartition log, long position, boolean answered) {
        String said = "nothing came within " + timeout;
        return answered
                ? new UnreadableLogException(new LogDamage(log, position, said), true)
                : new TimeoutException(said + " from " + log + " at offset " + position);
    }

    @Override
    public void close() {
        consumer.close();
    }

    private long offset(TopicPartition log, Function<List<TopicPartition>, Map<TopicPartition, Long>> ask) {
        consumer.assign(List.of(log));
        try {
            Long offset = ask.apply(List.of(log)).get(log);
            if (offset == null) {
                throw new KafkaException("Kafka names no offset for " + log);
            }
            return offset;
        } catch (TimeoutException e) {
            // It does not say of which one.
            throw new TimeoutException("Kafka names no offset for " + log + " within " + timeout, e);
        }
    }
}
