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

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BinanceTest {

    @Test
    void dollarsAreUsdtAndNamesHaveNoHyphen() {
        assertThat(Binance.venueSymbol(BTC_USD)).isEqualTo("BTCUSDT");
        assertThat(Binance.venueSymbol(ETH_BTC)).isEqualTo("ETHBTC");
    }

    @Test
    void bookTickersAreReadExactlyAndAreAsOldAsTheirArrival() throws IOException {
        var answer = recorded(200, "binance-book-tickers.json");

        var replies = replies(new Binance().read(answer, List.of(BTC_USD, ETH_BTC, DOGE_USD, SOL_USD), ARRIVED));

        assertThat(replies.get("BTC-USD"))
                .isEqualTo(new VenueReply.Quoted(new Quote(600_000_100, 600_000_200, 0, "USDT", 0, ARRIVED, 0, Transport.REST)));
        // Eight digits at a scale of seven: the bid goes down and the ask up.
        assertThat(replies.get("ETH-BTC"))
                .isEqualTo(new VenueReply.Quoted(new Quote(512_345, 512_346, 0, "BTC", 0, ARRIVED, 0, Transport.REST)));
        assertThat(replies.get("DOGE-USD")).isEqualTo(new VenueReply.Unusable("a price that is not a number"));
        assertThat(replies.get("SOL-USD")).isEqualTo(new VenueReply.Unusable("missing in the answer"));
    }

    @Test
    void dollarsAndUsdtSideBySideAreOneNameInTheCallAndTheAnswerIsForBoth() throws IOException {
        PricedInstrument inUsdt = new PricedInstrument("BTC-USDT", "BTC", "USDT", 2, RefreshTier.HOT);

        assertThat(new Binance().call(List.of(BTC_USD, inUsdt, ETH_BTC)).path()).endsWith("=%5B%22BTCUSDT%22%2C%22ETHBTC%22%5D");
        var replies = replies(new Binance().read(recorded(200, "binance-book-tickers.json"), List.of(BTC_USD, inUsdt), ARRIVED));
        assertThat(replies.values()).allMatch(VenueReply.Quoted.class::isInstance).hasSize(2);
    }

    @Test
    void anInvalidSymbolRefusesTheWholeList() throws IOException {
        var answer = recorded(400, "binance-invalid-symbol.json");

        assertThat(new Binance().read(answer, List.of(BTC_USD, SOL_USD), ARRIVED)).isEqualTo(new VenueAnswer.RefusedAsUnlisted());
    }

    @Test
    void everyOtherStatusIsAFailureOfTheVenue() throws IOException {
        var answer = recorded(429, "binance-too-many-requests.json");

        assertThatExceptionOfType(VenueException.class)
                .isThrownBy(() -> new Binance().read(answer, List.of(BTC_USD), ARRIVED))
                .withMessageContaining("429");
    }
}
