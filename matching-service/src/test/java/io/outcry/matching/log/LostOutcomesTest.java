// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.matching.recovery.CommandFailedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class LostOutcomesTest {

    private final LostOutcomes lost = new LostOutcomes();

    @Test
    void aPartitionIsDoubtedOnceItHasLostOutcomesTwice() {
        lost(3);
        assertThat(lost.isDoubted(3)).as("after the first").isFalse();
        lost(4);
        lost(3);
        assertThat(lost.isDoubted(3)).isTrue();
        assertThat(lost.isDoubted(4)).as("another one, whose outcome was lost in between").isFalse();
        lost.check(3);
    }

    @Test
    void itIsNotAnyMoreWhenItsLogHasTakenOne() {
        lost(3);
        lost(3);
        lost.written(3);
        assertThat(lost.isDoubted(3)).isFalse();
        lost(3);
        assertThat(lost.isDoubted(3)).as("after the next first").isFalse();
    }

    @Test
    void whatItsLogTakesAtNoTimeStopsItForGood() {
        lost.add(new OutcomePublisher.Loss(3, 17, new RecordTooLargeException("8 MiB")));
        lost.check(4);
        lost.written(3);
        assertThatThrownBy(() -> lost.check(3)).isInstanceOfSatisfying(CommandFailedException.class,
                failed -> assertThat(failed.offset()).isEqualTo(17)).hasCauseInstanceOf(RecordTooLargeException.class);
    }

    private void lost(int partition) {
        lost.add(new OutcomePublisher.Loss(partition, 0, new TimeoutException("given up")));
    }
}
