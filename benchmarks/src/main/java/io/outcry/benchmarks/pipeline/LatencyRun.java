// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.contracts.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Commands at an even rate, a few every millisecond, each timed from when it was due until its outcome is read. */
final class LatencyRun {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BURSTS_A_SECOND = 1_000;

    private final PipelineLoad load;
    private final CommandSource source;
    private final Histogram latencies = new Histogram(HIGHEST_NANOS, 3);
    private final CountDownLatch ready = new CountDownLatch(1);
    private final long untimed;
    private final long total;
    private long firstReadNanos;
    private long lastReadNanos;

    LatencyRun(PipelineLoad load, CommandSource source) {
        this.load = load;
        this.source = source;
        untimed = (long) load.rate() * load.seconds() / 4;
        total = untimed + (long) load.rate() * load.seconds();
    }

    /**
     * Runs to its end.
     *
     * @throws IOException if not every outcome came
     * @throws IllegalStateException if an outcome is not of the size it should have
     */
    void run(Map<String, Object> connection, Producer<byte[], byte[]> producer) throws IOException, InterruptedException {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        List<TopicPartition> outcomes =
                IntStream.range(0, load.partitions()).mapToObj(p -> new TopicPartition(Topics.ORDER_OUTCOMES, p)).toList();
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(outcomes);
            consumer.seekToEnd(outcomes);
            outcomes.forEach(consumer::position);
            Thread writer = Thread.ofPlatform().name("load").daemon().start(() -> write(producer));
            ready.countDown();
            read(consumer);
            writer.join();
        }
    }

    private void write(Producer<byte[], byte[]> producer) {
        try {
            ready.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        long begin = System.nanoTime();
        for (long burst = 0, written = 0; written < total; burst++) {
            long due = begin + burst * BURST_NANOS;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            long until = Math.min(total, (burst + 1) * load.rate() / BURSTS_A_SECOND);
            for (; written < until; written++) {
                producer.send(source.next(due));
            }
        }
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer) throws IOException {
        long seen = 0;
        long deadline = System.nanoTime() + LIMIT.plusSeconds(2L * load.seconds()).toNanos();
        while (seen < total) {
            if (System.nanoTime() > deadline) {
                throw new IOException(seen + " of " + total + " outcomes came at " + load.rate() + " a second");
            }
            for (ConsumerRecord<byte[], byte[]> outcome : consumer.poll(POLL)) {
                long now = System.nanoTime();
                ReplyMark mark = ReplyMark.of(outcome);
                if (outcome.value().length != mark.outcomeBytes()) {
                    throw new IllegalStateException("an outcome of " + outcome.value().length + " bytes, not " + mark.outcomeBytes());
                }
                if (++seen > untimed) {
                    latencies.recordValue(Math.max(0, now - mark.dueNanos()));
                    firstReadNanos = firstReadNanos == 0 ? now : firstReadNanos;
                    lastReadNanos = now;
                }
            }
        }
    }

    /** Records a second that were due and timed. */
    double offered() {
        return load.rate();
    }

    /** Records a second whose outcome was read. */
    double achieved() {
        return (total - untimed - 1) * 1e9 / (lastReadNanos - firstReadNanos);
    }

    double millis(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e6;
    }
}
