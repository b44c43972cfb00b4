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
    void a_steady_load_that_is_answered_at_once_has_reached_its_rate() {
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
    void time_that_a_request_waited_in_the_generator_is_counted() {
        request(0, 40, 50, true);

        assertThat(series.millis(100)).isCloseTo(50, within(0.1));
        assertThat(series.figures().lateP99Millis()).isCloseTo(40, within(0.1));
    }

    @Test
    void a_server_that_stands_still_for_a_second_is_seen_by_all_who_came_meanwhile() {
        for (int i = 0; i < 200; i++) {
            request(10 * i, 0, i < 100 ? 1_000 - 10 * i : 1, true);
        }

        assertThat(series.millis(50)).isGreaterThan(1);
        assertThat(series.millis(95)).isCloseTo(900, within(20.0));
        assertThat(series.figures().slowestMillis().getFirst()).isCloseTo(1_000, within(1.0));
        assertThat(series.figures().slowestMillis().getLast()).isCloseTo(1, within(0.1));
    }

    @Test
    void wrong_and_missing_answers_are_errors_and_achieve_nothing() {
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
    void answers_that_come_long_after_the_time_lower_the_rate() {
        for (int i = 0; i < 200; i++) {
            request(10 * i, 0, 1_000, true);
        }

        assertThat(series.achievedPerSecond()).isCloseTo(200 / 2.99, within(0.1));
        assertThat(series.reachedRate()).isFalse();
    }

    @Test
    void nothing_measured_is_nothing_reached() {
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
