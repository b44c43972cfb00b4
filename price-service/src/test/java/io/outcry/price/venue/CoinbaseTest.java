// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.ARRIVED;
import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static io.outcry.price.venue.VenueAnswers.recorded;
import static io.outcry.price.venue.VenueAnswers.replies;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoinbaseTest {

    @Test
    void aTickerHasTheVenuesOwnTime() throws IOException {
        var replies = replies(new Coinbase().read(recorded(200, "coinbase-ticker.json"), List.of(BTC_USD), ARRIVED));

        long time = Micros.of(Instant.parse("2026-03-20T00:22:57.833123Z"));
        assertThat(replies.get("BTC-USD")).isEqualTo(
                new VenueReply.Quoted(new Quote(600_001_500, 600_027_100, 600_014_800, "USD", time, ARRIVED, 0, Transport.REST)));
    }

    @Test
    void notFoundMeansNotListed() throws IOException {
        assertThat(new Coinbase().read(recorded(404, "coinbase-not-found.json"), List.of(BTC_USD), ARRIVED))
                .isEqualTo(new VenueAnswer.RefusedAsUnlisted());
    }

    /** The epoch itself is what a server says that has none; taken at its word it would be as new as its arrival. */
    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z"})
    void aTickerWithoutATimeIsUnusable(String time) throws IOException {
        var answer = new HttpAnswer(200, VenueJson.read("{\"bid\":\"1.0\",\"ask\":\"1.1\",\"time\":\"" + time + "\"}", "a ticker"));

        assertThat(replies(new Coinbase().read(answer, List.of(BTC_USD), ARRIVED)).get("BTC-USD"))
                .isEqualTo(new VenueReply.Unusable("a time that is none"));
    }

    @Test
    void aPageInsteadOfJsonIsAFailureOfTheVenue() {
        assertThatExceptionOfType(VenueException.class)
                .isThrownBy(() -> VenueHttp.json(502, "<html>Bad gateway</html>".getBytes(UTF_8)))
                .withMessageContaining("502");
    }
}
