// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.VenueReply;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Over real HTTP: what a client asks is what its venue understands, and the other way round. */
class ClientsAgainstSimulatedVenuesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final List<PricedInstrument> INSTRUMENTS = List.of(
            new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT),
            new PricedInstrument("ETH-BTC", "ETH", "BTC", 7, RefreshTier.HOT),
            new PricedInstrument("DOGE-USD", "DOGE", "USD", 7, RefreshTier.COLD));
    private static final PricedInstrument UNLISTED = new PricedInstrument("NOPE-USD", "NOPE", "USD", 4, RefreshTier.COLD);

    private final SimulatedVenues venues = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(1, List.of(
            SimulatedListing.everywhere("BTC-USD", "60000.00"),
            SimulatedListing.everywhere("ETH-BTC", "0.05123"),
            SimulatedListing.everywhere("DOGE-USD", "0.12000"))));

    @AfterEach
    void close() {
        venues.close();
    }

    @ParameterizedTest
    @EnumSource
    void everySymbolIsQuotedNearItsStartPrice(SimulatedVenue venue) throws Exception {
        try (VenueClient client = client(venue)) {
            for (int from = 0; from < INSTRUMENTS.size(); from += client.symbolsPerCall()) {
                var asked = INSTRUMENTS.subList(from, Math.min(INSTRUMENTS.size(), from + client.symbolsPerCall()));
                Map<String, VenueReply> replies = VenueAnswers.replies(client.ask(asked));
                assertThat(replies).hasSize(asked.size());
                asked.forEach(instrument -> assertNear(instrument, replies.get(instrument.symbol())));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSymbolTheVenueDoesNotKnowIsRefused(SimulatedVenue venue) throws Exception {
        try (VenueClient client = client(venue)) {
            assertThat(client.ask(List.of(UNLISTED))).isEqualTo(new VenueAnswer.RefusedAsUnlisted());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStoppedVenueRefusesConnectionsAndAStartedOneAnswersOnTheSamePort(SimulatedVenue venue) throws Exception {
        try (VenueClient client = client(venue)) {
            var one = INSTRUMENTS.subList(0, 1);
            client.ask(one);
            int port = venues.port(venue);

            venues.stop(venue);
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> client.ask(one));
            venues.start(venue);

            assertThat(venues.port(venue)).isEqualTo(port);
            assertThat(client.ask(one)).isInstanceOf(VenueAnswer.Replies.class);
            assertThat(venues.requests(venue)).isEqualTo(2);
        }
    }

    private VenueClient client(SimulatedVenue venue) {
        return new RestClient(
                VenueTrial.dialect(venue), URI.create(venues.baseUrl(venue)), Optional.empty(), TIMEOUT, 1, InstantSource.system());
    }

    private static void assertNear(PricedInstrument instrument, VenueReply reply) {
        assertThat(reply).isInstanceOf(VenueReply.Quoted.class);
        Quote quote = ((VenueReply.Quoted) reply).quote();
        long start = switch (instrument.symbol()) {
            case "BTC-USD" -> 600_000_000;
            case "ETH-BTC" -> 512_300;
            default -> 1_200_000;
        };
        assertThat(quote.bid()).isPositive().isLessThan(quote.ask());
        assertThat(quote.mid()).isBetween(start - start / 100, start + start / 100);
    }
}
