// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.outcry.contracts.logging.ToldLines;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ToldProgressTest {

    private static final long INTERVAL = 1_000;
    private static final Exception REFUSED = GroupAuthorizationException.forGroupId("group");

    @RegisterExtension
    private final ToldLines said = ToldLines.of(ToldProgress.class);

    private final ToldProgress told = new ToldProgress(3);
    private long nowNanos = -5;

    @Test
    void theGroupIsToldWhatIsNewOncePerInterval() {
        assertThat(isDue(0)).as("nothing yet").isFalse();
        assertThat(isDue(1)).isTrue();
        nowNanos += INTERVAL - 1;
        assertThat(isDue(2)).isFalse();
        nowNanos++;
        assertThat(isDue(1)).as("nothing new").isFalse();
        assertThat(isDue(2)).isTrue();
    }

    @Test
    void aGroupThatCannotBeToldIsToldTheSameAgainLessAndLessOften() {
        List<Long> waits = new ArrayList<>();
        assertThat(isDue(7)).isTrue();
        for (int i = 0; i < 8; i++) {
            told.answered(REFUSED);
            waits.add(intervalsUntilDue(7));
        }
        assertThat(waits).containsExactly(2L, 4L, 8L, 16L, 32L, 64L, 64L, 64L);
        assertThat(said.list()).extracting(ILoggingEvent::getLevel).as("once").hasToString("[WARN]");
        assertThat(said.list().getFirst().getKeyValuePairs()).extracting(pair -> pair.key + "=" + pair.value)
                .containsExactly("partition=3", "reason=" + REFUSED);
        told.answered(null);
        told.answered(null);
        assertThat(said.list()).extracting(ILoggingEvent::getLevel).hasToString("[WARN, INFO]");
        assertThat(intervalsUntilDue(8)).as("as before").isEqualTo(1);
    }

    @Test
    void whileTheGroupIsRebalancedNothingIsSaid() {
        assertThat(isDue(7)).isTrue();
        told.answered(new RebalanceInProgressException());
        assertThat(intervalsUntilDue(7)).as("told again").isEqualTo(2);
        told.answered(null);
        assertThat(said.list()).isEmpty();
    }

    private boolean isDue(long next) {
        return told.isDue(next, nowNanos, INTERVAL);
    }

    private long intervalsUntilDue(long next) {
        long intervals = 0;
        do {
            assertThat(intervals).isLessThan(100);
            nowNanos += INTERVAL;
            intervals++;
        } while (!isDue(next));
        return intervals;
    }
}
