// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.time.Micros;
import io.outcry.price.Await;
import io.outcry.price.domain.JudgedReply.Verdict;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.InjectedFault.Scope;
import io.outcry.venues.simulated.SimulatedVenue;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every fault that a venue can have on its REST interface: noticed within two refresh intervals and told for what it is, the others
 * unharmed, and good again once it is over. What is wrong in the answers alone is tried on a virtual clock as well, see
 * {@link DataFaultsTest}.
 */
@Execution(ExecutionMode.CONCURRENT)
class VenueFaultsIT {

    private static final int TWO_INTERVALS = 2;

    private final VenueTrial trial = new VenueTrial(false);

    @AfterEach
    void close() {
        trial.close();
    }

    @ParameterizedTest
    @CsvSource({
        "LATENCY, timeout, no answer in time",
        "HALF_OPEN, timeout, no answer in time",
        "SLOW_BODY, timeout, no answer in time",
        "RESET, failed, ''",
        "SERVER_ERROR, malformed, HTTP 503",
        "HTML_BODY, malformed, not JSON",
        "TRUNCATED_JSON, malformed, not JSON",
        "GARBAGE, malformed, not JSON",
        "DEEP_JSON, malformed, not JSON",
        "HUGE_BODY, malformed, more than 4194304 bytes",
        "TOO_MANY_REQUESTS, throttled, HTTP 429",
        "BANNED, throttled, HTTP 418",
    })
    void noUsableAnswerIsUnavailableCountedAndLeftAlone(InjectedFault fault, String result, String reason) {
        SimulatedVenue venue = SimulatedVenue.COINBASE;
        trial.awaitHealthy();
        trial.simulated.faults(venue).set(fault,
                FaultSetting.usual(fault).withAmount(fault == InjectedFault.BANNED ? 2 : fault.usualAmount()));

        int noticed = trial.intervalsUntil(venue, "unavailable", reply -> reply instanceof VenueReply.Unavailable);
        assertThat(noticed).isLessThanOrEqualTo(TWO_INTERVALS);
        // On a busy machine the first answers may be late as well as wrong.
        trial.intervalsUntil(venue, "told for what it is",
                reply -> reply instanceof VenueReply.Unavailable(String why) && why.contains(reason));
        assertThat(trial.polls(venue, result)).isPositive();
        assertThat(trial.judged(venue).verdict()).isEqualTo(Verdict.UNAVAILABLE);
        trial.assertPriceUnharmed(venue);
        int opened = trial.intervalsUntil(venue, "its breaker not closed", reply -> !trial.guarded(venue).breakerState().equals("CLOSED"));
        assertThat(opened).as("more polls until the breaker opened").isLessThanOrEqualTo(TWO_INTERVALS);

        trial.simulated.faults(venue).clearAll();
        trial.intervalsUntil(venue, "good again", trial::isGood);
    }

    @ParameterizedTest
    @EnumSource
    void aCrossedAndAZeroQuoteArriveAsWhatTheyAre(SimulatedVenue venue) {
        trial.awaitHealthy();
        trial.set(venue, InjectedFault.CROSSED, Scope.REST);
        assertThat(trial.answersUntil(venue, "crossed",
                reply -> reply instanceof VenueReply.Quoted(Quote quote) && quote.bid() > quote.ask())).isLessThanOrEqualTo(TWO_INTERVALS);
        trial.awaitJudged(venue, reply -> reply.fault() == io.outcry.price.domain.Fault.CROSSED);
        trial.assertPriceUnharmed(venue);

        trial.simulated.faults(venue).clearAll();
        trial.set(venue, InjectedFault.ZERO, Scope.REST);
        assertThat(trial.answersUntil(venue, "zero",
                reply -> reply instanceof VenueReply.Quoted(Quote quote) && quote.bid() == 0 && quote.ask() == 0))
                .isLessThanOrEqualTo(TWO_INTERVALS);
        trial.assertPriceUnharmed(venue);

        trial.simulated.faults(venue).clearAll();
        trial.intervalsUntil(venue, "good again", trial::isGood);
    }

    @Test
    void aSpikeIsVisibleInTheQuoteAndDoesNotMoveTheMedian() {
        trial.awaitHealthy();
        trial.set(SimulatedVenue.KRAKEN, InjectedFault.SPIKE, Scope.REST);

        assertThat(trial.answersUntil(SimulatedVenue.KRAKEN, "twenty per cent off",
                reply -> reply instanceof VenueReply.Quoted(Quote quote) && quote.mid() > 690_000_000)).isLessThanOrEqualTo(TWO_INTERVALS);
        trial.assertPriceUnharmed(SimulatedVenue.KRAKEN);

        trial.simulated.faults(SimulatedVenue.KRAKEN).clearAll();
        trial.intervalsUntil(SimulatedVenue.KRAKEN, "good again", trial::isGood);
    }

