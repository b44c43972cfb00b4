// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static io.outcry.price.venue.VenueAnswers.DOGE_USD;
import static io.outcry.price.venue.VenueAnswers.ETH_BTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.price.Await;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.VenueReply;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a venue does not trade is known from its own list, not found out one by one. */
class ListingTest {

    @Test
    void aPairIsInKrakensListUnderAnyOfItsNames() {
        Kraken kraken = new Kraken();

        assertThat(kraken.isIn(Set.of("XXBTZUSD"), BTC_USD)).isTrue();
        assertThat(kraken.isIn(Set.of("XETHXXBT"), ETH_BTC)).isTrue();
        assertThat(kraken.isIn(Set.of("XDGUSD"), DOGE_USD)).isTrue();
        assertThat(kraken.isIn(Set.of("ZEURZUSD"), new PricedInstrument("EUR-USD", "EUR", "USD", 7, RefreshTier.HOT))).isTrue();
        assertThat(kraken.isIn(Set.of("XXBTZEUR"), BTC_USD)).isFalse();
    }

    @Test
    void anEmptyListMeansThatNothingIsKnown() throws VenueException {
        HttpAnswer empty = new HttpAnswer(200, VenueJson.read("[]", "a list"));

        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> new Binance().readListing(empty));
        HttpAnswer noPair = new HttpAnswer(200, VenueJson.read("{\"error\":[],\"result\":{}}", "pairs"));
        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> new Kraken().readListing(noPair));
        assertThat(new Bitstamp().listing()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aThousandSymbolsThatAVenueDoesNotTradeCostAFewCalls(SimulatedVenue venue) throws InterruptedException {
        List<PricedInstrument> asked = new ArrayList<>(List.of(BTC_USD));
        for (int i = 0; i < 1_000; i++) {
            asked.add(new PricedInstrument("NOPE" + i + "-USD", "NOPE" + i, "USD", 4, RefreshTier.COLD));
        }
        VenueLimits limits = new VenueLimits(
                Duration.ofSeconds(5), Duration.ofSeconds(4), Duration.ofSeconds(10), 8, Duration.ofSeconds(10));
        try (SimulatedVenues simulated = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(
                1, List.of(SimulatedListing.everywhere("BTC-USD", "60000.00"), SimulatedListing.everywhere("ETH-USD", "3000.00"))));
                Venues venues = new Venues(
                        List.of(new RestClient(
                                VenueTrial.dialect(venue),
                                URI.create(simulated.baseUrl(venue)),
                                Optional.empty(),
                                limits.callTimeout(),
                                1,
                                InstantSource.system())),
                        limits,
                        new SimpleMeterRegistry(),
                        InstantSource.system())) {
            GuardedVenue guarded = venues.all().getFirst();
            Await.until("all thousand are known", () -> {
                Map<String, VenueReply> replies = ask(guarded, asked);
                return replies.get("BTC-USD") instanceof VenueReply.Quoted
                        && replies.get("NOPE999-USD") instanceof VenueReply.NotListed
                        && replies.values().stream().filter(VenueReply.NotListed.class::isInstance).count() == 1_000;
            });
            assertThat(simulated.requests(venue)).isLessThan(30);
        }
    }

    private static Map<String, VenueReply> ask(GuardedVenue venue, List<PricedInstrument> instruments) {
        try {
            return venue.ask(instruments);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }
}
