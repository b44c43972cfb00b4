// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.topic.CommitFailures;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the consumer group how far the view is. That is only looked at, so the view goes on where the group cannot be told; that is said once,
 * and tried less and less often, for Kafka's client writes a line each time. On the consumer's thread.
 */
final class OffsetCommits {

    private static final Logger LOG = LoggerFactory.getLogger(OffsetCommits.class);

    /** How long the group is left alone once it could not be told; twice as long after each time, up to 32 s. */
    static final long FIRST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_DOUBLINGS = 5;

    private final Map<TopicPartition, Long> told = new HashMap<>();
    private final CommitFailures failures = new CommitFailures();
    private long triedNanos;

    /** The partition is somebody else's now. */
    void forget(TopicPartition partition) {
        told.remove(partition);
    }

    /** @param next by partition, the offset behind the last record that is in the view */
    void commit(Consumer<?, ?> consumer, Map<TopicPartition, Long> next, long nowNanos) {
        int failed = failures.count();
        if (failed > 0 && nowNanos - triedNanos < FIRST_REST_NANOS << Math.min(failed - 1, MOST_DOUBLINGS)) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> progress = new HashMap<>();
        next.forEach((partition, offset) -> {
            if (!offset.equals(told.put(partition, offset))) {
                progress.put(partition, new OffsetAndMetadata(offset));
            }
        });
        if (!progress.isEmpty()) {
            triedNanos = nowNanos;
            consumer.commitAsync(progress, this::answered);
        }
    }

    private void answered(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception failure) {
        if (failure == null) {
            if (failures.end()) {
                LOG.atInfo().log("offsets can be committed again");
            }
            return;
        }
        offsets.keySet().forEach(told::remove);
        if (failures.add(failure)) {
            LOG.atWarn().addKeyValue("reason", failure.toString())
                    .log("offsets cannot be committed, the view goes on, but the group does not show how far it is");
        }
    }
}
