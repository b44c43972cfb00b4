// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static io.outcry.price.domain.VenueReplies.NOW;
import static io.outcry.price.domain.VenueReplies.none;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.JudgedReply.Verdict;
import org.junit.jupiter.api.Test;

/** Who votes on an index whose rate was 0.9995 to 0.9997: only of two quotes can that rate say which one does not. */
class IndexVoteTest {

    private static final VenueReplies TWO = none().quote(100_000_000, 100_000_000).quote(103_000_000, 103_000_000);

    @Test
    void ofTwoThatContradictEachOtherTheOneThatContradictsTheRateDoesNot() {
        Aggregation aggregation = TWO.aggregateIndex(made(NOW - IndexRate.MAX_AGE_MICROS));

        assertThat(aggregation.replies()).extracting(JudgedReply::verdict).containsExactly(Verdict.USED, Verdict.QUARANTINED);
        assertThat(aggregation.replies().getLast().fault()).isEqualTo(Fault.FAR_FROM_RATE);
    }

    @Test
    void bothDoWhereTheRateIsOlderThanAMinute() {
        Aggregation aggregation = TWO.aggregateIndex(made(NOW - IndexRate.MAX_AGE_MICROS - 1));

        assertThat(aggregation.replies()).extracting(JudgedReply::verdict).containsExactly(Verdict.USED, Verdict.USED);
    }

    @Test
    void threeNeedNoRateToTellWhoLies() {
        Aggregation aggregation = none().quote(100_000_000, 100_000_000).quote(100_000_000, 100_000_000).quote(103_000_000, 103_000_000)
                .aggregateIndex(made(NOW));

        assertThat(aggregation.replies()).extracting(JudgedReply::verdict).containsExactly(Verdict.USED, Verdict.USED, Verdict.USED);
    }

    private static IndexRate made(long asOfMicros) {
        return new IndexRate("USDT-USD", 99_950_000, 99_970_000, 8, asOfMicros);
    }
}
