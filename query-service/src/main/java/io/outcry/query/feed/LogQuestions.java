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
    /** It may only have been slow, as a Kafka is that has just started. */
    static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Logger LOG = LoggerFactory.getLogger(LogQuestions.class);

    private final LongSupplier nanoTime;

    /** Logs of which Kafka has said nothing when it was asked last. */
    private final Map<TopicPartition, Silence> silent = new HashMap<>();

    /**
     * @param sinceNanos when it did not answer last
     * @param pauseNanos until it is asked again
     */
    private record Silence(long sinceNanos, long pauseNanos) {

        boolean isOver(long nowNanos) {
            return nowNanos - sinceNanos >= pauseNanos;
        }
    }

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
        Silence last = silent.get(log);
        if (last != null && !last.isOver(nanoTime.getAsLong())) {
            return OptionalLong.empty();
        }
        try {
            long answer = Objects.requireNonNull(question.apply(last == null ? PATIENCE : LITTLE_PATIENCE).get(log));
            silent.remove(log);
            return OptionalLong.of(answer);
        } catch (TimeoutException e) {
            silent.put(log, new Silence(
                    nanoTime.getAsLong(), last == null ? FIRST_PAUSE_NANOS : Math.min(2 * last.pauseNanos(), LONGEST_PAUSE_NANOS)));
            if (last == null) {
                LOG.atWarn().addKeyValue("partition", log).addKeyValue("reason", e.getMessage())
                        .log("Kafka does not say where the log of a partition begins and ends: the feed goes on without it");
            }
            return OptionalLong.empty();
        }
    }
}
