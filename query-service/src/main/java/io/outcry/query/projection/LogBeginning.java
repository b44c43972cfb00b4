// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The first offset that the log of a partition still has, as Kafka says. Who asks waits, and with it all partitions of the consumer's
 * thread: where Kafka does not say, for the partition has no leader, it is not asked again for a while, and the answer is the same failure.
 */
final class LogBeginning implements LongSupplier {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Consumer<?, ?> consumer;
    private final TopicPartition partition;
    private final LongSupplier nanoTime;
    private @Nullable KafkaException failure;
    private long failedNanos;

    LogBeginning(Consumer<?, ?> consumer, TopicPartition partition, LongSupplier nanoTime) {
        this.consumer = consumer;
        this.partition = partition;
        this.nanoTime = nanoTime;
    }

    /** @throws KafkaException if Kafka does not say, or has not a moment ago */
    @Override
    public long getAsLong() {
        if (failure != null && nanoTime.getAsLong() - failedNanos < AGAIN_NANOS) {
            throw failure;
        }
        try {
            long first = Objects.requireNonNull(consumer.beginningOffsets(List.of(partition), PATIENCE).get(partition));
            failure = null;
            return first;
        } catch (KafkaException e) {
            failure = e;
            failedNanos = nanoTime.getAsLong();
            throw e;
        }
    }
}
