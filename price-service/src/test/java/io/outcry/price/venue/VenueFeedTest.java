// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.outcry.price.Await;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.VenueReply;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import reactor.core.publisher.Sinks;

/** Who is subscribed at Binance, which takes any name and never says what it does not know, and who hears of it. */
@Execution(ExecutionMode.CONCURRENT)
class VenueFeedTest {

    private static final PricedInstrument BTC_USDT = new PricedInstrument("BTC-USDT", "BTC", "USDT", 4, RefreshTier.HOT);
    private static final PricedInstrument ETH_USD = new PricedInstrument("ETH-USD", "ETH", "USD", 4, RefreshTier.HOT);
    private static final Predicate<PricedInstrument> EVERYTHING = any -> true;
    private static final VenueLimits LIMITS = new VenueLimits(
            Duration.ofSeconds(5), Duration.ofSeconds(4), Duration.ofSeconds(10), 8, Duration.ofSeconds(10));

    private final SimulatedVenues simulated = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(1, List.of(
            SimulatedListing.everywhere("BTC-USD", "60000.00"), SimulatedListing.everywhere("ETH-USD", "3000.00"))));
    private final VenueSockets sockets = new VenueSockets();
    private final Map<String, Integer> pushes = new ConcurrentHashMap<>();
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private volatile InstantSource wall = InstantSource.system();
    private final InstantSource clock = () -> wall.instant().plus(ahead.get());
    private volatile boolean listenerIsBroken;
    private final Venues venues = new Venues(
            List.of(new RestClient(
                    new Binance(),
                    URI.create(simulated.baseUrl(SimulatedVenue.BINANCE)),
                    Optional.of(URI.create(simulated.socketUrl(SimulatedVenue.BINANCE))),
                    LIMITS.callTimeout(),
                    1,
                    clock)),
            LIMITS,
            new SimpleMeterRegistry(),
            clock,
            this::pushed);

    @AfterEach
    void close() {
        sockets.close();
        venues.close();
        simulated.close();
    }

    @Test
    void twoThatTheVenueHasOneNameForAreBothPushedAndTheOneThatLeavesTakesNothingFromTheOther() {
        Await.until("both are pushed", () -> ask(BTC_USD, BTC_USDT) && pushes("BTC-USD") > 0 && pushes("BTC-USDT") > 0);

        // Another scale ends the subscription, and nobody asks for another.
        ask(new PricedInstrument("BTC-USDT", "BTC", "USDT", 2, RefreshTier.HOT));

        int before = pushes("BTC-USD");
        Await.until("the other is pushed on", () -> pushes("BTC-USD") >= before + 3);
    }

    @Test
    void whatTheVenuesOwnListHasNotIsPushedNoMoreOnceTheListIsKnown() {
        simulated.faults(SimulatedVenue.BINANCE)
                .set(InjectedFault.DELISTED, FaultSetting.usual(InjectedFault.DELISTED).forSymbol("BTC-USD").on(InjectedFault.Scope.REST));
        Await.until("one is not listed, the other pushed", () -> isNotListed(BTC_USD) && ask(ETH_USD) && pushes("ETH-USD") > 0);

        awaitOnlyEthIsPushed(() -> isNotListed(BTC_USD));
    }

    @Test
    void whatNobodyAsksForDuringAQuarterOfAnHourIsPushedNoMore() {
        Await.until("both are pushed", () -> ask(BTC_USD, ETH_USD) && pushes("BTC-USD") > 0 && pushes("ETH-USD") > 0);

        ahead.set(Duration.ofMinutes(15).plusSeconds(1));

        awaitOnlyEthIsPushed(() -> ask(ETH_USD));
    }

    @Test
    void whatHasGrownColdIsPushedNoMoreWhereAVenuePushesQuickerSymbolsOnly() {
        Await.until("both are pushed", () -> ask(BTC_USD, ETH_USD) && pushes("BTC-USD") > 0 && pushes("ETH-USD") > 0);

        awaitOnlyEthIsPushed(() -> ask(BTC_USD.in(RefreshTier.COLD), ETH_USD));
    }

    /** What is wanted is looked at now and then, and a push may be under way meanwhile. */
    private void awaitOnlyEthIsPushed(BooleanSupplier meanwhile) {
        Await.until("the other alone is pushed on", () -> {
            int before = pushes("BTC-USD");
            int others = pushes("ETH-USD");
            Await.until("the other is pushed on", () -> meanwhile.getAsBoolean() && pushes("ETH-USD") >= others + 3);
            return pushes("BTC-USD") == before;
        });
    }

    @Test
    void aQuoteThatNobodyCanTakeDoesNotEndTheSocket() {
        listenerIsBroken = true;

        Await.until("pushed again and again", () -> ask(BTC_USD) && pushes("BTC-USD") >= 3);
        assertThat(simulated.traffic(SimulatedVenue.BINANCE).sockets()).isEqualTo(1);
    }

    /** A cold symbol counts for two minutes without another word of it, while its socket has said anything within 15 s. */
    @Test
    void whatIsPushedIsNotCertainOnceItsSocketSaysNothingButPings() throws InterruptedException {
        wall = InstantSource.fixed(Instant.now());
        Sinks.Many<WebSocketFrame> frames = Sinks.many().unicast().onBackpressureBuffer();
        Semaphore pongs = new Semaphore(0);
        PricedInstrument cold = BTC_USD.in(RefreshTier.COLD);
        URI frozen = sockets.server((in, out) -> out.sendObject(frames.asFlux()).then().and(in.receiveFrames().doOnNext(frame -> {
            if (frame instanceof PongWebSocketFrame) {
                pongs.release();
            }
        })));
        frames.tryEmitNext(new TextWebSocketFrame(ticker()));
        try (VenueFeed feed = feed(frozen)) {
            Await.until("it is pushed", () -> feed.certain(List.of(cold)).containsKey("BTC-USD"));

            Awaitility.await("that has proved its socket good").atMost(Duration.ofSeconds(20))
                    .until(() -> sockets.breaker.getMetrics().getNumberOfSuccessfulCalls() == 1);
            for (int seconds = 5; seconds <= 15; seconds += 5) {
                assertThat(feed.certain(List.of(cold))).as("after %d s", seconds - 5).containsKey("BTC-USD");
                ahead.set(Duration.ofSeconds(seconds).plusMillis(1));
                // One after the other: the client answers only the last of those that it has not answered yet.
                for (int ping = 0; ping < 2; ping++) {
                    frames.tryEmitNext(new PingWebSocketFrame());
                    pongs.acquire();
                }
            }

            assertThat(feed.certain(List.of(cold))).isEmpty();
            assertThat(feed.last(cold)).as("its socket is open").isPresent();
        }
    }

    /** Its price would be a hundred times too high. */
    @Test
    void whatWasPushedAtAnotherScaleIsForgotten() {
        List<String> heard = new CopyOnWriteArrayList<>();
        Sinks.Many<String> tickers = Sinks.many().unicast().onBackpressureBuffer();
        URI venue = sockets.server(
                (in, out) -> out.sendString(tickers.asFlux()).then().and(in.receive().asString().doOnNext(heard::add)));
        tickers.tryEmitNext(ticker());
        PricedInstrument fine = BTC_USD.in(RefreshTier.COLD);
        PricedInstrument coarse = new PricedInstrument("BTC-USD", "BTC", "USD", 2, RefreshTier.COLD);
        try (VenueFeed feed = feed(venue)) {
            // Another one keeps the connection, which else would end between.
            Await.until("it is pushed", () -> feed.certain(List.of(ETH_USD, fine)).containsKey("BTC-USD"));

            Await.until("it is subscribed anew", () -> {
                assertThat(feed.certain(List.of(coarse))).isEmpty();
                return heard.stream().anyMatch(text -> text.startsWith("{\"type\":\"unsubscribe\""))
                        && heard.getLast().startsWith("{\"type\":\"subscribe\"");
            });
            assertThat(feed.certain(List.of(coarse))).isEmpty();
            assertThat(feed.last(coarse)).isEmpty();

            tickers.tryEmitNext(ticker());
            Await.until("it is pushed again", () -> feed.certain(List.of(coarse)).containsKey("BTC-USD"));
            assertThat(feed.certain(List.of(coarse)).get("BTC-USD")).extracting(Quote::bid).isEqualTo(5_999_900L);
        }
    }

    /** One of Coinbase's, made now. */
    private String ticker() {
        return """
                {"type":"ticker","product_id":"BTC-USD","price":"60000","best_bid":"59999","best_ask":"60001","time":"%s","trade_id":1}
                """.formatted(clock.instant());
    }

    /** Of Coinbase. */
    private VenueFeed feed(URI venue) {
        return new VenueFeed(
                "coinbase", new CoinbaseFeed(), venue, LIMITS.callTimeout(), sockets.breaker, venues.executor(),
                new UnlistedSymbols(clock, Duration.ofMinutes(1)), () -> EVERYTHING, new VenueMetrics(new SimpleMeterRegistry()), clock,
                this::pushed);
    }

    private void pushed(String venue, PricedInstrument instrument, Quote quote) {
        pushes.merge(instrument.symbol(), 1, Integer::sum);
        if (listenerIsBroken) {
            throw new IllegalStateException("a listener that is broken for the trial");
        }
    }

    private int pushes(String symbol) {
        return pushes.getOrDefault(symbol, 0);
    }

    private boolean isNotListed(PricedInstrument instrument) {
        return replies(instrument).contains(new VenueReply.NotListed());
    }

    /** Whether each has a quote. */
    private boolean ask(PricedInstrument... instruments) {
        return replies(instruments).stream().allMatch(VenueReply.Quoted.class::isInstance);
    }

    private Collection<VenueReply> replies(PricedInstrument... instruments) {
        try {
            return venues.all().getFirst().ask(List.of(instruments)).values();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }
}
