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
import tools.jackson.databind.JsonNode;

/**
 * Binance spot, {@code GET /api/v3/ticker/bookTicker}: many symbols in one call of weight 4. The answer has no time, so a quote is as old
 * as its arrival. Dollars are USDT there.
 */
public final class Binance implements VenueDialect {

    private static final int INVALID_SYMBOL = -1121;
    private static final int SYMBOLS_PER_CALL = 100;
    private static final int WEIGHT_OF_LIST = 4;

    @Override
    public String name() {
        return "binance";
    }

    /** Of 6,000 a minute. */
    @Override
    public Budget budget() {
        return new Budget(4_000, 1_000, 5_400);
    }

    @Override
    public int symbolsPerCall() {
        return SYMBOLS_PER_CALL;
    }

    /** USDT in USD would be USDTUSDT there. */
    @Override
    public boolean couldList(PricedInstrument instrument) {
        return !instrument.base().equals(currency(instrument));
    }

    /** Each name once: BTC-USD and BTC-USDT are both BTCUSDT, and a list that has a name twice is refused as a whole (-1151). */
    @Override
    public RestCall call(List<PricedInstrument> instruments) {
        String symbols = instruments.stream().map(instrument -> '"' + venueSymbol(instrument) + '"').distinct()
                .collect(joining(",", "[", "]"));
        return new RestCall("/api/v3/ticker/bookTicker?symbols=" + URLEncoder.encode(symbols, UTF_8), WEIGHT_OF_LIST);
    }

    @Override
    public VenueAnswer read(HttpAnswer answer, List<PricedInstrument> instruments, long arrivedMicros) throws VenueException {
        JsonNode body = answer.body();
        if (answer.status() == 400 && body.path("code").asInt(0) == INVALID_SYMBOL) {
            return new VenueAnswer.RefusedAsUnlisted();
        }
        if (answer.status() != 200 || !body.isArray()) {
            throw new VenueException("HTTP " + answer.status() + ", not a list of tickers");
        }
        Map<String, JsonNode> tickers = new HashMap<>();
        body.values().forEach(ticker -> tickers.put(ticker.path("symbol").asString(""), ticker));
        Map<String, VenueReply> replies = new HashMap<>();
        for (PricedInstrument instrument : instruments) {
            JsonNode ticker = tickers.get(venueSymbol(instrument));
            replies.put(instrument.symbol(), Replies.of(ticker, node -> new Quote(
                    ExactPrice.bid(node.path("bidPrice"), instrument.scale()),
                    ExactPrice.ask(node.path("askPrice"), instrument.scale()),
                    0,
                    currency(instrument),
                    0,
                    arrivedMicros,
                    0,
                    Transport.REST)));
        }
        return new VenueAnswer.Replies(replies);
    }

    @Override
    public Optional<RestCall> listing() {
        return Optional.of(new RestCall("/api/v3/ticker/price", WEIGHT_OF_LIST));
    }

    @Override
    public Set<String> readListing(HttpAnswer answer) throws VenueException {
        return Listings.namesIn(answer, "symbol");
    }

    @Override
    public boolean isIn(Set<String> listing, PricedInstrument instrument) {
        return listing.contains(venueSymbol(instrument));
    }

    static String venueSymbol(PricedInstrument instrument) {
        return instrument.base() + currency(instrument);
    }

    static String currency(PricedInstrument instrument) {
        return instrument.quote().equals("USD") ? "USDT" : instrument.quote();
    }

    @Override
    public Optional<FeedDialect> feed() {
        return Optional.of(new BinanceFeed());
    }
}
