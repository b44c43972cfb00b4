// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Kraken spot, {@code GET /0/public/Ticker}: many pairs in one call, errors with status 200, no time. A pair goes out under one name
 * (XBTUSD) and may come back under another: older assets carry an X (crypto) or Z (fiat) in front (XXBTZUSD).
 */
public final class KrakenClient implements VenueClient {

    private static final int SYMBOLS_PER_CALL = 100;
    private static final String UNKNOWN_PAIR = "EQuery:Unknown asset pair";
    private static final Map<String, String> OWN_NAMES = Map.of("BTC", "XBT", "DOGE", "XDG");

    private final VenueHttp http;
    private final InstantSource clock;

    public KrakenClient(URI baseUrl, Duration timeout, InstantSource clock) {
        this.http = new VenueHttp(baseUrl, timeout);
        this.clock = clock;
    }

    @Override
    public String name() {
        return "kraken";
    }

    @Override
    public int symbolsPerCall() {
        return SYMBOLS_PER_CALL;
    }

    @Override
    public VenueAnswer ask(List<PricedInstrument> instruments) throws IOException, InterruptedException {
        String pairs = instruments.stream().map(KrakenClient::venueSymbol).collect(joining(","));
        return read(http.get("/0/public/Ticker?pair=" + URLEncoder.encode(pairs, UTF_8)), instruments, Micros.now(clock));
    }

    static VenueAnswer read(VenueHttp.Answer answer, List<PricedInstrument> instruments, long arrivedMicros) throws VenueException {
        JsonNode errors = answer.body().path("error");
        for (JsonNode error : errors.values()) {
            if (error.asString("").equals(UNKNOWN_PAIR)) {
                return new VenueAnswer.RefusedAsUnlisted();
            }
        }
        JsonNode result = answer.body().path("result");
        if (answer.status() != 200 || !errors.isEmpty() || !result.isObject()) {
            throw new VenueException(
                    "HTTP " + answer.status() + (errors.isEmpty() ? ", not a ticker" : ", " + errors.path(0).asString("")));
        }
        Map<String, VenueReply> replies = new HashMap<>();
        for (PricedInstrument instrument : instruments) {
            replies.put(instrument.symbol(), Replies.of(ticker(result, instrument), node -> new Quote(
                    ExactPrice.bid(node.path("b").path(0), instrument.scale()),
                    ExactPrice.ask(node.path("a").path(0), instrument.scale()),
                    ExactPrice.last(node.path("c").path(0), instrument.scale()),
                    instrument.quote(),
                    0,
                    arrivedMicros,
                    0,
                    Transport.REST)));
        }
        return new VenueAnswer.Replies(replies);
    }

    private static @Nullable JsonNode ticker(JsonNode result, PricedInstrument instrument) {
        String base = ownName(instrument.base());
        String quote = ownName(instrument.quote());
        for (String name : List.of(base + quote, 'X' + base + 'Z' + quote, 'X' + base + 'X' + quote)) {
            JsonNode ticker = result.get(name);
            if (ticker != null) {
                return ticker;
            }
        }
        return null;
    }

    static String venueSymbol(PricedInstrument instrument) {
        return ownName(instrument.base()) + ownName(instrument.quote());
    }

    private static String ownName(String asset) {
        return OWN_NAMES.getOrDefault(asset, asset);
    }

    @Override
    public void close() {
        http.close();
    }
}
