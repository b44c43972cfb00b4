// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static io.outcry.price.domain.VenueReplies.OWN;
import static io.outcry.price.domain.VenueReplies.mids;
import static io.outcry.price.domain.VenueReplies.none;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.JudgedReply.Verdict;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When our own book counts: whoever quotes there must not be half of the price, nor keep it from being made. */
class OwnBookVoteTest {

    private static final AggregationRules TWO_MUST_AGREE =
            AggregationRules.of(new TierIntervals(5_000, 30_000, 300_000), RefreshTier.HOT, 2, OWN);

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void besideOneVenueItDoesNotCount(String situation, VenueReplies replies) {
        Aggregation aggregation = replies.aggregate();

        AggregatedPrice price = aggregation.price().orElseThrow();
        assertThat(price.price()).isEqualTo(60_000);
        assertThat(price.sources()).isEqualTo(1);
        assertThat(price.quality()).isEqualTo(Quality.SINGLE_SOURCE);
        JudgedReply own = aggregation.replies().getLast();
        assertThat(own.verdict()).isEqualTo(Verdict.UNAVAILABLE);
        assertThat(own.reason()).isEqualTo("our own book does not count beside one venue alone");
        assertThat(own.bid()).as("and is shown").isPositive();
        assertThat(aggregation.news()).as("it is no fault").isEmpty();
    }

    static Stream<Arguments> besideOneVenueItDoesNotCount() {
        return Stream.of(
                Arguments.of("listed at one, our book near", mids(60_000).own(59_990, 60_010)),
                Arguments.of("listed at one, our book far", mids(60_000).own(48_000, 52_000)),
                Arguments.of("listed at one, our book worlds apart", mids(60_000).own(1, 3)),
                Arguments.of("listed at three, two of them down", mids(60_000).down().down().own(59_000, 59_100)),
                Arguments.of("listed at two, one of them crossed",
                        mids(60_000).and(new VenueReply.Unusable("crossed")).own(61_000, 61_100)));
    }

    @Test
    void besideTwoItCountsLikeAnyOther() {
        AggregatedPrice price = mids(60_000, 60_010).own(60_004, 60_006).aggregate().price().orElseThrow();

        assertThat(price.price()).isEqualTo(60_005);
        assertThat(price.sources()).isEqualTo(3);
    }

    @Test
    void itDoesNotRaiseWhatMustAgree() {
        assertThat(mids(60_000).own(59_990, 60_010).aggregate(TWO_MUST_AGREE).price()).as("one lists it besides").isPresent();
        assertThat(mids(60_000).down().own(59_990, 60_010).aggregate(TWO_MUST_AGREE).price()).as("two list it besides").isEmpty();
        assertThat(none().own(59_990, 60_010).aggregate(TWO_MUST_AGREE).price()).as("nobody else lists it").isPresent();
    }

    @Test
    void anIndexIsNeverMadeOfOneVenueAndOurOwnBook() {
        assertThat(mids(60_000).own(59_990, 60_010).aggregate(VenueReplies.RULES.forIndex()).price().orElseThrow().quality())
                .isEqualTo(Quality.SINGLE_SOURCE);
    }
}
