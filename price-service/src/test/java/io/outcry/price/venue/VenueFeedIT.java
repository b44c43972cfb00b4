// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.time.Micros;
import io.outcry.price.Await;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.InjectedFault.Scope;
import io.outcry.venues.simulated.SimulatedVenue;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Quotes from sockets: taken without a call while they are certain, asked for when they are not, whatever the socket does. What is wrong in
 * the messages alone is tried on a virtual clock as well, see {@link MessageFaultsTest}.
 */
@Execution(ExecutionMode.CONCURRENT)
class VenueFeedIT {

    private final VenueTrial trial = new VenueTrial(true);

    @AfterEach
    void close() {
        trial.close();
    }

    @ParameterizedTest
    @EnumSource
    void aHotSymbolIsPushedAndNoCallIsMade(SimulatedVenue venue) {
        awaitPushed(venue);
        // On a busy machine a message may come too late to be certain, and a call is made: not always, or nothing is taken from the socket.
        AtomicReference<Optional<Quote>> last = new AtomicReference<>(Optional.empty());
        Await.until("five looks in a row at what is pushed, and no call", () -> {
            long requests = trial.simulated.requests(venue);
            last.set(pushedInARow(venue, 5));
            return last.get().isPresent() && trial.simulated.requests(venue) == requests;
        });

        Quote quote = last.get().orElseThrow();
        assertThat(quote.exchangeMicros()).as("every socket gives a time").isPositive();
        assertThat(quote.currency()).isEqualTo(venue == SimulatedVenue.BINANCE ? "USDT" : "USD");
    }

    @ParameterizedTest
    @EnumSource
    void aFrozenSocketIsNoticedAndCallsFillIn(SimulatedVenue venue) {
        awaitPushed(venue);
        trial.set(venue, InjectedFault.FREEZE, Scope.SOCKET);

        // Three seconds without a word about a hot symbol are too many.
        VenueTrial.awaitNoticed("calls fill in", () -> isAsked(trial.ask(venue)));
        trial.assertPriceUnharmed(venue);
        trial.simulated.faults(venue).clearAll();
        awaitPushed(venue);
    }

    @ParameterizedTest
    @CsvSource({
        "REPLAY_PAST, time_reversal",
        "CLOCK_SKEW, from_the_future",
        "GARBAGE, malformed",
        "TRUNCATED_JSON, malformed",
        "DEEP_JSON, malformed",
        "HUGE_BODY, oversize",
    })
    void whatCannotBeReliedOnIsDroppedCountedAndAskedFor(InjectedFault fault, String fate) {
        SimulatedVenue venue = SimulatedVenue.KRAKEN;
        awaitPushed(venue);
        trial.set(venue, fault, Scope.SOCKET);

        VenueTrial.awaitNoticed("counted as " + fate + ", and calls fill in",
                () -> trial.messages(venue, fate) > 0 && isAsked(trial.ask(venue)));
        trial.assertPriceUnharmed(venue);

        trial.simulated.faults(venue).clearAll();
        awaitPushed(venue);
    }

    @ParameterizedTest
    @CsvSource({"REORDER", "DUPLICATE", "GAP", "SCHEMA_DRIFT", "NO_PONG", "LATENCY"})
    void whatCanBePutRightDoesNoHarm(InjectedFault fault) {
        SimulatedVenue venue = SimulatedVenue.COINBASE;
        awaitPushed(venue);
        trial.simulated.faults(venue).set(
                fault, FaultSetting.usual(fault).withAmount(500).on(Scope.SOCKET));

        for (int i = 0; i < 8; i++) {
            trial.pauseAnInterval();
            assertThat(trial.answersUntil(venue, "a good quote under " + fault, trial::isGood)).isLessThanOrEqualTo(2);
        }
        if (fault == InjectedFault.REORDER) {
            assertThat(trial.messages(venue, "time_reversal")).isPositive();
        }
        if (fault == InjectedFault.GAP) {
            VenueTrial.awaitNoticed("a heartbeat about a trade that never came", () -> trial.messages(venue, "missed_trade") > 0);
        }
        trial.assertPriceUnharmed(venue);
        trial.simulated.faults(venue).clearAll();
        awaitPushed(venue);
    }

