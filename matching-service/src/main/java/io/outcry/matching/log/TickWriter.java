// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.codec.WireCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes commands of its own: a tick for a symbol where an order's time is over or a command was cut off. The engine has no clock, so
 * what ends by the clock ends by a record of the log like everything else.
 *
 * <p>A tick too many changes nothing, so two owners of a partition may both write one, and one that could not be written is written
 * again at a later look.
 */
final class TickWriter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TickWriter.class);

    /** The consumer's thread waits no longer for room or for the address of a partition. */
    private static final int MAX_BLOCK_MILLIS = 100;

    private static final int BUFFER_BYTES = 4 * 1024 * 1024;

    private final Producer<byte[], byte[]> producer;
    private final InstantSource clock;
    private final MatchingMetrics metrics;

    /** The oldest first; all consumers' threads. */
    private final Queue<Sent> unanswered = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean broken = new AtomicBoolean();
    private volatile boolean closed;

    private record Sent(String symbol, Future<RecordMetadata> answer, long sentAtNanos) {}

    /** @param timeout after which a tick is given up */
    TickWriter(Map<String, Object> clientConfiguration, Duration timeout, InstantSource clock, MatchingMetrics metrics) {
        this(MatchingProducers.open(clientConfiguration, "outcry-matching-ticks", timeout, 0, Map.of(
                ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES,
                ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS)), clock, metrics);
    }

    /** For a producer that blocks for a short while at most. */
    TickWriter(Producer<byte[], byte[]> producer, InstantSource clock, MatchingMetrics metrics) {
        this.producer = producer;
        this.clock = clock;
        this.metrics = metrics;
    }

    /**
     * Writes what the partition needs, without waiting for Kafka's answer; on the thread of the partition's consumer.
     *
     * @param nowNanos as {@link System#nanoTime} says
     * @param answerWithin after which a tick that Kafka's producer says nothing of never will be answered
     */
    void write(MatchingPartition partition, long nowNanos, Duration answerWithin) {
        settle(nowNanos, answerWithin);
        long timeUs = Micros.now(clock);
        boolean refused = false;
        for (PendingTicks.Due due : partition.ticksDue(timeUs, nowNanos)) {
            if (refused) {
                partition.tickGivenUp(due.symbol());
            } else {
                refused = !send(partition, due.symbol(), due.timeUs(), nowNanos);
            }
        }
    }

    /** Takes off what is answered, and looks how long the oldest of the others has been waiting. */
    private void settle(long nowNanos, Duration answerWithin) {
        Sent oldest = unanswered.peek();
        while (oldest != null && oldest.answer().isDone()) {
            unanswered.remove(oldest);
            oldest = unanswered.peek();
        }
        if (oldest != null && nowNanos - oldest.sentAtNanos() > answerWithin.toNanos() && broken.compareAndSet(false, true)) {
            metrics.tickFailed();
            LOG.atWarn().addKeyValue("symbol", oldest.symbol())
                    .log("a tick was neither written nor refused in time, all partitions are loaded anew");
        }
    }

    /** Whether the producer has left a tick without an answer, as one does whose thread has ended: it takes more, and writes none. */
    boolean isBroken() {
        return broken.get();
    }

    /** Whether the producer took it. */
    private boolean send(MatchingPartition partition, String symbol, long timeUs, long nowNanos) {
        var tick = new ProducerRecord<>(
                Topics.ORDER_COMMANDS,
                partition.number(),
                TimeUnit.MICROSECONDS.toMillis(timeUs),
                symbol.getBytes(StandardCharsets.UTF_8),
                WireCommand.tick(symbol, timeUs));
        try {
            Future<RecordMetadata> answer = producer.send(tick, (_, failure) -> answered(partition, symbol, failure));
            unanswered.add(new Sent(symbol, answer, nowNanos));
            return answer.state() != Future.State.FAILED;
        } catch (KafkaException | IllegalStateException e) {
            answered(partition, symbol, e);
            return false;
        }
    }

    private void answered(MatchingPartition partition, String symbol, @Nullable Exception failure) {
        if (failure == null) {
            metrics.tickWritten();
            partition.tickWritten();
            return;
        }
        partition.tickFailed(symbol, failure);
        if (!closed) {
            metrics.tickFailed();
        }
    }

    /** Drops what is not written. */
    @Override
    public void close() {
        closed = true;
        producer.close(Duration.ZERO);
    }
}
