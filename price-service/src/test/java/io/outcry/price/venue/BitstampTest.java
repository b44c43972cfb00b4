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

import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BitstampTest {

    private static final long TIME = 1_774_000_977_000_000L;

    @Test
    void allPairsComeInOneAnswerWithATimeInSeconds() throws IOException {
        var answer = recorded(200, "bitstamp-tickers.json");

        var replies = replies(new Bitstamp().read(answer, List.of(BTC_USD, ETH_BTC, DOGE_USD, SOL_USD), ARRIVED));

        assertThat(replies.get("BTC-USD")).isEqualTo(new VenueReply.Quoted(
                new Quote(600_000_000, 600_020_000, 600_010_000, "USD", TIME, ARRIVED, 0, Transport.REST)));
        assertThat(replies.get("ETH-BTC")).isEqualTo(new VenueReply.Quoted(
                new Quote(512_200, 512_400, 512_300, "BTC", TIME, ARRIVED, 0, Transport.REST)));
        assertThat(replies.get("DOGE-USD")).isEqualTo(new VenueReply.Unusable("a time that is none"));
        assertThat(replies.get("SOL-USD")).isEqualTo(new VenueReply.NotListed());
    }
}
