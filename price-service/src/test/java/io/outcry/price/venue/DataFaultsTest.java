// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.JudgedReply;
import io.outcry.price.domain.JudgedReply.Verdict;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.SimulatedVenue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is wrong in the answers of a venue that does answer, on a virtual clock: a hot symbol asked for every five seconds through the
 * product's dialects and judged by its aggregator. Two intervals after the first look that shows a fault it has been told for what it is; at
 * every look the price lies between what the honest venues say; and the venue counts again once it is well.
 *
 * <p>Each fault begins at three moments: just after a look, between two, and just before one.
 */
class DataFaultsTest {

    private static final int TWO_INTERVALS = 2;
    private static final int LOOKS = 8;

    @ParameterizedTest
    @CsvSource({
        "BINANCE, CROSSED, 0, INVALID, CROSSED",
        "COINBASE, CROSSED, 0, INVALID, CROSSED",
        "KRAKEN, CROSSED, 0, INVALID, CROSSED",
        "BINANCE, ZERO, 0, INVALID, NOT_POSITIVE",
        "COINBASE, ZERO, 0, INVALID, NOT_POSITIVE",
        "KRAKEN, ZERO, 0, INVALID, NOT_POSITIVE",
        "BINANCE, SPIKE, 20, USED, FAR_FROM_PRICE",
        "COINBASE, SPIKE, -20, USED, FAR_FROM_PRICE",
        "KRAKEN, SPIKE, 5, USED, FAR_FROM_PRICE",
        "COINBASE, REPLAY_PAST, 60000, INVALID, TIME_REVERSAL",
        "COINBASE, CLOCK_SKEW, 30000, INVALID, FROM_THE_FUTURE",
        "COINBASE, CLOCK_SKEW, -30000, INVALID, TIME_REVERSAL",
        "BINANCE, STUCK_SYMBOL, 0, FROZEN, FEED_FROZEN",
        "COINBASE, STUCK_SYMBOL, 0, FROZEN, FEED_FROZEN",
        "KRAKEN, STUCK_SYMBOL, 0, FROZEN, FEED_FROZEN",
        "BINANCE, FREEZE, 0, FROZEN, FEED_FROZEN",
        "COINBASE, FREEZE, 0, FROZEN, FEED_FROZEN",
        "KRAKEN, FREEZE, 0, FROZEN, FEED_FROZEN",
        "BINANCE, DELISTED, 0, UNAVAILABLE, ",
        "COINBASE, DELISTED, 0, UNAVAILABLE, ",
        "KRAKEN, DELISTED, 0, UNAVAILABLE, ",
    })
    void itIsToldWithinTwoIntervalsDoesNoHarmAndIsForgottenWhenItIsOver(
            SimulatedVenue venue, InjectedFault fault, double amount, Verdict verdict, io.outcry.price.domain.Fault told) {
        for (long phaseMillis : new long[]{1, 2_500, 4_999}) {
            VirtualRounds rounds = new VirtualRounds(false);
            for (int look = 0; look < 3; look++) {
                assertThat(rounds.look().of(venue).verdict()).as("before").isEqualTo(Verdict.USED);
            }
            rounds.passMillis(phaseMillis);
            rounds.set(venue, fault, FaultSetting.usual(fault).withAmount(amount).on(InjectedFault.Scope.REST));
            // Whoever stands still in a market that stands still does no harm, and nobody can tell: this one moves.
            rounds.othersMove(venue);

            int noticed = -1;
            for (int look = 0; look < LOOKS; look++) {
                JudgedReply judged = rounds.look().of(venue);
                if (noticed < 0 && judged.verdict() == verdict && judged.fault() == told) {
                    noticed = look;
                }
                rounds.assertUnharmed(venue);
            }
            assertThat(noticed).as("looks after the first that shows it, fault set %d ms after a look", phaseMillis)
                    .isBetween(0, TWO_INTERVALS);
            if (told != null) {
                assertThat(rounds.news(venue)).as("counted").contains(told);
            }

            rounds.allWell();
            rounds.look();
            JudgedReply after = rounds.look().of(venue);
            assertThat(after.verdict()).as("after").isEqualTo(Verdict.USED);
            assertThat(after.fault()).isNull();
        }
    }

    /** Without a time in the answer these cannot be seen in it; such a venue lags, or is right. */
    @ParameterizedTest
    @CsvSource({
        "BINANCE, REPLAY_PAST, 60000",
        "KRAKEN, REPLAY_PAST, 60000",
        "BINANCE, CLOCK_SKEW, 30000",
        "KRAKEN, CLOCK_SKEW, 30000",
        "BINANCE, SCHEMA_DRIFT, 0",
        "COINBASE, SCHEMA_DRIFT, 0",
        "KRAKEN, SCHEMA_DRIFT, 0",
    })
    void whatCannotBeSeenOrCanBePutRightDoesNoHarm(SimulatedVenue venue, InjectedFault fault, double amount) {
        VirtualRounds rounds = new VirtualRounds(false);
        rounds.look();
        rounds.set(venue, fault, FaultSetting.usual(fault).withAmount(amount).on(InjectedFault.Scope.REST));
        for (int look = 0; look < LOOKS; look++) {
            assertThat(rounds.look().of(venue).verdict()).isEqualTo(Verdict.USED);
            rounds.assertUnharmed(venue);
        }
        rounds.allWell();
        assertThat(rounds.look().of(venue).verdict()).isEqualTo(Verdict.USED);
    }
}
