// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Kraken spot, {@code GET /0/public/Ticker}: many pairs in one call, errors with status 200, no time. A pair goes out under one name
 * (XBTUSD) and may come back under another: older assets carry an X (crypto) or Z (fiat) in front (XXBTZUSD, ZEURZUSD).
 */
public final class Kraken implements VenueDialect {

    private static final int SYMBOLS_PER_CALL = 100;
    private static final String UNKNOWN_PAIR = "EQuery:Unknown asset pair";
    private static final Set<String> TOO_MANY = Set.of("EGeneral:Too many requests", "EAPI:Rate limit exceeded");
    private static final Map<String, String> OWN_NAMES = Map.of("BTC", "XBT", "DOGE", "XDG");

    @Override
    public String name() {
        return "kraken";
    }

    /** Of one a second. */
    @Override
    public Budget budget() {
        return Budget.of(54, 1);
    }

    @Override
    public int symbolsPerCall() {
        return SYMBOLS_PER_CALL;
    }

    @Override
    public RestCall call(List<PricedInstrument> instruments) {
        String pairs = instruments.stream().map(Kraken::venueSymbol).distinct().collect(joining(","));
        return new RestCall("/0/public/Ticker?pair=" + URLEncoder.encode(pairs, UTF_8), 1);
    }

    @Override
    public VenueAnswer read(HttpAnswer answer, List<PricedInstrument> instruments, long arrivedMicros) throws VenueException {
        JsonNode errors = answer.body().path("error");
        for (JsonNode error : errors.values()) {
            if (error.asString("").equals(UNKNOWN_PAIR)) {
                return new VenueAnswer.RefusedAsUnlisted();
            }
            if (TOO_MANY.contains(error.asString(""))) {
                throw new ThrottledException(error.asString(""), 0);
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
        for (String name : possibleNames(instrument)) {
            JsonNode ticker = result.get(name);
            if (ticker != null) {
                return ticker;
            }
        }
        return null;
    }

    private static List<String> possibleNames(PricedInstrument instrument) {
        String base = ownName(instrument.base());
        String quote = ownName(instrument.quote());
        return List.of(
                base + quote,
                'X' + base + 'Z' + quote,
                'X' + base + 'X' + quote,
                base + 'Z' + quote,
                'Z' + base + 'Z' + quote);
    }

    /** The tickers of all pairs, for their names. */
    @Override
    public Optional<RestCall> listing() {
        return Optional.of(new RestCall("/0/public/Ticker", 1));
    }

    @Override
    public Set<String> readListing(HttpAnswer answer) throws VenueException {
        JsonNode result = answer.body().path("result");
        if (answer.status() != 200 || !result.isObject() || result.isEmpty()) {
            throw new VenueException("HTTP " + answer.status() + ", not a list of pairs");
        }
        return Set.copyOf(result.propertyNames());
    }

    @Override
    public boolean isIn(Set<String> listing, PricedInstrument instrument) {
        return possibleNames(instrument).stream().anyMatch(listing::contains);
    }

    static String venueSymbol(PricedInstrument instrument) {
        return ownName(instrument.base()) + ownName(instrument.quote());
    }

    private static String ownName(String asset) {
        return OWN_NAMES.getOrDefault(asset, asset);
    }

    @Override
    public Optional<FeedDialect> feed() {
        return Optional.of(new KrakenFeed());
    }
}
