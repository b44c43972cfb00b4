// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.ARRIVED;
import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static io.outcry.price.venue.VenueAnswers.DOGE_USD;
import static io.outcry.price.venue.VenueAnswers.ETH_BTC;
import static io.outcry.price.venue.VenueAnswers.SOL_USD;
import static io.outcry.price.venue.VenueAnswers.recorded;
import static io.outcry.price.venue.VenueAnswers.replies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class KrakenTest {

    @Test
    void bitcoinIsXbtAndDogeIsXdg() {
        assertThat(Kraken.venueSymbol(BTC_USD)).isEqualTo("XBTUSD");
        assertThat(Kraken.venueSymbol(DOGE_USD)).isEqualTo("XDGUSD");
        assertThat(Kraken.venueSymbol(ETH_BTC)).isEqualTo("ETHXBT");
    }

    @Test
    void tickersComeBackUnderOtherNamesAsStringsOrAsNumbers() throws IOException {
        var answer = recorded(200, "kraken-tickers.json");

        var replies = replies(new Kraken().read(answer, List.of(BTC_USD, ETH_BTC, DOGE_USD, SOL_USD), ARRIVED));

        assertThat(replies.get("BTC-USD"))
                .isEqualTo(new VenueReply.Quoted(new Quote(600_016_000, 600_017_000, 600_016_000, "USD", 0, ARRIVED, 0, Transport.REST)));
        assertThat(replies.get("DOGE-USD"))
                .isEqualTo(new VenueReply.Quoted(new Quote(1_199_900, 1_200_100, 1_200_000, "USD", 0, ARRIVED, 0, Transport.REST)));
        assertThat(replies.get("ETH-BTC"))
                .isEqualTo(new VenueReply.Quoted(new Quote(512_300, 512_400, 512_400, "BTC", 0, ARRIVED, 0, Transport.REST)));
        assertThat(replies.get("SOL-USD")).isEqualTo(new VenueReply.Unusable("missing in the answer"));
    }

    @Test
    void anUnknownPairRefusesTheWholeListWithStatus200() throws IOException {
        var answer = recorded(200, "kraken-unknown-pair.json");

        assertThat(new Kraken().read(answer, List.of(BTC_USD, SOL_USD), ARRIVED)).isEqualTo(new VenueAnswer.RefusedAsUnlisted());
    }

    @Test
    void anyOtherErrorWithStatus200IsAFailureOfTheVenue() throws IOException {
        var answer = recorded(200, "kraken-too-many-requests.json");

        assertThatExceptionOfType(VenueException.class)
                .isThrownBy(() -> new Kraken().read(answer, List.of(BTC_USD), ARRIVED))
                .withMessageContaining("EAPI:Rate limit exceeded");
    }
}
