// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static io.outcry.price.venue.VenueAnswers.DOGE_USD;
import static io.outcry.price.venue.VenueAnswers.ETH_BTC;
import static io.outcry.price.venue.VenueAnswers.SOL_USD;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.time.Micros;
import io.outcry.price.Await;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Sinks;

/** What a connection says to its venue, and how often. */
@Timeout(60)
class FeedSubscriptionsTest {

    private static final long SECOND = 1_000_000;

    private final VenueSockets sockets = new VenueSockets();
    /** What the venue of the test's own was told, and whether that has ended; what it says itself. */
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Sinks.Many<String> said = Sinks.many().unicast().onBackpressureBuffer();
    private final long now = Micros.now(InstantSource.system());

    @AfterEach
    void close() {
        sockets.close();
    }

    @Test
    void ofTwoThatShareANameTheHotterOneHasItsSubscription() throws InterruptedException {
        try (SimulatedVenues simulated = simulated()) {
            FeedConnection connection = coinbase(simulated);
            connection.want(BTC_USD.in(RefreshTier.COLD));
            connection.keep(now);
            sockets.awaitTold("ticker", "BTC-USD");

            connection.want(BTC_USD);
            connection.keep(now + SECOND);
            connection.keep(now + 2 * SECOND);

            sockets.awaitTold("heartbeat", "BTC-USD");
        }
    }

    @Test
    void whatIsNotWantedAnyMoreIsUnsubscribed() throws InterruptedException {
        try (SimulatedVenues simulated = simulated()) {
            FeedConnection connection = coinbase(simulated);
            connection.want(BTC_USD);
            connection.want(DOGE_USD);
            connection.keep(now);
            sockets.awaitTold("ticker", "DOGE-USD");
            sockets.messages.clear();

            connection.unwant("DOGE-USD");
            connection.keep(now + SECOND);

            Await.until("only the other is subscribed to", () -> sockets.messages.stream().anyMatch(
                    message -> message.contains("\"type\":\"subscriptions\"") && message.contains("BTC-USD")
                            && !message.contains("DOGE-USD")));
        }
    }

    @Test
    void whatNothingCameOfIsSubscribedAgainWhenTheVenueRefusedSomething() throws InterruptedException {
        FeedConnection refused = sockets.connect(new BinanceFeed(), hearing());
        refused.want(BTC_USD);
        refused.keep(now);
        Await.until("it is subscribed", () -> heard.size() == 1);

        refused.somethingWasRefused();
        refused.keep(now + SECOND);

        Await.until("and again", () -> heard.size() == 2);
        assertThat(heard).as("Binance's messages are numbered").doesNotHaveDuplicates();
    }

    /** Some venues say nothing of a subscription that they have lost. */
    @Test
    void whatNothingComesOfIsSubscribedAgainAfterAMinuteAndNothingElse() throws InterruptedException {
        FeedConnection connection = sockets.connect(new CoinbaseFeed(), hearing());
        connection.want(BTC_USD);
        connection.want(ETH_BTC);
        connection.keep(now);
        connection.heardOf("BTC-USD");
        for (int seconds = 10; seconds <= 120; seconds += 10) {
            String message = "message " + seconds;
            said.tryEmitNext(message);
            Await.until(message, () -> sockets.messages.contains(message));
            if (seconds == 70) {
                connection.heardOf("ETH-BTC");
            }
            connection.keep(now + seconds * SECOND);
        }

        connection.close();
        ended.await();
        assertThat(heard).hasSize(2);
        assertThat(heard.getFirst()).contains("BTC-USD", "ETH-BTC");
        assertThat(heard.getLast()).contains("ETH-BTC").doesNotContain("BTC-USD");
    }

    /** Coinbase takes a hundred messages in a second: one is ours each tenth of one. A subscription of hot and cold ones is two. */
    @Test
    void itSpeaksNoMoreOftenThanItsVenuePermits() throws InterruptedException {
        FeedConnection spoken = sockets.connect(new CoinbaseFeed(), hearing());
        spoken.want(BTC_USD);
        spoken.want(DOGE_USD.in(RefreshTier.COLD));
        spoken.keep(now);
        spoken.want(SOL_USD.in(RefreshTier.HOT));
        spoken.keep(now + SECOND / 5 - 1);
        spoken.want(ETH_BTC);
        spoken.keep(now + SECOND / 5);
        Await.until("three messages", () -> heard.size() == 3);

        spoken.close();
        ended.await();
        assertThat(heard).hasSize(3).last().asString().contains("SOL-USD", "ETH-BTC");
    }

    @Test
    void noMessageNamesMoreThanItsVenuePermits() throws InterruptedException {
        FeedConnection connection = sockets.connect(new CoinbaseFeed(), hearing());
        List<PricedInstrument> many = IntStream.range(0, 150)
                .mapToObj(i -> new PricedInstrument("S" + i + "-USD", "S" + i, "USD", 4, RefreshTier.HOT)).toList();
        many.forEach(connection::want);
        connection.keep(now);
        connection.keep(now + SECOND);
        many.forEach(one -> connection.unwant(one.symbol()));
        connection.want(BTC_USD);
        connection.keep(now + 2 * SECOND);
        connection.keep(now + 3 * SECOND);
        connection.keep(now + 4 * SECOND);

        Await.until("five messages", () -> heard.size() == 5);
        assertThat(heard).extracting(text -> text.split("-USD").length - 1).containsExactly(100, 50, 100, 50, 1);
    }

    private URI hearing() {
        return sockets.server((in, out) -> out.sendString(said.asFlux()).then()
                .and(in.receive().asString().doOnNext(heard::add).doFinally(any -> ended.countDown())));
    }

    private static SimulatedVenues simulated() {
        return SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(1, List.of(
                SimulatedListing.everywhere("BTC-USD", "60000.00"), SimulatedListing.everywhere("DOGE-USD", "0.1500"))));
    }

    private FeedConnection coinbase(SimulatedVenues simulated) {
        return sockets.connect(new CoinbaseFeed(), URI.create(simulated.socketUrl(SimulatedVenue.COINBASE) + "/"));
    }
}
