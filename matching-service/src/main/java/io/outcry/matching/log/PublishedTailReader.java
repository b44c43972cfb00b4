// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads from the outcome log what a partition has published, with a consumer of its own that belongs to no group. */
final class PublishedTailReader {

    /** Records read from the end: more than one, because a late writer may have repeated older outcomes there. */
    static final int RECORDS = 64;

    private static final Duration POLL = Duration.ofMillis(100);

    private final Map<String, Object> configuration;
    private final Duration timeout;

    /** @param timeout for each of the few requests and for the records themselves */
    PublishedTailReader(Map<String, Object> clientConfiguration, Duration timeout) {
        this.timeout = timeout;
        configuration = new HashMap<>(clientConfiguration);
        configuration.remove(ConsumerConfig.GROUP_ID_CONFIG);
        configuration.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        configuration.put(ConsumerConfig.CLIENT_ID_CONFIG, "outcry-matching-tail");
        configuration.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        configuration.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        configuration.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS);
        // Closing waits for the fetch that is under way, and that one has nothing to wait for.
        configuration.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
        configuration.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
    }

    /**
     * The newest outcome of a partition.
     *
     * @throws LogMismatchException if the command log has lost its beginning or its end, or an outcome cannot be read
     * @throws KafkaException if Kafka does not answer in time
     */
    PublishedTail read(int partition) {
        TopicPartition commands = new TopicPartition(Topics.ORDER_COMMANDS, partition);
        TopicPartition outcomes = new TopicPartition(Topics.ORDER_OUTCOMES, partition);
        List<TopicPartition> both = List.of(commands, outcomes);
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(configuration, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(both);
            consumer.pause(List.of(commands));
            consumer.seek(commands, 0);
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(both);
            Map<TopicPartition, Long> ends = consumer.endOffsets(both);
            long firstCommand = offset(begins, commands);
            if (firstCommand != 0) {
                throw new LogMismatchException(
                        "the command log begins at offset " + firstCommand + ", not at 0: the state before it is lost");
            }
            PublishedTail tail = readFrom(consumer, outcomes, offset(begins, outcomes), offset(ends, outcomes));
            if (tail.inputOffset() >= offset(ends, commands)) {
                throw new LogMismatchException("the outcome log knows the command at offset " + tail.inputOffset()
                        + ", the command log ends at " + offset(ends, commands));
            }
            return tail;
        }
    }

    private PublishedTail readFrom(Consumer<byte[], byte[]> consumer, TopicPartition outcomes, long begin, long end) {
        PublishedTail tail = PublishedTail.EMPTY;
        if (begin >= end) {
            return tail;
        }
        consumer.seek(outcomes, Math.max(begin, end - RECORDS));
        long started = System.nanoTime();
        while (consumer.position(outcomes) < end) {
            if (System.nanoTime() - started > timeout.toNanos()) {
                throw new TimeoutException("the end of " + outcomes + " was not read within " + timeout);
            }
            for (ConsumerRecord<byte[], byte[]> published : consumer.poll(POLL).records(outcomes)) {
                tail = tail.newer(tail(published));
            }
        }
        return tail;
    }

    private static PublishedTail tail(ConsumerRecord<byte[], byte[]> published) {
        try {
            Outcome outcome = Outcome.parseFrom(published.value());
            return new PublishedTail(outcome.getInputOffset(), outcome.getSequence());
        } catch (InvalidProtocolBufferException | NullPointerException e) {
            throw new LogMismatchException("the outcome at offset " + published.offset() + " cannot be read: " + e.getMessage());
        }
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw new KafkaException("Kafka names no offset for " + partition);
        }
        return offset;
    }
}
