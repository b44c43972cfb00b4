// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.Publication.Cause;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PublicationTest {

    private static final TierIntervals INTERVALS = new TierIntervals(5_000, 30_000, 300_000);
    private static final long NOW = VenueReplies.NOW;
    private static final long SECOND = 1_000_000;
    private static final List<JudgedReply> ALL = VenueReplies.mids(1000, 1000, 1000).aggregate().replies();
    private static final List<JudgedReply> WITHOUT_C = VenueReplies.mids(1000, 1000).down().aggregate().replies();

    @Test
    void theFirstPriceIsPublished() {
        assertThat(Publication.cause(null, price(1_000_000, Quality.FRESH), RefreshTier.COLD, ALL, false, INTERVALS, NOW))
                .contains(Cause.FIRST);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aTableOfCauses(String situation, RefreshTier tier, long price, long agoMicros, Cause expected) {
        Publication last = Publication.of(price(1_000_000, Quality.FRESH), tier, ALL, NOW - agoMicros);

        var cause = Publication.cause(last, price(price, Quality.FRESH), tier, ALL, false, INTERVALS, NOW);

        assertThat(cause.orElse(null)).isEqualTo(expected);
    }

    static Stream<Arguments> aTableOfCauses() {
        return Stream.of(
                Arguments.of("hot, just below a hundredth of a percent", RefreshTier.HOT, 1_000_099, SECOND, null),
                Arguments.of("hot, a hundredth up", RefreshTier.HOT, 1_000_100, SECOND, Cause.DEVIATION),
                Arguments.of("hot, a hundredth down", RefreshTier.HOT, 999_900, SECOND, Cause.DEVIATION),
                Arguments.of("medium, four hundredths", RefreshTier.MEDIUM, 1_000_400, SECOND, null),
                Arguments.of("medium, five", RefreshTier.MEDIUM, 1_000_500, SECOND, Cause.DEVIATION),
                Arguments.of("cold, nine", RefreshTier.COLD, 1_000_900, SECOND, null),
                Arguments.of("cold, ten", RefreshTier.COLD, 1_001_000, SECOND, Cause.DEVIATION),
                Arguments.of("hot, unchanged, at the next regular look", RefreshTier.HOT, 1_000_000, 5 * SECOND, Cause.HEARTBEAT),
                Arguments.of("hot, unchanged, at a look that came early", RefreshTier.HOT, 1_000_000, 4 * SECOND, Cause.HEARTBEAT),
                Arguments.of("hot, unchanged, soon after", RefreshTier.HOT, 1_000_000, 2 * SECOND, null),
                Arguments.of("hot, unchanged, after the clock was set back", RefreshTier.HOT, 1_000_000, -3600 * SECOND, Cause.HEARTBEAT),
                Arguments.of("cold, unchanged, at the next regular look", RefreshTier.COLD, 1_000_000, 300 * SECOND, Cause.HEARTBEAT),
                Arguments.of("cold, unchanged, two minutes after", RefreshTier.COLD, 1_000_000, 120 * SECOND, null));
    }

    @Test
    void whoeverWaitsForAPriceGetsItThoughItDidNotMove() {
        Publication last = Publication.of(price(1_000_000, Quality.FRESH), RefreshTier.COLD, ALL, NOW);

        assertThat(Publication.cause(last, price(1_000_000, Quality.FRESH), RefreshTier.COLD, ALL, true, INTERVALS, NOW))
                .contains(Cause.REQUEST);
    }

    @Test
    void aChangeOfWhoCountsOfStatusAndOfTierIsPublished() {
        Publication last = Publication.of(price(1_000_000, Quality.FRESH), RefreshTier.COLD, ALL, NOW);

        assertThat(Publication.cause(last, price(1_000_000, Quality.FRESH), RefreshTier.COLD, WITHOUT_C, false, INTERVALS, NOW))
                .contains(Cause.SOURCES);
        assertThat(Publication.cause(last, price(1_000_000, Quality.DEGRADED), RefreshTier.COLD, ALL, false, INTERVALS, NOW))
                .contains(Cause.STATUS);
        assertThat(Publication.cause(last, price(1_000_000, Quality.FRESH), RefreshTier.HOT, ALL, false, INTERVALS, NOW))
                .contains(Cause.STATUS);
    }

    @Test
    void aPriceOfFewUnitsHasToMoveByOne() {
        Publication last = Publication.of(price(10, Quality.FRESH), RefreshTier.HOT, ALL, NOW);

        assertThat(Publication.cause(last, price(10, Quality.FRESH), RefreshTier.HOT, ALL, false, INTERVALS, NOW)).isEmpty();
        assertThat(Publication.cause(last, price(11, Quality.FRESH), RefreshTier.HOT, ALL, false, INTERVALS, NOW))
                .contains(Cause.DEVIATION);
    }

    private static AggregatedPrice price(long price, Quality quality) {
        return new AggregatedPrice(price, 1, price, price, NOW, quality, 3);
    }
}
