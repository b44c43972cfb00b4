// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a log begins or ends, asked for each partition by itself: Kafka's consumer answers for all of them or for none. Who asks waits, and
 * with him all that he follows, so one of which Kafka says nothing, for it has no leader, is asked again after a while, and then not for
 * long: a leader answers at once.
 */
final class LogQuestions {

    static final Duration PATIENCE = Duration.ofSeconds(1);
    static final Duration LITTLE_PATIENCE = Duration.ofMillis(100);
    static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Logger LOG = LoggerFactory.getLogger(LogQuestions.class);

    private final LongSupplier nanoTime;

    /** When Kafka did not answer last. */
    private final Map<TopicPartition, Long> silent = new HashMap<>();

    /** @param nanoTime as {@link System#nanoTime} says */
    LogQuestions(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * What Kafka says of {@code log}; nothing if it does not, or has not a moment ago.
     *
     * @param question asks Kafka, for no longer than it is told
     */
    OptionalLong ask(TopicPartition log, Function<Duration, Map<TopicPartition, Long>> question) {
        Long failedNanos = silent.get(log);
        if (failedNanos != null && nanoTime.getAsLong() - failedNanos < AGAIN_NANOS) {
            return OptionalLong.empty();
        }
        try {
            long answer = Objects.requireNonNull(question.apply(failedNanos == null ? PATIENCE : LITTLE_PATIENCE).get(log));
            silent.remove(log);
            return OptionalLong.of(answer);
        } catch (TimeoutException e) {
            if (silent.put(log, nanoTime.getAsLong()) == null) {
                LOG.atWarn().addKeyValue("partition", log).addKeyValue("reason", e.getMessage())
                        .log("Kafka does not say where the log of a partition begins and ends: the feed goes on without it");
            }
            return OptionalLong.empty();
        }
    }
}
