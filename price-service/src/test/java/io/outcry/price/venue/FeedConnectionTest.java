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
import io.outcry.price.domain.RefreshTier;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.WebsocketServerSpec;

/** One connection to Coinbase, looked after at times of the test's own. */
@Timeout(60)
class FeedConnectionTest {

    private static final long SECOND = 1_000_000;
    private static final long HOUR = 3_600 * SECOND;

    @RegisterExtension
    private final ToldLines told = ToldLines.of(FeedConnection.class);

    private final SimulatedVenues simulated = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(1, List.of(
            SimulatedListing.everywhere("BTC-USD", "60000.00"), SimulatedListing.everywhere("DOGE-USD", "0.1500"))));
    private final HttpClient http = HttpClient.newHttpClient();
    private final Set<String> messages = ConcurrentHashMap.newKeySet();
    private final CircuitBreaker breaker = CircuitBreaker.ofDefaults("socket");
    private final FeedConnection connection = new FeedConnection(
            new CoinbaseFeed(),
            URI.create(simulated.socketUrl(SimulatedVenue.COINBASE) + "/"),
            http,
            Duration.ofSeconds(5),
            breaker,
            InstantSource.system(),
            messages::add,
            () -> {});
    private final long now = Micros.now(InstantSource.system());

    @AfterEach
    void close() {
        connection.close();
        http.shutdownNow();
        simulated.close();
    }

    @Test
    void aClockThatIsSetBackDelaysNoSubscription() throws InterruptedException {
        connection.want(BTC_USD);
        connection.keep(now);
        awaitTold("ticker", "BTC-USD");

        connection.want(DOGE_USD);
        connection.keep(now - HOUR);

        awaitTold("ticker", "DOGE-USD");
    }

    @Test
    void aClockThatIsSetBackDelaysNoConnection() throws InterruptedException {
        simulated.stop(SimulatedVenue.COINBASE);
        connection.want(BTC_USD);
        connection.keep(now);
        simulated.start(SimulatedVenue.COINBASE);

        connection.keep(now - HOUR);

        awaitTold("ticker", "BTC-USD");
    }

    @Test
    void aClockThatIsSetBackHidesNoSilence() throws InterruptedException {
        DisposableServer silent = HttpServer.create().host("127.0.0.1").port(0)
                .route(routes -> routes.ws("/", (in, out) -> out.neverComplete())).bindNow();
        FeedConnection unheard = new FeedConnection(
                new CoinbaseFeed(), URI.create("ws://127.0.0.1:" + silent.port() + "/"), http, Duration.ofSeconds(5), breaker,
                InstantSource.system(), messages::add, () -> {});
        unheard.want(BTC_USD);
        unheard.keep(now);

        unheard.keep(now - HOUR);
        assertThat(unheard.openedMicros()).as("what is told from now on, it can confirm").isEqualTo(now - HOUR);
        unheard.keep(now - HOUR + 16 * SECOND);

        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(1);
        unheard.close();
        silent.disposeNow();
    }

    @Test
    void ofTwoThatShareANameTheHotterOneHasItsSubscription() throws InterruptedException {
        connection.want(BTC_USD.in(RefreshTier.COLD));
        connection.keep(now);
        awaitTold("ticker", "BTC-USD");

        connection.want(BTC_USD);
        connection.keep(now + SECOND);
        connection.keep(now + 2 * SECOND);

        awaitTold("heartbeat", "BTC-USD");
    }

    @Test
    void whatIsNotWantedAnyMoreIsUnsubscribed() throws InterruptedException {
        connection.want(BTC_USD);
        connection.want(DOGE_USD);
        connection.keep(now);
        awaitTold("ticker", "DOGE-USD");
        messages.clear();

        connection.unwant("DOGE-USD");
        connection.keep(now + SECOND);

        Await.until("only the other is subscribed to", () -> messages.stream().anyMatch(
                message -> message.contains("\"type\":\"subscriptions\"") && message.contains("BTC-USD") && !message.contains("DOGE-USD")));
    }

    @Test
    void whatNothingCameOfIsSubscribedAgainWhenTheVenueRefusedSomething() throws InterruptedException {
        Set<String> heard = ConcurrentHashMap.newKeySet();
        DisposableServer listening = HttpServer.create().host("127.0.0.1").port(0)
                .route(routes -> routes.ws("/", (in, out) -> in.receive().asString().doOnNext(heard::add).then())).bindNow();
        FeedConnection refused = new FeedConnection(
                new BinanceFeed(), URI.create("ws://127.0.0.1:" + listening.port() + "/"), http, Duration.ofSeconds(5), breaker,
                InstantSource.system(), messages::add, () -> {});
        refused.want(BTC_USD);
        refused.keep(now);
        Await.until("it is subscribed", () -> heard.size() == 1);

        refused.somethingWasRefused();
        refused.keep(now + SECOND);

        // Binance's messages are numbered.
        Await.until("and again", () -> heard.size() == 2);
        refused.close();
        listening.disposeNow();
    }

    @Test
    void aConnectionThatProvesGoodClosesTheBreakerThatOpenedMeanwhile() throws InterruptedException {
        connection.want(BTC_USD);
        connection.keep(now);
        breaker.transitionToOpenState();
        awaitTold("ticker", "BTC-USD");
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
        DisposableServer brief = HttpServer.create().host("127.0.0.1").port(0)
                .route(routes -> routes.ws("/", (in, out) -> {
                    connections.incrementAndGet();
                    return out.neverComplete();
                })).bindNow();
        FeedConnection often = new FeedConnection(
                new CoinbaseFeed(), URI.create("ws://127.0.0.1:" + brief.port() + "/"), http, Duration.ofSeconds(5), breaker,
                InstantSource.system(), messages::add, () -> {});
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
        often.close();
        brief.disposeNow();
    }

    /** Its one try would be held for as long as somebody pings. */
    @Test
    void aConnectionOnWhichOnlyPingsComeIsNoGoodOne() throws InterruptedException {
        Sinks.Many<WebSocketFrame> pings = Sinks.many().unicast().onBackpressureBuffer();
        Semaphore answered = new Semaphore(0);
        DisposableServer pinging = HttpServer.create().host("127.0.0.1").port(0)
                .route(routes -> routes.ws("/", (in, out) -> out.sendObject(pings.asFlux()).then().and(in.receiveFrames()
                        .doOnNext(frame -> {
                            if (frame instanceof PongWebSocketFrame) {
                                answered.release();
                            }
                        })), WebsocketServerSpec.builder().handlePing(true).build()))
                .bindNow();
        FeedConnection pinged = new FeedConnection(
                new CoinbaseFeed(), URI.create("ws://127.0.0.1:" + pinging.port() + "/"), http, Duration.ofSeconds(5), breaker,
                () -> InstantSource.system().instant().plusSeconds(14), messages::add, () -> {});
        pinged.want(BTC_USD);
        pinged.keep(now);
        // One after the other: the client answers only the last of those that it has not answered yet.
        for (int i = 0; i < 2; i++) {
            pings.tryEmitNext(new PingWebSocketFrame());
            answered.acquire();
        }

        pinged.keep(now + 16 * SECOND);

        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(1);
        pinged.close();
        pinging.disposeNow();
    }

    /** What follows a line's end would look like a line of our own, and a terminal would do what an escape says. */
    @Test
    void whatAVenueSaysWhenItClosesIsToldInOneShortLine() throws InterruptedException {
        String said = "try later\r\n\t12:00:00 ERROR all is lost\u001b[2J\u007f\u0085\u009b2J\u2028\u2029" + "x".repeat(60);
        DisposableServer closing = HttpServer.create().host("127.0.0.1").port(0)
                .route(routes -> routes.ws("/", (in, out) -> out.sendClose(1013, said))).bindNow();
        FeedConnection closed = new FeedConnection(
                new CoinbaseFeed(), URI.create("ws://127.0.0.1:" + closing.port() + "/"), http, Duration.ofSeconds(5), breaker,
                InstantSource.system(), messages::add, () -> {});
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
        closed.close();
        closing.disposeNow();
    }

    private void awaitTold(String type, String product) {
        Await.until(type + " of " + product, () -> messages.stream().anyMatch(
                message -> message.contains("\"type\":\"" + type + "\"") && message.contains("\"product_id\":\"" + product + "\"")));
    }
}
