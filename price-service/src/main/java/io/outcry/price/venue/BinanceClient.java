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
import tools.jackson.databind.JsonNode;

/**
 * Binance spot, {@code GET /api/v3/ticker/bookTicker}: many symbols in one call. The answer has no time, so a quote is as old as its
 * arrival. Dollars are USDT there.
 */
public final class BinanceClient implements VenueClient {

    private static final int INVALID_SYMBOL = -1121;
    private static final int SYMBOLS_PER_CALL = 100;

    private final VenueHttp http;
    private final InstantSource clock;

    public BinanceClient(URI baseUrl, Duration timeout, InstantSource clock) {
        this.http = new VenueHttp(baseUrl, timeout);
        this.clock = clock;
    }

    @Override
    public String name() {
        return "binance";
    }

    @Override
    public int symbolsPerCall() {
        return SYMBOLS_PER_CALL;
    }

    @Override
    public VenueAnswer ask(List<PricedInstrument> instruments) throws IOException, InterruptedException {
        String symbols = instruments.stream().map(instrument -> '"' + venueSymbol(instrument) + '"').collect(joining(",", "[", "]"));
        return read(http.get("/api/v3/ticker/bookTicker?symbols=" + URLEncoder.encode(symbols, UTF_8)), instruments, Micros.now(clock));
    }

    static VenueAnswer read(VenueHttp.Answer answer, List<PricedInstrument> instruments, long arrivedMicros) throws VenueException {
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

    static String venueSymbol(PricedInstrument instrument) {
        return instrument.base() + currency(instrument);
    }

    private static String currency(PricedInstrument instrument) {
        return instrument.quote().equals("USD") ? "USDT" : instrument.quote();
    }

    @Override
    public void close() {
        http.close();
    }
}