    @ParameterizedTest
    @CsvSource({"CROSSED", "ZERO", "SPIKE"})
    void nonsenseIsPushedAsItIsForTheAggregatorToRefuse(InjectedFault fault) {
        SimulatedVenue venue = SimulatedVenue.KRAKEN;
        awaitPushed(venue);
        trial.set(venue, fault, Scope.SOCKET);

        VenueTrial.awaitNoticed("the nonsense", () -> trial.ask(venue) instanceof VenueReply.Quoted(Quote quote)
                && (quote.bid() > quote.ask() || quote.bid() == 0 || quote.mid() > 690_000_000));
        trial.assertPriceUnharmed(venue);
        trial.simulated.faults(venue).clearAll();
        awaitPushed(venue);
        Await.until("good again", () -> trial.isGood(trial.ask(venue)));
    }

    @ParameterizedTest
    @EnumSource
    void aNoticeOfShutdownIsFollowedBeforeTheEnd(SimulatedVenue venue) {
        awaitPushed(venue);
        long sockets = trial.simulated.traffic(venue).sockets();
        trial.set(venue, InjectedFault.SERVER_SHUTDOWN, Scope.SOCKET);

        VenueTrial.awaitNoticed("another socket", () -> trial.simulated.traffic(venue).sockets() > sockets);
        awaitPushed(venue);
        trial.assertPriceUnharmed(venue);
        assertThat(trial.guarded(venue).socketBreakerState()).isEqualTo("CLOSED");
    }

    @ParameterizedTest
    @CsvSource({"RESET", "HALF_OPEN", "SERVER_ERROR"})
    void aSocketThatCannotBeOpenedIsLeftAloneAndCallsGoOn(InjectedFault fault) {
        SimulatedVenue venue = SimulatedVenue.KRAKEN;
        trial.set(venue, fault, Scope.SOCKET);

        VenueTrial.awaitNoticed("calls go on", () -> isAsked(trial.ask(venue)));
        // Each attempt may take all the time that opening a socket has, and the next one rests longer than the one before.
        Await.until("its breaker open", () -> isAsked(trial.ask(venue)) && trial.guarded(venue).socketBreakerState().equals("OPEN"));
        assertThat(trial.guarded(venue).breakerState()).as("each transport has its own").isEqualTo("CLOSED");

        trial.simulated.faults(venue).clearAll();
        awaitPushed(venue);
    }

    @Test
    void aDeadRestInterfaceDoesNotMatterToWhatIsPushed() {
        SimulatedVenue venue = SimulatedVenue.COINBASE;
        awaitPushed(venue);
        trial.set(venue, InjectedFault.SERVER_ERROR, Scope.REST);

        Await.until("four looks in a row at what is still pushed", () -> pushedInARow(venue, 4).isPresent());
        trial.set(venue, InjectedFault.FREEZE, Scope.SOCKET);
        // Both gone: the last word with its true age.
        Await.until("an old quote", () -> trial.ask(venue) instanceof VenueReply.Quoted(Quote quote)
                && quote.transport() == Transport.SOCKET
                && Micros.now(InstantSource.system()) - quote.asOfMicros() > 4_000_000);
    }

    /** Its last word would make the price of all others as old as that is, until it is too old to count. */
    @ParameterizedTest
    @EnumSource
    void aVenueThatIsGoneWithItsSocketHasNoLastWord(SimulatedVenue venue) {
        awaitPushed(venue);
        trial.simulated.stop(venue);

        VenueTrial.awaitNoticed("no answer", () -> trial.ask(venue) instanceof VenueReply.Unavailable);

        // A socket that is open again, and says nothing yet, does not bring it back.
        trial.set(venue, InjectedFault.SERVER_ERROR, Scope.REST);
        trial.set(venue, InjectedFault.FREEZE, Scope.SOCKET);
        long sockets = trial.simulated.traffic(venue).sockets();
        trial.simulated.start(venue);
        Await.until("another socket", () -> trial.simulated.traffic(venue).sockets() > sockets);
        trial.pauseAnInterval();
        assertThat(trial.ask(venue)).isInstanceOf(VenueReply.Unavailable.class);

        trial.simulated.faults(venue).clearAll();
        awaitPushed(venue);
    }

