// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.outcry.venues.simulated.RateLimit;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.VenueRules;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TokenBucketTest {

    private static final long MINUTE = 60_000_000;
    private static final long START = 1_774_000_000_000_000L;

    @Test
    void whatIsSpentComesBackWithTimeAndNoFaster() {
        TokenBucket bucket = new TokenBucket(Budget.of(60, 2), START);

        assertThat(bucket.take(1, START)).isZero();
        assertThat(bucket.take(1, START)).isZero();
        assertThat(bucket.take(1, START)).isEqualTo(1_000_000);
        assertThat(bucket.take(1, START + 999_999)).isEqualTo(1);
        assertThat(bucket.take(1, START + 1_000_000)).isZero();
        assertThat(bucket.take(2, START + 100 * MINUTE)).isZero();
        assertThat(bucket.take(1, START + 100 * MINUTE)).as("no more than the burst was saved up").isPositive();
        assertThat(bucket.spent()).isEqualTo(5);
    }

    @Test
    void aCallThatCostsMoreThanTheBucketHoldsTakesAllOfIt() {
        TokenBucket bucket = new TokenBucket(Budget.of(60, 2), START);

        assertThat(bucket.take(80, START)).isZero();
        assertThat(bucket.take(80, START)).isEqualTo(2_000_000);
    }

    @Test
    void anOrderToStayAwayIsObeyedAndNotShortenedByALaterOne() {
        TokenBucket bucket = new TokenBucket(Budget.of(6_000, 100), START);

        bucket.closeFor(120_000_000, START);
        bucket.closeFor(10_000_000, START);

        assertThat(bucket.take(1, START + 60_000_000)).isEqualTo(60_000_000);
        assertThat(bucket.take(1, START + 120_000_000)).isZero();
    }

    @Test
    void aLongerOrderToStayAwayTakesTheShorterOnesPlace() {
        TokenBucket bucket = new TokenBucket(Budget.of(6_000, 100), START);

        bucket.closeFor(10_000_000, START);
        bucket.closeFor(120_000_000, START + 1_000_000);

        assertThat(bucket.take(1, START + 11_000_000)).isEqualTo(110_000_000);
    }

    @Test
    void whenOthersAtOurAddressHaveSpentTheMinuteTheRestOfItIsLeftAlone() {
        TokenBucket bucket = new TokenBucket(new Budget(4_000, 1_000, 5_400), 10 * MINUTE + 20_000_000);

        bucket.reported(5_399, 10 * MINUTE + 20_000_000);
        assertThat(bucket.take(1, 10 * MINUTE + 20_000_000)).isZero();
        bucket.reported(5_400, 10 * MINUTE + 20_000_000);
        assertThat(bucket.take(1, 10 * MINUTE + 20_000_000)).isEqualTo(40_000_000);
    }

    @Test
    void aClockThatGoesBackGivesNothingAway() {
        TokenBucket bucket = new TokenBucket(Budget.of(60, 1), START);
        bucket.take(1, START);

        assertThat(bucket.take(1, START - MINUTE)).isPositive();
    }

    @Test
    void aClockThatGoesBackKeepsAVenueOutForNoLongerThanItSaid() {
        TokenBucket bucket = new TokenBucket(new Budget(4_000, 1_000, 5_400), START);
        long back = START - 60 * MINUTE;

        bucket.closeFor(10_000_000, START);
        assertThat(bucket.take(1, back)).isEqualTo(10_000_000);
        assertThat(bucket.take(1, back + 10_000_000)).isZero();

        bucket.reported(5_400, START);
        bucket.closeFor(20_000_000, back);
        assertThat(bucket.take(1, back)).as("the longer of both").isEqualTo(MINUTE - Math.floorMod(START, MINUTE));
        assertThat(bucket.take(1, back + MINUTE)).isZero();
    }

    @Test
    void aShareOfABudgetIsAtLeastOneCallAndKnowsTheSameCeiling() {
        assertThat(new Budget(4_000, 1_000, 5_400).share(1)).isEqualTo(new Budget(4_000, 1_000, 5_400));
        assertThat(new Budget(4_000, 1_000, 5_400).share(0.25)).isEqualTo(new Budget(1_000, 250, 5_400));
        assertThat(Budget.of(54, 1).share(1.0 / 3)).isEqualTo(Budget.of(18, 1));
        assertThat(Budget.of(54, 1).share(0.001)).isEqualTo(Budget.of(1, 1));
        for (double wrong : new double[]{0, -0.5, 1.01, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Budget.of(54, 1).share(wrong));
        }
    }

    /** Whoever spends all that our budgets permit, as fast as they permit it, never meets the venue's limit. */
    @ParameterizedTest
    @EnumSource
    void aDayOfSpendingEverythingIsWithinTheVenuesOwnLimits(SimulatedVenue venue) {
        VenueDialect dialect = VenueTrial.dialect(venue);
        SplittableRandom random = new SplittableRandom(5);
        TokenBucket bucket = new TokenBucket(dialect.budget(), START);
        RateLimit limit = VenueRules.rest(venue);
        long now = START;
        long calls = 0;
        while (now < START + 24 * 60 * MINUTE) {
            int weight = venue == SimulatedVenue.BINANCE ? 4 : 1;
            long wait = bucket.take(weight, now);
            if (wait == 0) {
                calls++;
                assertThat(limit.admit(weight, now / 1_000).status()).isEqualTo(200);
            } else {
                // Now and then a pause in which the bucket fills, so that bursts happen.
                now += random.nextInt(1_000) == 0 ? 30_000_000 : wait;
            }
        }
        assertThat(calls).isGreaterThan(60 * 24 * 40L);
    }

    @ParameterizedTest
    @EnumSource
    void aDayOfTwoAtOneAddressWithHalfOfTheBudgetEachIsWithinThemToo(SimulatedVenue venue) {
        SplittableRandom random = new SplittableRandom(7);
        Budget half = VenueTrial.dialect(venue).budget().share(0.5);
        List<TokenBucket> buckets = List.of(new TokenBucket(half, START), new TokenBucket(half, START));
        RateLimit limit = VenueRules.rest(venue);
        int weight = venue == SimulatedVenue.BINANCE ? 4 : 1;
        for (long now = START; now < START + 24 * 60 * MINUTE; now += random.nextInt(10_000) == 0 ? 30_000_000 : 20_000) {
            for (TokenBucket bucket : buckets) {
                while (bucket.take(weight, now) == 0) {
                    assertThat(limit.admit(weight, now / 1_000).status()).isEqualTo(200);
                }
            }
        }
        assertThat(buckets).allSatisfy(bucket -> assertThat(bucket.spent()).isGreaterThan(60 * 24 * 20L));
    }
}
