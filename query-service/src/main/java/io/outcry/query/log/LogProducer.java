// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.log;

import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.TraceParent;
import io.outcry.contracts.trace.TracedSpan;
import io.outcry.contracts.v1.RefreshPrice;
import io.outcry.contracts.v1.RefreshReason;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The service's only producer. A request for a price is worth nothing after two seconds, so nothing is tried for longer. */
public final class LogProducer implements AutoCloseable {

    private static final int QUEUE = 1_000;
    private static final int MAX_BLOCK_MILLIS = 1_000;
    private static final int REQUEST_MILLIS = 1_500;
    private static final int DELIVERY_MILLIS = 2_000;

    private final Producer<byte[], byte[]> producer;
    private final int pricePartitions;
    private final Clock clock;
    /** Handing a record to Kafka's client may wait for metadata: not on an event loop. */
    private final ExecutorService sender = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), Thread.ofPlatform().name("outcry-query-sender").daemon().factory());

    public LogProducer(Map<String, Object> configuration, int pricePartitions, Clock clock) {
        this(new KafkaProducer<>(configuration(configuration), new ByteArraySerializer(), new ByteArraySerializer()), pricePartitions,
                clock);
    }

    /** For a producer that gives a record up after two seconds. */
    public LogProducer(Producer<byte[], byte[]> producer, int pricePartitions, Clock clock) {
        this.producer = producer;
        this.pricePartitions = pricePartitions;
        this.clock = clock;
    }

    private static Map<String, Object> configuration(Map<String, Object> configuration) {
        Map<String, Object> own = new HashMap<>(configuration);
        own.put(ProducerConfig.ACKS_CONFIG, "all");
        own.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        own.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        own.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS);
        own.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
        own.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS);
        own.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicLayout.MAX_RECORD_BYTES);
        return own;
    }

    /**
     * Asks for a fresh price of {@code symbol}, without waiting. Fails if Kafka does not take the request, or too many are queued.
     *
     * @param traced the span that waits for it; null if that belongs to no traced request
     */
    public CompletionStage<Void> requestPrice(String symbol, @Nullable TracedSpan traced) {
        return send(symbol, RefreshReason.REFRESH_REASON_REQUEST, 0, traced);
    }

    /** Tells how often the price of {@code symbol} was read since the last time, without waiting. What Kafka does not take is lost. */
    public void tellReads(String symbol, long reads) {
        send(symbol, RefreshReason.REFRESH_REASON_READS, reads, null);
    }

    private CompletionStage<Void> send(String symbol, RefreshReason reason, long reads, @Nullable TracedSpan traced) {
        RefreshPrice request = RefreshPrice.newBuilder()
                .setSymbol(symbol)
                .setTimeUs(TimeUnit.MILLISECONDS.toMicros(clock.millis()))
                .setReason(reason)
                .setReads(reads)
                .build();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                Topics.PRICE_COMMANDS, Partitioning.ofSymbol(symbol, pricePartitions), symbol.getBytes(StandardCharsets.UTF_8),
                request.toByteArray());
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (traced != null) {
            TracedSpan sending = traced.begin("send " + Topics.PRICE_COMMANDS, SpanKind.PRODUCER);
            record.headers().add(TraceParent.HEADER, sending.header());
            done.whenComplete((_, failure) -> (failure == null ? sending : sending.failed(String.valueOf(failure))).end());
        }
        try {
            sender.execute(() -> send(record, done));
        } catch (RejectedExecutionException e) {
            done.completeExceptionally(e);
        }
        return done;
    }

    private void send(ProducerRecord<byte[], byte[]> record, CompletableFuture<Void> done) {
        try {
            producer.send(record, (_, failure) -> {
                if (failure == null) {
                    done.complete(null);
                } else {
                    done.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    /**
     * Writes {@code record} and returns when Kafka holds it.
     *
     * @throws RecordTooLargeException if it is larger than this producer or its topic takes
     * @throws KafkaException if it is not known to
     */
    public void write(ProducerRecord<byte[], byte[]> record) {
        try {
            producer.send(record).get(2L * DELIVERY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            if (e.getCause() instanceof RecordTooLargeException tooLarge) {
                throw tooLarge;
            }
            throw new KafkaException("not written to " + record.topic() + "-" + record.partition(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while writing to " + record.topic(), e);
        }
    }

    @Override
    public void close() {
        sender.shutdown();
        producer.close(Duration.ofSeconds(1));
    }
}
