// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeTest {

    @ParameterizedTest(name = "{0} after {1} ms: stale {2}")
    @CsvSource({
        "HOT, 10000, false", "HOT, 10001, true", "MEDIUM, 60000, false", "MEDIUM, 60001, true", "COLD, 600000, false",
        "COLD, 600001, true"})
    void aPriceIsStaleAfterTwoIntervalsOfItsTier(String tier, long ageMillis, boolean stale) {
        assertThat(PriceStaleness.isStale(tier, ageMillis)).isEqualTo(stale);
    }

    @Test
    void aQuoteFromTheFutureHasNoNegativeAge() {
        assertThat(PriceStaleness.ageMillis(2_000, 1_000)).isZero();
        assertThat(PriceStaleness.ageMillis(1_000, 2_500)).isEqualTo(1_500);
    }

    @Test
    void aViewIsAsOldAsTheNewestMomentWhoseLogItHolds() {
        LogMarks marks = new LogMarks();
        assertThat(marks.completeAt(5)).isEmpty();
        marks.add(100, 6, 5);
        marks.add(200, 8, 5);
        marks.add(300, 8, 7);
        assertThat(marks.completeAt(4)).isEmpty();
        assertThat(marks.completeAt(5)).hasValue(100);
        assertThat(marks.completeAt(6)).hasValue(100);
        assertThat(marks.completeAt(7)).hasValue(300);
    }

    @Test
    void anEmptyLogIsHeldByAnEmptyView() {
        LogMarks marks = new LogMarks();
        marks.add(100, 0, -1);
        assertThat(marks.completeAt(-1)).hasValue(100);
    }

    @Test
    void aViewThatStaysBehindKeepsTheMarkItHasToReach() {
        LogMarks marks = new LogMarks();
        marks.add(1, 10, 0);
        for (int i = 2; i < 1_000; i++) {
            marks.add(i, 10L * i, 5);
        }
        assertThat(marks.completeAt(5)).isEmpty();
        assertThat(marks.completeAt(9)).hasValue(1);
        assertThat(marks.completeAt(25)).hasValue(2);
    }

    @Test
    void aViewThatKeepsUpHasOnlyRecentMarks() {
        LogMarks marks = new LogMarks();
        for (int i = 1; i <= 1_000; i++) {
            marks.add(i, i, i);
        }
        assertThat(marks.completeAt(1_000)).hasValue(1_000);
        assertThat(marks.completeAt(1_000 - LogMarks.LIMIT - 10)).isEmpty();
    }
}
