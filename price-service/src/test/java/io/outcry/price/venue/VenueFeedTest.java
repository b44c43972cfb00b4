// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.price.Await;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.VenueReply;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is subscribed at Binance, which takes any name and never says what it does not know, and who hears of it. */
class VenueFeedTest {

    private static final PricedInstrument BTC_USDT = new PricedInstrument("BTC-USDT", "BTC", "USDT", 4, RefreshTier.HOT);
    private static final VenueLimits LIMITS = new VenueLimits(
            Duration.ofSeconds(5), Duration.ofSeconds(4), Duration.ofSeconds(10), 8, Duration.ofSeconds(10));

    private final SimulatedVenues simulated = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(1, List.of(
            SimulatedListing.everywhere("BTC-USD", "60000.00"), SimulatedListing.everywhere("ETH-USD", "3000.00"))));
    private final Map<String, Integer> pushes = new ConcurrentHashMap<>();
    private final Venues venues = new Venues(
            List.of(new RestClient(
                    new Binance(),
                    URI.create(simulated.baseUrl(SimulatedVenue.BINANCE)),
                    Optional.of(URI.create(simulated.socketUrl(SimulatedVenue.BINANCE))),
                    LIMITS.callTimeout(),
                    InstantSource.system())),
            LIMITS,
            new SimpleMeterRegistry(),
            InstantSource.system(),
            this::pushed);

    @AfterEach
    void close() {
        venues.close();
        simulated.close();
    }

    @Test
    void two_that_the_venue_has_one_name_for_are_both_pushed_and_the_one_that_leaves_takes_nothing_from_the_other() {
        Await.until("both are pushed", () -> ask(BTC_USD, BTC_USDT) && pushes("BTC-USD") > 0 && pushes("BTC-USDT") > 0);

        // Another scale ends the subscription, and nobody asks for another.
        ask(new PricedInstrument("BTC-USDT", "BTC", "USDT", 2, RefreshTier.HOT));

        int before = pushes("BTC-USD");
        Await.until("the other is pushed on", () -> pushes("BTC-USD") >= before + 3);
    }

    private void pushed(String venue, PricedInstrument instrument, Quote quote) {
        pushes.merge(instrument.symbol(), 1, Integer::sum);
    }

    private int pushes(String symbol) {
        return pushes.getOrDefault(symbol, 0);
    }

    /** Whether each has a quote. */
    private boolean ask(PricedInstrument... instruments) {
        try {
            return venues.all().getFirst().ask(List.of(instruments)).values().stream().allMatch(VenueReply.Quoted.class::isInstance);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }
}
