// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static io.outcry.price.venue.VenueAnswers.DOGE_USD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import ch.qos.logback.classic.Level;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.time.Micros;
import io.outcry.price.Await;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Sinks;

/** One connection to Coinbase, looked after at times of the test's own. */
@Timeout(60)
class FeedConnectionTest {

    private static final long SECOND = 1_000_000;
    private static final long HOUR = 3_600 * SECOND;

    @RegisterExtension
    private final ToldLines told = ToldLines.of(FeedConnection.class);

    private final SimulatedVenues simulated = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(1, List.of(
            SimulatedListing.everywhere("BTC-USD", "60000.00"), SimulatedListing.everywhere("DOGE-USD", "0.1500"))));
    private final VenueSockets sockets = new VenueSockets();
    private final CircuitBreaker breaker = sockets.breaker;
    private final FeedConnection connection =
            sockets.connect(new CoinbaseFeed(), URI.create(simulated.socketUrl(SimulatedVenue.COINBASE) + "/"));
    private final long now = Micros.now(InstantSource.system());

    @AfterEach
    void close() {
        sockets.close();
        simulated.close();
    }

    @Test
    void aClockThatIsSetBackDelaysNoSubscription() throws InterruptedException {
        connection.want(BTC_USD);
        connection.keep(now);
        sockets.awaitTold("ticker", "BTC-USD");

        connection.want(DOGE_USD);
        connection.keep(now - HOUR);

        sockets.awaitTold("ticker", "DOGE-USD");
    }

    @Test
    void aClockThatIsSetBackDelaysNoConnection() throws InterruptedException {
        simulated.stop(SimulatedVenue.COINBASE);
        connection.want(BTC_USD);
        connection.keep(now);
        simulated.start(SimulatedVenue.COINBASE);

        connection.keep(now - HOUR);

        sockets.awaitTold("ticker", "BTC-USD");
    }

    @Test
    void aClockThatIsSetBackHidesNoSilence() throws InterruptedException {
        URI silent = sockets.server((in, out) -> out.neverComplete());
        FeedConnection unheard = sockets.connect(new CoinbaseFeed(), silent);
        unheard.want(BTC_USD);
        unheard.keep(now);

        unheard.keep(now - HOUR);
        assertThat(unheard.openedMicros()).as("what is told from now on, it can confirm").isEqualTo(now - HOUR);
        unheard.keep(now - HOUR + 16 * SECOND);

        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(1);
    }

    @Test
    void aClockThatIsSetBackHidesNoSilenceOfOneThatHasProvedGoodEither() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        FeedConnection heard = sockets.connect(
                new CoinbaseFeed(), sockets.server((in, out) -> in.receive().doFinally(any -> ended.countDown()).then()));
        heard.want(BTC_USD);
        heard.keep(now);
        heard.heardOf("BTC-USD");
        heard.keep(now + SECOND);
        heard.keep(now + 2 * SECOND);

        heard.keep(now - HOUR);
        assertThat(heard.isOpen()).isTrue();
        heard.keep(now - HOUR + 16 * SECOND);

        assertThat(heard.isOpen()).isFalse();
        // For the venue, too: it counts connections.
        ended.await();
    }

    @Test
    void aVenueThatCannotBeConnectedToIsTriedEverLessOften() throws InterruptedException {
        simulated.stop(SimulatedVenue.COINBASE);
        connection.want(BTC_USD);

        for (long at = now; at < now + 2_000 * SECOND; at += SECOND / 10) {
            connection.keep(at);
        }

        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).as("after 0.5, 1, 2, ... 30, 30 s, a fifth more or less")
                .isBetween(60, 90);
    }

    @Test
    void aVenueIsNotConnectedToWhileNobodyWantsAnythingOfItOrItsBreakerIsOpen() throws InterruptedException {
        connection.keep(now);
        assertThat(connection.isOpen()).isFalse();

        connection.want(BTC_USD);
        breaker.transitionToOpenState();
        connection.keep(now);
        assertThat(connection.isOpen()).isFalse();

        breaker.transitionToClosedState();
        connection.keep(now);
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void aConnectionThatEndsIsOpenedAgainAndSubscribedToAnew() throws InterruptedException {
        AtomicInteger connections = new AtomicInteger();
        List<String> heard = new CopyOnWriteArrayList<>();
        URI brief = sockets.server((in, out) -> {
            int number = connections.incrementAndGet();
            return in.receive().asString().doOnNext(text -> heard.add(number + text)).take(number == 1 ? 1 : Long.MAX_VALUE).then();
        });
        FeedConnection again = sockets.connect(new CoinbaseFeed(), brief);
        again.want(BTC_USD);
        again.keep(now);
        Await.until("it has ended", () -> !told.list().isEmpty());
        again.keep(now + SECOND);
        again.keep(now + 2 * SECOND);

        Await.until("it is subscribed anew", () -> heard.size() == 2);
        assertThat(heard).extracting(text -> text.substring(0, 20)).containsExactly("1{\"type\":\"subscribe\"", "2{\"type\":\"subscribe\"");
    }

    /** A venue in maintenance greets, too. */
    @Test
    void aConnectionIsGoodOnceItHasToldOfASymbolOrAnythingForHalfAMinute() throws InterruptedException {
        Sinks.Many<String> told = Sinks.many().unicast().onBackpressureBuffer();
        FeedConnection greeted = sockets.connect(new CoinbaseFeed(), sockets.server((in, out) -> out.sendString(told.asFlux())));
        greeted.want(BTC_USD);
        greeted.keep(now);
        for (int i = 1; i <= 3; i++) {
            String greeting = "greeting " + i;
            told.tryEmitNext(greeting);
            Await.until(greeting, () -> sockets.messages.contains(greeting));
            greeted.keep(now + i * 10 * SECOND);
            assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).as("after %d s", 10 * i).isZero();
        }
        greeted.keep(now + 30 * SECOND + 1);
        assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(1);

        connection.want(BTC_USD);
        connection.keep(now);
        connection.heardOf("BTC-USD");
        connection.keep(now + SECOND);
        assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(2);
    }

    @Test
    void aConnectionThatProvesGoodClosesTheBreakerThatOpenedMeanwhile() throws InterruptedException {
        connection.want(BTC_USD);
        connection.keep(now);
        breaker.transitionToOpenState();
        sockets.awaitTold("ticker", "BTC-USD");
        connection.heardOf("BTC-USD");

        connection.keep(now + SECOND);

        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    /** Or a venue that is tried again after a failure would never be again. */
    @Test
    void whatNobodyWantsAnyMoreBeforeItHasProvedGoodIsNoFailureAndTakesNoTrial() throws InterruptedException {
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        for (int i = 0; i <= breaker.getCircuitBreakerConfig().getPermittedNumberOfCallsInHalfOpenState(); i++) {
            connection.want(BTC_USD);
            connection.keep(now + i * HOUR);
            assertThat(connection.isOpen()).as("opened %d times before", i).isTrue();
            connection.unwant("BTC-USD");
            connection.keep(now + i * HOUR);
            assertThat(connection.isOpen()).as("wanted").isFalse();
        }
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    /** Kraken bans an address for 150 connections in ten minutes. After a notice it is without a word for no time, else for 15 s. */
    @ParameterizedTest
    @CsvSource({"true, 40", "false, 25"})
    void aVenueThatTellsSomethingAndEndsAgainAndAgainIsNotConnectedToAsOften(boolean withNotice, int most) throws InterruptedException {
        AtomicInteger connections = new AtomicInteger();
        URI brief = sockets.server((in, out) -> {
            connections.incrementAndGet();
            return out.neverComplete();
        });
        FeedConnection often = sockets.connect(new CoinbaseFeed(), brief);
        often.want(BTC_USD);

        for (long at = now; at < now + 600 * SECOND; at += SECOND / 10) {
            int before = connections.get();
            often.keep(at);
            if (connections.get() > before) {
                often.heardOf("BTC-USD");
                if (withNotice) {
                    often.leaveSoon();
                }
            }
        }

        assertThat(connections.get()).isBetween(10, most);
        assertThat(breaker.getState()).as("it tells something each time").isEqualTo(CircuitBreaker.State.CLOSED);
    }

    /** Its one try would be held for as long as somebody pings. */
    @Test
    void aConnectionOnWhichOnlyPingsComeIsNoGoodOne() throws InterruptedException {
        Sinks.Many<WebSocketFrame> pings = Sinks.many().unicast().onBackpressureBuffer();
        Semaphore answered = new Semaphore(0);
        URI pinging = sockets.server((in, out) -> out.sendObject(pings.asFlux()).then().and(in.receiveFrames().doOnNext(frame -> {
            if (frame instanceof PongWebSocketFrame) {
                answered.release();
            }
        })));
        FeedConnection pinged = sockets.connect(new CoinbaseFeed(), pinging, () -> InstantSource.system().instant().plusSeconds(14));
        pinged.want(BTC_USD);
        pinged.keep(now);
        // One after the other: the client answers only the last of those that it has not answered yet.
        for (int i = 0; i < 2; i++) {
            pings.tryEmitNext(new PingWebSocketFrame());
            answered.acquire();
        }

        pinged.keep(now + 16 * SECOND);

        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(1);
    }

    /** What follows a line's end would look like a line of our own, and a terminal would do what an escape says. */
    @Test
    void whatAVenueSaysWhenItClosesIsToldInOneShortLine() throws InterruptedException {
        String said = "try later\r\n\t12:00:00 ERROR all is lost\u001b[2J\u007f\u0085\u009b2J\u2028\u2029" + "x".repeat(60);
        URI closing = sockets.server((in, out) -> out.sendClose(1013, said));
        FeedConnection closed = sockets.connect(new CoinbaseFeed(), closing);
        closed.want(BTC_USD);
        closed.keep(now);

        Await.until("its end is told", () -> !told.list().isEmpty());
        assertThat(told.list()).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.INFO);
            assertThat(line.getFormattedMessage()).isEqualTo("a venue's socket ended");
            assertThat(line.getKeyValuePairs()).extracting(pair -> pair.key, pair -> pair.value).containsExactly(
                    tuple("socket", "127.0.0.1"),
                    tuple("reason", "1013 try later   12:00:00 ERROR all is lost [2J   2J  " + "x".repeat(46)));
        });
    }
}
