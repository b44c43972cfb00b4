// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.JudgedReply;
import io.outcry.price.domain.JudgedReply.Verdict;
import io.outcry.price.domain.Transport;
import io.outcry.price.venue.LatestQuotes.Fate;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.SimulatedVenue;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is wrong in the messages of a socket that stays up, on a virtual clock: the venues push a hot symbol, and every five seconds what they
 * pushed, or what they answer where that is not certain, is judged. Two intervals after a fault began it has been noticed.
 */
class MessageFaultsTest {

    private static final int TWO_INTERVALS = 2;
    private static final int LOOKS = 8;
    private static final long[] PHASES_MILLIS = {1, 2_500, 4_999};

    @ParameterizedTest
    @CsvSource({
        "BINANCE, FREEZE, 0, ",
        "COINBASE, FREEZE, 0, ",
        "KRAKEN, FREEZE, 0, ",
        "COINBASE, DELISTED, 0, ",
        "BINANCE, STUCK_SYMBOL, 0, ",
        "BINANCE, REPLAY_PAST, 60000, TIME_REVERSAL",
        "COINBASE, REPLAY_PAST, 60000, TIME_REVERSAL",
        "KRAKEN, REPLAY_PAST, 60000, TIME_REVERSAL",
        "BINANCE, CLOCK_SKEW, 30000, FROM_THE_FUTURE",
        "COINBASE, CLOCK_SKEW, 30000, FROM_THE_FUTURE",
        "KRAKEN, CLOCK_SKEW, 30000, FROM_THE_FUTURE",
    })
    void whatASocketCannotBeReliedOnForIsAskedFor(SimulatedVenue venue, InjectedFault fault, double amount, Fate fate) {
        noticed(venue, fault, amount, fate, look -> look.transport(venue) == Transport.REST && look.of(venue).verdict() == Verdict.USED);
    }

    @ParameterizedTest
    @CsvSource({
        "BINANCE, GARBAGE", "COINBASE, GARBAGE", "KRAKEN, GARBAGE", "BINANCE, TRUNCATED_JSON", "COINBASE, TRUNCATED_JSON",
        "KRAKEN, TRUNCATED_JSON", "BINANCE, DEEP_JSON", "COINBASE, DEEP_JSON", "KRAKEN, DEEP_JSON",
    })
    void whatCannotBeUnderstoodIsCountedAndAskedFor(SimulatedVenue venue, InjectedFault fault) {
        VirtualRounds rounds = noticed(venue, fault, 50_000, null,
                look -> look.transport(venue) == Transport.REST && look.of(venue).verdict() == Verdict.USED);
        assertThat(rounds.pushed(venue).malformed()).isPositive();
    }

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
        "COINBASE, STUCK_SYMBOL, 0, FROZEN, FEED_FROZEN",
        "KRAKEN, STUCK_SYMBOL, 0, FROZEN, FEED_FROZEN",
    })
    void nonsenseThatIsPushedIsToldForWhatItIs(
            SimulatedVenue venue, InjectedFault fault, double amount, Verdict verdict, io.outcry.price.domain.Fault told) {
        VirtualRounds rounds = noticed(venue, fault, amount, null, look -> {
            JudgedReply judged = look.of(venue);
            return judged.verdict() == verdict && judged.fault() == told;
        });
        assertThat(rounds.news(venue)).as("counted").contains(told);
    }

    @ParameterizedTest
    @CsvSource({
        "BINANCE, DUPLICATE, ", "COINBASE, DUPLICATE, ", "KRAKEN, DUPLICATE, ",
        "BINANCE, REORDER, TIME_REVERSAL", "COINBASE, REORDER, TIME_REVERSAL", "KRAKEN, REORDER, TIME_REVERSAL",
        "BINANCE, GAP, ", "COINBASE, GAP, MISSED_TRADE", "KRAKEN, GAP, ",
        "BINANCE, SCHEMA_DRIFT, ", "COINBASE, SCHEMA_DRIFT, ", "KRAKEN, SCHEMA_DRIFT, ",
    })
    void whatCanBePutRightDoesNoHarm(SimulatedVenue venue, InjectedFault fault, Fate fate) {
        VirtualRounds rounds = new VirtualRounds(true);
        rounds.look();
        rounds.set(venue, fault, FaultSetting.usual(fault).on(InjectedFault.Scope.SOCKET));
        for (int look = 1; look <= LOOKS; look++) {
            assertThat(rounds.look().of(venue).verdict()).isEqualTo(Verdict.USED);
            rounds.assertUnharmed(venue);
            if (look == TWO_INTERVALS && fate != null) {
                assertThat(rounds.pushed(venue).count(fate)).as("counted as %s within two intervals", fate).isPositive();
            }
        }
        recovered(rounds, venue);
    }

    /** @param fate what becomes of a message, at the latest when the fault is noticed; null for nothing special */
    private static VirtualRounds noticed(
            SimulatedVenue venue, InjectedFault fault, double amount, Fate fate, Predicate<VirtualRounds.Look> sign) {
        VirtualRounds rounds = new VirtualRounds(true);
        for (long phase : PHASES_MILLIS) {
            rounds = new VirtualRounds(true);
            for (int look = 0; look < 3; look++) {
                assertThat(rounds.look().transport(venue)).as("before").isEqualTo(Transport.SOCKET);
            }
            rounds.passMillis(phase);
            rounds.set(venue, fault, FaultSetting.usual(fault).withAmount(amount).on(InjectedFault.Scope.SOCKET));
            rounds.othersMove(venue);
            int noticed = -1;
            for (int look = 0; look < LOOKS; look++) {
                if (sign.test(rounds.look()) && noticed < 0) {
                    noticed = look;
                }
                rounds.assertUnharmed(venue);
            }
            assertThat(noticed).as("looks after the first that can show it, fault set %d ms after a look", phase)
                    .isBetween(0, TWO_INTERVALS);
            if (fate != null) {
                assertThat(rounds.pushed(venue).count(fate)).as("counted as %s", fate).isPositive();
            }
            recovered(rounds, venue);
        }
        return rounds;
    }

    private static void recovered(VirtualRounds rounds, SimulatedVenue venue) {
        rounds.allWell();
        rounds.look();
        VirtualRounds.Look after = rounds.look();
        assertThat(after.transport(venue)).as("after").isEqualTo(Transport.SOCKET);
        assertThat(after.of(venue).verdict()).as("after").isEqualTo(Verdict.USED);
        assertThat(after.of(venue).fault()).isNull();
    }
}
