// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.VenueReply;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** Recorded answers under {@code src/test/resources/venues}, and the instruments they are about. */
final class VenueAnswers {

    static final PricedInstrument BTC_USD = new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT);
    static final PricedInstrument ETH_BTC = new PricedInstrument("ETH-BTC", "ETH", "BTC", 7, RefreshTier.MEDIUM);
    static final PricedInstrument DOGE_USD = new PricedInstrument("DOGE-USD", "DOGE", "USD", 7, RefreshTier.COLD);
    static final PricedInstrument SOL_USD = new PricedInstrument("SOL-USD", "SOL", "USD", 4, RefreshTier.COLD);
    static final long ARRIVED = 1_800_000_000_000_000L;

    private VenueAnswers() {}

    static HttpAnswer recorded(int status, String file) throws IOException {
        try (InputStream in = VenueAnswers.class.getResourceAsStream("/venues/" + file)) {
            assertThat(in).as("the file %s", file).isNotNull();
            return new HttpAnswer(status, VenueHttp.json(status, in.readAllBytes()));
        }
    }

    static Map<String, VenueReply> replies(VenueAnswer answer) {
        assertThat(answer).isInstanceOf(VenueAnswer.Replies.class);
        return ((VenueAnswer.Replies) answer).bySymbol();
    }
}