    @ParameterizedTest
    @CsvSource({"REPLAY_PAST, -60, TIME_REVERSAL", "CLOCK_SKEW, 30, FROM_THE_FUTURE"})
    void aWrongTimeIsToldAsTheVenueTellsIt(InjectedFault fault, long offSeconds, io.outcry.price.domain.Fault judged) {
        trial.awaitHealthy();
        // A time is wrong beside the one that was told before, which on a busy machine may be too late to count.
        trial.awaitJudged(SimulatedVenue.COINBASE, reply -> reply.verdict() == Verdict.USED);
        trial.set(SimulatedVenue.COINBASE, fault, Scope.REST);

        assertThat(trial.answersUntil(SimulatedVenue.COINBASE, "a wrong time", reply -> reply instanceof VenueReply.Quoted(Quote quote)
                && Math.abs(quote.asOfMicros() - Micros.now(InstantSource.system()) - offSeconds * 1_000_000) < 3_000_000))
                .isLessThanOrEqualTo(TWO_INTERVALS);
        trial.awaitJudged(SimulatedVenue.COINBASE, reply -> reply.fault() == judged);
        trial.assertPriceUnharmed(SimulatedVenue.COINBASE);

        trial.simulated.faults(SimulatedVenue.COINBASE).clearAll();
        trial.intervalsUntil(SimulatedVenue.COINBASE, "good again", trial::isGood);
    }

    @ParameterizedTest
    @EnumSource
    void aDelistedSymbolIsNotListedAndTheVenueStaysWell(SimulatedVenue venue) {
        trial.awaitHealthy();
        trial.simulated.faults(venue).set(
                InjectedFault.DELISTED, new FaultSetting(0, Set.of("BTC-USD"), Scope.REST, Long.MAX_VALUE));

        assertThat(trial.answersUntil(venue, "not listed", reply -> reply instanceof VenueReply.NotListed()))
                .isLessThanOrEqualTo(TWO_INTERVALS);
        assertThat(trial.guarded(venue).breakerState()).isEqualTo("CLOSED");
        trial.awaitJudged(venue, reply -> reply.reason().equals("not listed"));
        trial.assertPriceUnharmed(venue);
    }

    @ParameterizedTest
    @EnumSource
    void aSchemaThatDriftsInTypeIsReadAllTheSame(SimulatedVenue venue) {
        trial.awaitHealthy();
        trial.set(venue, InjectedFault.SCHEMA_DRIFT, Scope.REST);

        for (int i = 0; i < 3; i++) {
            trial.pauseAnInterval();
            assertThat(trial.answersUntil(venue, "good in spite of it", trial::isGood)).isLessThanOrEqualTo(TWO_INTERVALS);
        }
    }

    @Test
    void aStoppedVenueIsLeftAloneAfterThreePollsAndFoundAgain() {
        SimulatedVenue venue = SimulatedVenue.BINANCE;
        trial.awaitHealthy();
        trial.simulated.stop(venue);

        for (int i = 0; i < 3; i++) {
            assertThat(trial.ask(venue)).isInstanceOf(VenueReply.Unavailable.class);
        }
        assertThat(trial.guarded(venue).breakerState()).isEqualTo("OPEN");
        trial.assertPriceUnharmed(venue);

        trial.simulated.start(venue);
        trial.intervalsUntil(venue, "good again", trial::isGood);
        assertThat(((VenueReply.Quoted) trial.ask(venue)).quote().transport()).isEqualTo(Transport.REST);
    }

    @Test
    void comeBackLaterIsObeyedToTheSecond() {
        SimulatedVenue venue = SimulatedVenue.BINANCE;
        trial.awaitHealthy();
        trial.simulated.faults(venue).set(InjectedFault.TOO_MANY_REQUESTS,
                FaultSetting.usual(InjectedFault.TOO_MANY_REQUESTS).withAmount(4));
        AtomicLong asked = new AtomicLong();
        Await.until("told to come back in 4 s", () -> {
            asked.set(System.nanoTime());
            return trial.ask(venue).equals(new VenueReply.Unavailable("HTTP 429, to come back in 4 s"));
        });
        trial.simulated.faults(venue).clearAll();
        long requests = trial.simulated.requests(venue);

        trial.intervalsUntil(venue, "good again", reply -> {
            long requestsSince = trial.simulated.requests(venue) - requests;
            if (System.nanoTime() - asked.get() < 4_000_000_000L) {
                assertThat(requestsSince).as("requests within the 4 s").isZero();
            }
            return trial.isGood(reply);
        });

        assertThat(System.nanoTime() - asked.get()).isGreaterThan(4_000_000_000L);
    }
}
