// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.outcry.gatling.run.Figures;
import org.junit.jupiter.api.Test;

class SeriesTest {

    private static final long MILLI = 1_000_000;
    private static final long BEGIN = 5_000 * MILLI;

    private final Series series = new Series("some", 100, 2);

    @Test
    void aSteadyLoadThatIsAnsweredAtOnceHasReachedItsRate() {
        for (int i = 0; i < 200; i++) {
            request(10 * i, 0, 2, true);
        }

        assertThat(series.reachedRate()).isTrue();
        assertThat(series.offeredPerSecond()).isEqualTo(100);
        assertThat(series.achievedPerSecond()).isCloseTo(100, within(0.1));
        assertThat(series.errors()).isZero();
        assertThat(series.figures().offered()).containsExactly(100, 100);
        assertThat(series.figures().achieved()).containsExactly(100, 100);
    }

    @Test
    void timeThatARequestWaitedInTheGeneratorIsCounted() {
        request(0, 40, 50, true);

        assertThat(series.millis(100)).isCloseTo(50, within(0.1));
        assertThat(series.figures().lateP99Millis()).isCloseTo(40, within(0.1));
    }

    @Test
    void aServerThatStandsStillForASecondIsSeenByAllWhoCameMeanwhile() {
        for (int i = 0; i < 200; i++) {
            request(10 * i, 0, i < 100 ? 1_000 - 10 * i : 1, true);
        }

        assertThat(series.millis(50)).isGreaterThan(1);
        assertThat(series.millis(95)).isCloseTo(900, within(20.0));
        assertThat(series.figures().slowestMillis().getFirst()).isCloseTo(1_000, within(1.0));
        assertThat(series.figures().slowestMillis().getLast()).isCloseTo(1, within(0.1));
    }

    @Test
    void wrongAndMissingAnswersAreErrorsAndAchieveNothing() {
        for (int i = 0; i < 198; i++) {
            request(10 * i, 0, 1, true);
        }
        request(1_980, 0, 1, false);
        series.sent(BEGIN + 1_990 * MILLI, BEGIN + 1_990 * MILLI);

        assertThat(series.errors()).isEqualTo(2);
        assertThat(series.offeredPerSecond()).isEqualTo(100);
        assertThat(series.achievedPerSecond()).isEqualTo(99);
    }

    @Test
    void answersThatComeLongAfterTheTimeLowerTheRate() {
        for (int i = 0; i < 200; i++) {
            request(10 * i, 0, 1_000, true);
        }

        assertThat(series.achievedPerSecond()).isCloseTo(200 / 2.99, within(0.1));
        assertThat(series.reachedRate()).isFalse();
    }

    @Test
    void nothingMeasuredIsNothingReached() {
        Figures figures = series.figures();

        assertThat(series.reachedRate()).isFalse();
        assertThat(figures.p99Millis()).isZero();
        assertThat(figures.offeredPerSecond()).isZero();
    }

    private void request(long dueMillis, long lateMillis, long answeredAfterMillis, boolean right) {
        long due = BEGIN + dueMillis * MILLI;
        series.begin(BEGIN);
        series.sent(due, due + lateMillis * MILLI);
        series.answered(due, due + answeredAfterMillis * MILLI, right);
    }
}
