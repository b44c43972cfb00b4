// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Coinbase Exchange, {@code GET /products/{id}/ticker}: one symbol per call, and the only one of the three that gives a time. */
public final class CoinbaseClient implements VenueClient {

    private final VenueHttp http;
    private final InstantSource clock;

    public CoinbaseClient(URI baseUrl, Duration timeout, InstantSource clock) {
        this.clock = clock;
        this.http = new VenueHttp(baseUrl, timeout);
    }

    @Override
    public String name() {
        return "coinbase";
    }

    @Override
    public int symbolsPerCall() {
        return 1;
    }

    @Override
    public VenueAnswer ask(List<PricedInstrument> instruments) throws IOException, InterruptedException {
        PricedInstrument instrument = instruments.getFirst();
        return read(http.get("/products/" + URLEncoder.encode(venueSymbol(instrument), UTF_8) + "/ticker"), instrument, Micros.now(clock));
    }

    static VenueAnswer read(VenueHttp.Answer answer, PricedInstrument instrument, long arrivedMicros) throws VenueException {
        if (answer.status() == 404) {
            return new VenueAnswer.RefusedAsUnlisted();
        }
        if (answer.status() != 200 || !answer.body().isObject()) {
            throw new VenueException("HTTP " + answer.status() + ", not a ticker");
        }
        return new VenueAnswer.Replies(Map.of(instrument.symbol(), Replies.of(answer.body(), node -> new Quote(
                ExactPrice.bid(node.path("bid"), instrument.scale()),
                ExactPrice.ask(node.path("ask"), instrument.scale()),
                ExactPrice.last(node.path("price"), instrument.scale()),
                instrument.quote(),
                time(node),
                arrivedMicros,
                0,
                Transport.REST))));
    }

    private static long time(JsonNode ticker) throws VenueException {
        try {
            return Micros.of(Instant.parse(ticker.path("time").asString("")));
        } catch (DateTimeException | ArithmeticException e) {
            throw new VenueException("a time that is none", e);
        }
    }

    static String venueSymbol(PricedInstrument instrument) {
        return instrument.base() + '-' + instrument.quote();
    }

    @Override
    public void close() {
        http.close();
    }
}
