// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.outcry.contracts.topic.TopicLayout;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Writes outcomes so that none can overtake a lost one.
 *
 * <p>After a record is given up, Kafka's producer would go on with the ones behind it and leave a gap in the sequence. So only one request
 * is under way at a time (those behind it travel together in the next), and the first failure closes the producer from its own thread:
 * whatever was queued is dropped, and only a new publisher, after a new look at the tail of the log, writes again.
 *
 * <p>While there is more to come, outcomes wait a few milliseconds for company: the broker's work is by the request. Where nothing more
 * comes, {@link #nothingMore} sends them at once.
 */
final class OutcomePublisher implements AutoCloseable {

    /** What gathers behind the one request under way travels in one batch a partition. */
    private static final int BATCH_BYTES = 512 * 1024;

    /** How long an outcome waits for others at most, while there is more to come. */
    private static final int COMPANY_MILLIS = 5;

    private final Producer<byte[], byte[]> producer;
    private final Runnable unbind;
    /** Forgets what it is asked while the same is still to be done, and at the end; null if nothing waits for company. */
    private final @Nullable ExecutorService flushes;

    /** What has failed first; null while nothing has. */
    private final AtomicReference<@Nullable Loss> lost = new AtomicReference<>();

    /**
     * An outcome that is not on the log, or may not be.
     *
     * @param partition whose it is; {@link #NOBODY} if the publisher has ended
     * @param offset of its command
     */
    record Loss(int partition, long offset, Throwable cause) {

        static final int NOBODY = -1;
    }

    /**
     * Opens a producer.
     *
     * @param partitions that it may have to write to
     * @param timeout after which a record is given up
     */
    OutcomePublisher(Map<String, Object> clientConfiguration, int partitions, Duration timeout, MeterRegistry registry) {
        producer = MatchingProducers.open(clientConfiguration, "outcry-matching", timeout, COMPANY_MILLIS, Map.of(
                ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES,
                ProducerConfig.BUFFER_MEMORY_CONFIG, bufferBytes(partitions),
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicLayout.MAX_RECORD_BYTES));
        KafkaClientMetrics metrics = new KafkaClientMetrics(producer);
        metrics.bindTo(registry);
        unbind = metrics::close;
        flushes = flushes();
    }

    /**
     * For a producer that has one request under way at a time; without meters of its own.
     *
     * @param flushes sends what waits for company; null where nothing waits
     */
    OutcomePublisher(Producer<byte[], byte[]> producer, @Nullable ExecutorService flushes) {
        this.producer = producer;
        this.flushes = flushes;
        unbind = () -> {};
    }

    /**
     * Without room left Kafka's producer makes everybody wait. So there is twice what all partitions together may have under way: a batch
     * takes all of its room, however little is in it.
     */
    private static long bufferBytes(int partitions) {
        return 2 * partitions * Unacknowledged.limitBytes(partitions);
    }

    static ExecutorService flushes() {
        return new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1),
                Thread.ofPlatform().daemon().name("outcry-matching-flush").factory(), new ThreadPoolExecutor.DiscardPolicy());
    }

    /**
     * Sends in the order of the calls.
     *
     * @return the last one's acknowledgement; it fails with this and every later batch once an outcome has failed
     */
    Future<RecordMetadata> send(OutcomeBatch batch) {
        int newest = batch.size() - 1;
        int next = 0;
        try {
            for (; next < newest; next++) {
                producer.send(batch.outcome(next), told(batch, next));
            }
            return producer.send(batch.outcome(newest), told(batch, newest));
        } catch (RuntimeException e) {
            abort(new Loss(batch.partition(), batch.offset(next), e));
            return CompletableFuture.failedFuture(e);
        }
    }

    private Callback told(OutcomeBatch batch, int index) {
        Callback also = batch.told(index);
        return (metadata, failure) -> {
            if (failure != null) {
                abort(new Loss(batch.partition(), batch.offset(index), failure));
            }
            if (also != null) {
                also.onCompletion(metadata, failure);
            }
        };
    }

    /** Sends what waits for company. Does not wait for it itself: Kafka's producer would, so another thread asks it to. */
    void nothingMore() {
        if (flushes != null) {
            flushes.execute(producer::flush);
        }
    }

    /** Whether an outcome has failed, and with it all behind it; also after the end. */
    boolean isBroken() {
        return lost.get() != null;
    }

    /** The outcome that has failed first; null if none has. */
    @Nullable
    Loss loss() {
        Loss first = lost.get();
        return first == null || first.partition() == Loss.NOBODY ? null : first;
    }

    /**
     * Drops whatever is not acknowledged, because an outcome is not.
     *
     * @return the outcome that has failed first: this one, or one before it
     */
    Loss abort(Loss loss) {
        Loss before = lost.compareAndExchange(null, loss);
        if (before != null) {
            return before;
        }
        producer.close(Duration.ZERO);
        return loss;
    }

    @Override
    public void close() {
        unbind.run();
        abort(new Loss(Loss.NOBODY, -1, new IllegalStateException("the publisher has ended")));
        if (flushes != null) {
            flushes.shutdown();
        }
    }
}
