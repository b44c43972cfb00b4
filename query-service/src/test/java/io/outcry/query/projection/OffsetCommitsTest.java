// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.outcry.contracts.logging.ToldLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OffsetCommitsTest {

    private static final TopicPartition FIRST = new TopicPartition("log", 0);
    private static final TopicPartition SECOND = new TopicPartition("log", 1);
    private static final Exception REFUSED = GroupAuthorizationException.forGroupId("group");

    @RegisterExtension
    private final ToldLines said = ToldLines.of(OffsetCommits.class);

    private final List<Map<TopicPartition, OffsetAndMetadata>> commits = new ArrayList<>();
    private final OffsetCommits offsets = new OffsetCommits();
    private @Nullable Exception answer;
    private long nowNanos = -5;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest") {

        @Override
        public synchronized void commitAsync(Map<TopicPartition, OffsetAndMetadata> progress, OffsetCommitCallback callback) {
            commits.add(progress);
            callback.onComplete(progress, answer);
        }
    };

    @Test
    void onlyWhatIsNewIsTold() {
        commit(Map.of(FIRST, 3L, SECOND, 5L));
        commit(Map.of(FIRST, 3L, SECOND, 6L));
        commit(Map.of(FIRST, 3L, SECOND, 6L));
        assertThat(commits).containsExactly(
                Map.of(FIRST, new OffsetAndMetadata(3), SECOND, new OffsetAndMetadata(5)), Map.of(SECOND, new OffsetAndMetadata(6)));
        assertThat(said.list()).isEmpty();
    }

    @Test
    void aPartitionThatHasComeBackIsToldAgain() {
        commit(Map.of(FIRST, 3L));
        offsets.forget(FIRST);
        commit(Map.of(FIRST, 3L));
        assertThat(commits).hasSize(2);
    }

    @Test
    void aGroupThatCannotBeToldIsToldTheSameAgainLessAndLessOftenAndThatIsSaidOnce() {
        answer = REFUSED;
        commit(Map.of(FIRST, 3L));
        List<Integer> seconds = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            seconds.add(secondsUntilTold());
        }
        assertThat(seconds).containsExactly(1, 2, 4, 8, 16, 32, 32);
        assertThat(said.list()).hasSize(1);
        assertThat(said.list().getFirst().getKeyValuePairs()).extracting(pair -> pair.key + "=" + pair.value)
                .containsExactly("reason=" + REFUSED);

        answer = null;
        secondsUntilTold();
        commit(Map.of(FIRST, 4L));
        assertThat(commits.getLast()).as("at once").isEqualTo(Map.of(FIRST, new OffsetAndMetadata(4)));
        assertThat(said.list()).extracting(ILoggingEvent::getFormattedMessage).hasSize(2).endsWith("offsets can be committed again");
    }

    @Test
    void whileTheCoordinatorMovesNothingIsSaid() {
        answer = new RetriableCommitFailedException("it moves");
        commit(Map.of(FIRST, 3L));
        answer = null;
        assertThat(secondsUntilTold()).isOne();
        assertThat(said.list()).isEmpty();
    }

    private int secondsUntilTold() {
        int before = commits.size();
        int seconds = 0;
        while (commits.size() == before) {
            assertThat(seconds).isLessThan(100);
            nowNanos += OffsetCommits.FIRST_REST_NANOS;
            seconds++;
            commit(Map.of(FIRST, 3L));
        }
        return seconds;
    }

    private void commit(Map<TopicPartition, Long> next) {
        offsets.commit(consumer, next, nowNanos);
    }
}
