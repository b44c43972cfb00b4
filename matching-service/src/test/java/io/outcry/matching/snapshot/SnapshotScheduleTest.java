// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.snapshot.SnapshotSchedule.Due;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A snapshot every 100 outcomes, 10 apart at least, after 1,000 at the latest; the one before was at outcome 500, at time 0. */
class SnapshotScheduleTest {

    /** Clocks of this kind may begin anywhere: it passes the largest number on the way. */
    private static final long TAKEN = Long.MAX_VALUE - 500;

    private final SnapshotSchedule schedule = new SnapshotSchedule(100, 10, 1_000);

    @BeforeEach
    void begin() {
        schedule.begin(0, TAKEN - 50_000);
        schedule.taken(500, TAKEN);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            500, false,    999, NOTHING
            500, false, 10_000, NOTHING
            599, true,     999, NOTHING
            600, true,       9, NOTHING
            600, true,      10, SNAPSHOT
            600, false,     10, NOTHING
            501, true,     999, NOTHING
            501, true,   1_000, SNAPSHOT
            501, false,  1_000, POSITION
            """)
    void itIsDueByCountAndByTime(long sequence, boolean changed, String at, Due due) {
        assertThat(schedule.due(sequence, changed, TAKEN + Long.parseLong(at.replace("_", "")))).isEqualTo(due);
        assertThat(schedule.takenNanos()).isEqualTo(TAKEN);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            509, NOTHING
            510, SNAPSHOT
            650, SNAPSHOT
            """)
    void theFirstOfAProcessIsDueAfterATenthAndAtOnceAfterALongReplay(long sequence, Due due) {
        long at = 77;
        SnapshotSchedule recovered = new SnapshotSchedule(100, 10, 1_000);
        recovered.begin(500, at);
        assertThat(recovered.due(sequence, true, at)).isEqualTo(due);
        recovered.taken(sequence, at);
        assertThat(recovered.due(sequence + 99, true, at + 10)).isEqualTo(Due.NOTHING);
        assertThat(recovered.due(sequence + 100, true, at + 10)).isEqualTo(Due.SNAPSHOT);
    }
}
