// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Coinbase Exchange: {@code /products/{id}/ticker}, one product per call, with the time of the last trade. Wants a User-Agent. */
final class CoinbaseDialect implements VenueDialect {

    private static final Pattern TICKER = Pattern.compile("/products/([^/]{1,40})/ticker");

    private final SimulatedMarket market;
    private final Map<String, SimulatedListing> products = new HashMap<>();

    CoinbaseDialect(SimulatedMarket market) {
        this.market = market;
        market.listings().stream()
                .filter(listing -> listing.venues().contains(SimulatedVenue.COINBASE))
                .forEach(listing -> products.put(listing.symbol(), listing));
    }

    @Override
    public Answer answer(Request request) {
        if (request.userAgent() == null) {
            return new Answer(400, "{\"message\":\"User-Agent header is required.\"}");
        }
        Matcher ticker = TICKER.matcher(request.path());
        SimulatedListing listing = ticker.matches() ? products.get(ticker.group(1)) : null;
        if (listing == null) {
            return new Answer(404, "{\"message\":\"NotFound\"}");
        }
        SimulatedTicker now = market.ticker(SimulatedVenue.COINBASE, listing);
        return new Answer(200, new JsonText()
                .add("ask", now.ask().toPlainString())
                .add("bid", now.bid().toPlainString())
                .add("volume", now.volume().toPlainString())
                .add("trade_id", now.tradeId())
                .add("price", now.last().toPlainString())
                .add("size", now.quantity().toPlainString())
                .add("time", now.time().truncatedTo(ChronoUnit.MICROS).toString())
                .toString());
    }
}
