// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import static io.outcry.query.domain.ViewPosition.Verdict.DUPLICATE;
import static io.outcry.query.domain.ViewPosition.Verdict.GAP;
import static io.outcry.query.domain.ViewPosition.Verdict.NEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ViewPositionTest {

    /** At the outcome 7 of the command 40. */
    private static final ViewPosition AT = new ViewPosition(12, 40, 7, 0, 0, 1_000);

    @ParameterizedTest(name = "command {0}, outcome {1}, {2} unreadable before: {3}")
    @CsvSource({
        "41, 8, 0, NEXT",
        "55, 8, 0, NEXT",
        "40, 7, 0, DUPLICATE",
        "3, 1, 0, DUPLICATE",
        "40, 8, 0, DUPLICATE",
        "41, 9, 0, GAP",
        "41, 7, 0, GAP",
        "41, 6, 2, GAP",
        "41, 8, 1, NEXT",
        "42, 9, 1, NEXT",
        "43, 10, 1, GAP",
        "43, 10, 2, NEXT"})
    void anOutcomeFollowsRepeatsOrLeavesAGap(long input, long sequence, int unreadable, ViewPosition.Verdict verdict) {
        ViewPosition at = AT;
        for (int i = 0; i < unreadable; i++) {
            at = at.unreadable(at.next());
        }
        assertThat(at.judge(input, sequence)).isEqualTo(verdict);
    }

    @Test
    void theFirstOutcomeFollowsAnEmptyView() {
        assertThat(ViewPosition.EMPTY.judge(0, 1)).isEqualTo(NEXT);
        assertThat(ViewPosition.EMPTY.judge(0, 2)).isEqualTo(GAP);
        assertThat(ViewPosition.EMPTY.applied(0, 0, 1, 5).judge(0, 1)).isEqualTo(DUPLICATE);
    }

    @Test
    void aStrangersRecordLosesNothingAndAnUnreadableOutcomeIsCountedAsLost() {
        assertThat(AT.unreadable(12).applied(13, 41, 8, 2_000)).isEqualTo(new ViewPosition(14, 41, 8, 0, 0, 2_000));
        assertThat(AT.unreadable(12).applied(13, 42, 9, 2_000)).isEqualTo(new ViewPosition(14, 42, 9, 0, 1, 2_000));
    }

    @Test
    void aDuplicateMovesNothingButTheOffset() {
        assertThat(AT.passed(12)).isEqualTo(new ViewPosition(13, 40, 7, 0, 0, 1_000));
    }

    @Test
    void whatIsStoredReadsBack() {
        ViewPosition position = new ViewPosition(1L << 40, 1L << 41, 1L << 42, 3, 4, 1_763_700_000_000L);
        assertThat(ViewPosition.parse(position.stored())).isEqualTo(position);
        assertThat(ViewPosition.parse(ViewPosition.EMPTY.stored())).isEqualTo(ViewPosition.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1:2:3:4:5", "1:2:3:4:5:6:7", "a:2:3:4:5:6"})
    void otherTextsAreNoPositions(String text) {
        assertThatThrownBy(() -> ViewPosition.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
