// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static io.outcry.price.domain.VenueReplies.NOW;
import static io.outcry.price.domain.VenueReplies.OWN;
import static io.outcry.price.domain.VenueReplies.RULES;
import static io.outcry.price.domain.VenueReplies.STALE_AFTER;
import static io.outcry.price.domain.VenueReplies.mids;
import static io.outcry.price.domain.VenueReplies.none;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.Aggregation.Withheld;
import io.outcry.price.domain.JudgedReply.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PriceAggregatorTest {

    @Test
    void honest100103106AgainstLiarsAt1061And1062StaysInTheHonestRange() {
        AggregatedPrice price = mids(100_000, 103_000, 106_000, 106_100, 106_200).aggregate().price().orElseThrow();

        assertThat(price.price()).as("the median of all; to drop those 3 %% off would give 106.05").isEqualTo(106_000);
        assertThat(price.sources()).isEqualTo(5);
        assertThat(price.quality()).isEqualTo(Quality.FRESH);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aTableOfPrices(String situation, VenueReplies replies, long price, long confidence, Quality quality) {
        AggregatedPrice found = replies.aggregate().price().orElseThrow();

        assertThat(found.price()).as("price").isEqualTo(price);
        assertThat(found.confidence()).as("confidence").isEqualTo(confidence);
        assertThat(found.quality()).isEqualTo(quality);
    }

    static Stream<Arguments> aTableOfPrices() {
        return Stream.of(
                Arguments.of("three agree", mids(1000, 1000, 1000), 1000, 1, Quality.FRESH),
                Arguments.of("three differ: the middle one, and the farther quartile", mids(990, 1000, 1030), 1000, 29, Quality.FRESH),
                Arguments.of("whichever side that is", mids(970, 1000, 1010), 1000, 29, Quality.FRESH),
                Arguments.of("a spike counts as one vote like any other", mids(1000, 1002, 999_999), 1002, 998_996, Quality.FRESH),
                Arguments.of("four: the mean of the two in the middle", mids(990, 1000, 1010, 1020), 1005, 6, Quality.FRESH),
                Arguments.of("two of two asked", mids(1000, 1010), 1005, 5, Quality.FRESH),
                Arguments.of("in whatever order", mids(1010, 1000), 1005, 5, Quality.FRESH),
                Arguments.of("two of which each is ten percent from the middle", mids(900, 1100), 1000, 100, Quality.FRESH),
                Arguments.of("two, one of them less certain than they are far apart", none().quote(990, 1010).quote(1009, 1011), 1005, 10,
                        Quality.FRESH),
                Arguments.of("two of two listed", mids(1000, 1010).notListed(), 1005, 5, Quality.FRESH),
                Arguments.of("two of three", mids(1000, 1010).down(), 1005, 5, Quality.DEGRADED),
                Arguments.of("one of three", none().quote(990, 1010).down().down(), 1000, 10, Quality.SINGLE_SOURCE),
                Arguments.of("listed on one only", none().quote(990, 1010).notListed().notListed(), 1000, 10, Quality.SINGLE_SOURCE),
                Arguments.of("a zero spread is still one unit uncertain", none().quote(1000, 1000), 1000, 1, Quality.SINGLE_SOURCE),
                Arguments.of("a zero never enters", mids(1000, 1010).quote(0, 0), 1005, 5, Quality.DEGRADED),
                Arguments.of("nor one whose bid alone is zero", mids(1000, 1010).quote(0, 1000), 1005, 5, Quality.DEGRADED),
                Arguments.of("nor a negative one", mids(1000, 1010).quote(-5, 1000), 1005, 5, Quality.DEGRADED),
                Arguments.of("nor a crossed one", mids(1000, 1010).quote(1001, 1000), 1005, 5, Quality.DEGRADED),
                Arguments.of("nor a gigantic one", mids(1000, 1010).quote(1, Long.MAX_VALUE), 1005, 5, Quality.DEGRADED),
                Arguments.of("nor one from the future", mids(1000, 1010).quote(999, 1001, NOW + 1_000_001), 1005, 5, Quality.DEGRADED),
                Arguments.of("nor a stale one", mids(1000, 1010).quote(999, 1001, NOW - STALE_AFTER - 1), 1005, 5, Quality.DEGRADED),
                Arguments.of("two intervals are not too old", mids(1000, 1000).quote(999, 1001, NOW - STALE_AFTER), 1000, 1, Quality.FRESH),
                Arguments.of("one second ahead is a clock, not a lie", mids(1000, 1000).quote(999, 1001, NOW + 1_000_000), 1000, 1,
                        Quality.FRESH));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void withoutTrustThereIsNoPrice(String situation, VenueReplies replies) {
        assertThat(replies.aggregate().price()).isEmpty();
    }

    static Stream<Arguments> withoutTrustThereIsNoPrice() {
        return Stream.of(
                Arguments.of("nobody was asked", none()),
                Arguments.of("nobody answered", none().down().down().down()),
                Arguments.of("nobody lists it", none().notListed().notListed()),
                Arguments.of("only zeros", none().quote(0, 0).quote(0, 0).quote(0, 0)),
                Arguments.of("only crossed", none().quote(101, 100)),
                Arguments.of("two that are worlds apart", mids(1000, 2000)),
                Arguments.of("two of which each is more than ten percent from the middle", mids(899, 1101)),
                Arguments.of("no majority within ten percent", mids(1000, 2000, 3000)),
                Arguments.of("half of them is none", none().quote(999, 1001).quote(999, 1001).quote(1100, 1700).quote(9998, 10000)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void whyThereIsNoPriceIsSaid(String situation, Aggregation aggregation, Withheld reason) {
        assertThat(aggregation.withheld()).contains(reason);
    }

    static Stream<Arguments> whyThereIsNoPriceIsSaid() {
        AggregationRules two = AggregationRules.of(new TierIntervals(5_000, 30_000, 300_000), RefreshTier.HOT, 2, OWN);
        return Stream.of(
                Arguments.of("nobody lists it", none().notListed().notListed().aggregate(), Withheld.UNLISTED),
                Arguments.of("nobody answered", none().down().down().aggregate(), Withheld.NO_QUOTES),
                Arguments.of("the one that lists it does not answer", none().down().notListed().aggregate(), Withheld.NO_QUOTES),
                Arguments.of("one where two must agree", mids(1000).down().aggregate(two), Withheld.TOO_FEW_SOURCES),
                Arguments.of("no majority", mids(1000, 2000, 3000).aggregate(), Withheld.INCONSISTENT),
                Arguments.of("our own book while others are down", none().down().own(990, 1010).aggregate(), Withheld.OWN_BOOK_ALONE));
    }

    @Test
    void anIndexHasAPriceOfOneSourceWhichSaysSo() {
        assertThat(mids(1000).down().aggregate(RULES.forIndex()).price().orElseThrow().quality()).isEqualTo(Quality.SINGLE_SOURCE);
    }

    @Test
    void whereFewerListASymbolThanMustAgreeAllThatDoAreEnough() {
        AggregationRules two = AggregationRules.of(new TierIntervals(5_000, 30_000, 300_000), RefreshTier.HOT, 2, OWN);

        assertThat(mids(1000).notListed().aggregate(two).price()).isPresent();
    }

    @Test
    void ourOwnBookIsOneMoreVenueAndTheOnlyOneWhereNobodyElseListsTheSymbol() {
        assertThat(mids(1000, 1010).own(1019, 1021).aggregate().price().orElseThrow().sources()).isEqualTo(3);
        assertThat(none().notListed().own(990, 1010).aggregate().price().orElseThrow().quality()).isEqualTo(Quality.SINGLE_SOURCE);
    }

    @Test
    void everyReplyIsExplainedByName() {
        Aggregation aggregation =
                mids(1000).down().notListed().quote(7, 5).and(new VenueReply.Unusable("a price that is not a number")).aggregate();

        assertThat(aggregation.replies()).isEqualTo(List.of(
                new JudgedReply("a", Verdict.USED, 999, 1001, NOW, "", null, ""),
                new JudgedReply("b", Verdict.UNAVAILABLE, 0, 0, 0, "", null, "no answer in time"),
                new JudgedReply("c", Verdict.UNAVAILABLE, 0, 0, 0, "", null, "not listed"),
                new JudgedReply("d", Verdict.INVALID, 7, 5, NOW, "", Fault.CROSSED, "crossed"),
                new JudgedReply("e", Verdict.INVALID, 0, 0, 0, "", null, "a price that is not a number")));
        assertThat(aggregation.asked()).as("venues that list it").isEqualTo(4);
        assertThat(aggregation.news()).extracting(JudgedReply::fault).containsExactly(Fault.CROSSED);
    }

    @Test
    void bidAndAskAreMediansAndTheAgeIsThatOfTheOldest() {
        AggregatedPrice price = none()
                .quote(990, 1010, NOW - 5)
                .quote(995, 1020, NOW - 3_000)
                .quote(992, 1015)
                .aggregate()
                .price()
                .orElseThrow();

        assertThat(price.bid()).isEqualTo(992);
        assertThat(price.ask()).isEqualTo(1015);
        assertThat(price.asOfMicros()).isEqualTo(NOW - 3_000);
    }
}
