// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.logging.ToldLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a partition without a leader costs those who are followed beside it. */
class LogQuestionsTest {

    private static final TopicPartition LOG = new TopicPartition("log", 0);

    @RegisterExtension
    private final ToldLines told = ToldLines.of(LogQuestions.class);

    private final List<Duration> waited = new ArrayList<>();
    private long nanos;
    private final LogQuestions questions = new LogQuestions(() -> nanos);

    private void isSilent() {
        assertThat(questions.ask(LOG, patience -> {
            waited.add(patience);
            nanos += patience.toNanos();
            throw new TimeoutException("no leader");
        })).isEmpty();
    }

    @Test
    void itIsWaitedForOnceAndThenAHundredthOfTheTime() {
        isSilent();
        assertThat(waited).containsExactly(Duration.ofSeconds(1));
        waited.clear();
        long end = nanos + TimeUnit.MINUTES.toNanos(10);
        while (nanos < end) {
            isSilent();
            nanos += TimeUnit.MILLISECONDS.toNanos(100);
        }
        assertThat(waited).hasSizeBetween(55, 65).containsOnly(Duration.ofMillis(100));
        assertThat(told.list()).hasSize(1);
    }

    @Test
    void whatIsOnlySlowIsAskedAgainSoon() {
        isSilent();
        nanos += TimeUnit.SECONDS.toNanos(1);
        assertThat(questions.ask(LOG, _ -> Map.of(LOG, 7L))).hasValue(7);
    }

    @Test
    void onceItHasALeaderItIsAsAnyOther() {
        isSilent();
        nanos += LogQuestions.LONGEST_PAUSE_NANOS;
        assertThat(questions.ask(LOG, _ -> Map.of(LOG, 7L))).hasValue(7);
        isSilent();
        assertThat(waited).containsExactly(LogQuestions.PATIENCE, LogQuestions.PATIENCE);
        assertThat(told.list()).hasSize(2);
    }
}