    @Test
    void thatCallsAreAnsweredAgainIsFoundOutThoughEverythingIsPushed() {
        SimulatedVenue venue = SimulatedVenue.BINANCE;
        awaitPushed(venue);
        trial.set(venue, InjectedFault.SERVER_ERROR, Scope.REST);
        Await.until("its breaker open", () -> {
            askForNewer(venue);
            return !trial.guarded(venue).breakerState().equals("CLOSED");
        });

        trial.simulated.faults(venue).clearAll();

        Await.until("its breaker closed", () -> isPushed(trial.ask(venue)) && trial.guarded(venue).breakerState().equals("CLOSED"));
    }

    @Test
    void whatItsConnectionConfirmsIsGivenAsConfirmedWhereACallForANewerOneFails() {
        SimulatedVenue venue = SimulatedVenue.KRAKEN;
        awaitPushed(venue);
        trial.set(venue, InjectedFault.SERVER_ERROR, Scope.REST);
        trial.set(venue, InjectedFault.STUCK_SYMBOL, Scope.SOCKET);

        Await.until("the last word, confirmed by a heartbeat",
                () -> askForNewer(venue) instanceof VenueReply.Quoted(Quote quote) && quote.renewedMicros() > quote.receivedMicros());
    }

    @Test
    void aSymbolTheVenueDoesNotKnowCostsTheOthersOfItsSubscriptionNothing() throws InterruptedException {
        PricedInstrument nope = new PricedInstrument("NOPE-USD", "NOPE", "USD", 4, RefreshTier.HOT);
        GuardedVenue coinbase = trial.guarded(SimulatedVenue.COINBASE);
        List<PricedInstrument> both = new ArrayList<>(List.of(nope, VenueTrial.BTC));

        Await.until("one pushed, one not listed", () -> {
            try {
                Map<String, VenueReply> replies = coinbase.ask(both);
                return replies.get("NOPE-USD") instanceof VenueReply.NotListed && isPushed(replies.get("BTC-USD"));
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted", e);
            }
        });
    }

    /** Asks for a quote that is newer than whatever was pushed. */
    private VenueReply askForNewer(SimulatedVenue venue) {
        try {
            return trial.guarded(venue).ask(List.of(VenueTrial.BTC), Map.of("BTC-USD", Long.MAX_VALUE)).get("BTC-USD");
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private void awaitPushed(SimulatedVenue venue) {
        Await.until(venue + " pushes", () -> isPushed(trial.ask(venue)));
    }

    /** The last of so many looks, an interval apart, of which each found a pushed quote; none if one did not. */
    private Optional<Quote> pushedInARow(SimulatedVenue venue, int looks) {
        Optional<Quote> last = Optional.empty();
        for (int i = 0; i < looks; i++) {
            trial.pauseAnInterval();
            last = trial.ask(venue) instanceof VenueReply.Quoted reply && isPushed(reply) ? Optional.of(reply.quote()) : Optional.empty();
            if (last.isEmpty()) {
                break;
            }
        }
        return last;
    }

    private boolean isPushed(VenueReply reply) {
        return reply instanceof VenueReply.Quoted(Quote quote)
                && quote.transport() == Transport.SOCKET
                && trial.isGood(reply);
    }

    private boolean isAsked(VenueReply reply) {
        return reply instanceof VenueReply.Quoted(Quote quote) && quote.transport() == Transport.REST && trial.isGood(reply);
    }
}
