// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Bitstamp, {@code GET /api/v2/ticker/}: every pair in one call, with a time in whole seconds, as a string. Not built in: the fourth
 * venue, to show what adding one takes. A pair that is not in the answer is not traded there.
 */
public final class Bitstamp implements VenueDialect {

    private static final int SYMBOLS_PER_CALL = 10_000;

    @Override
    public String name() {
        return "bitstamp";
    }

    /** Of 10,000 in ten minutes. A call costs the same for one symbol as for all, so there is no need of more than one a second. */
    @Override
    public Budget budget() {
        return Budget.of(60, 2);
    }

    @Override
    public int symbolsPerCall() {
        return SYMBOLS_PER_CALL;
    }

    @Override
    public RestCall call(List<PricedInstrument> instruments) {
        return new RestCall("/api/v2/ticker/", 1);
    }

    @Override
    public VenueAnswer read(HttpAnswer answer, List<PricedInstrument> instruments, long arrivedMicros) throws VenueException {
        if (answer.status() != 200 || !answer.body().isArray()) {
            throw new VenueException("HTTP " + answer.status() + ", not a list of tickers");
        }
        Map<String, JsonNode> tickers = new HashMap<>();
        answer.body().values().forEach(ticker -> tickers.put(ticker.path("pair").asString(""), ticker));
        Map<String, VenueReply> replies = new HashMap<>();
        for (PricedInstrument instrument : instruments) {
            JsonNode ticker = tickers.get(instrument.base() + '/' + instrument.quote());
            replies.put(instrument.symbol(), ticker == null
                    ? new VenueReply.NotListed()
                    : Replies.of(ticker, node -> new Quote(
                            ExactPrice.bid(node.path("bid"), instrument.scale()),
                            ExactPrice.ask(node.path("ask"), instrument.scale()),
                            ExactPrice.last(node.path("last"), instrument.scale()),
                            instrument.quote(),
                            ExactTime.seconds(node.path("timestamp")),
                            arrivedMicros,
                            0,
                            Transport.REST)));
        }
        return new VenueAnswer.Replies(replies);
    }
}
