// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import static java.util.stream.Collectors.joining;

import io.outcry.venues.simulated.InjectedFault.Scope;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Coinbase Exchange: {@code /products/{id}/ticker} and {@code /stats}, one product per call, with the time of the last trade, and
 * {@code /products} for their names. Wants a User-Agent.
 */
final class CoinbaseDialect implements SimulatedDialect {

    private static final Pattern PRODUCT = Pattern.compile("/products/([^/]{1,40})/(ticker|stats)");

    private final VenueView view;
    private final Map<String, SimulatedListing> products = new HashMap<>();

    CoinbaseDialect(VenueView view) {
        this.view = view;
        view.listings().forEach(listing -> products.put(listing.symbol(), listing));
    }

    @Override
    public Answer answer(Request request) {
        if (request.userAgent() == null) {
            return new Answer(400, "{\"message\":\"User-Agent header is required.\"}");
        }
        if (request.path().equals("/products")) {
            return new Answer(200, products.entrySet().stream()
                    .filter(product -> view.lists(product.getValue(), Scope.REST))
                    .map(product -> new JsonText().add("id", product.getKey()).add("status", "online").toString())
                    .collect(joining(",", "[", "]")));
        }
        Matcher path = PRODUCT.matcher(request.path());
        SimulatedListing listing = path.matches() ? products.get(path.group(1)) : null;
        if (listing == null || !view.lists(listing, Scope.REST)) {
            return new Answer(404, "{\"message\":\"NotFound\"}");
        }
        SimulatedTicker now = view.ticker(listing, Scope.REST);
        return new Answer(200, path.group(2).equals("stats") ? stats(now, view.day(listing, now)) : ticker(now));
    }

    private static String ticker(SimulatedTicker now) {
        return new JsonText()
                .add("ask", now.ask())
                .add("bid", now.bid())
                .add("volume", now.volume())
                .add("trade_id", now.tradeId())
                .add("price", now.last())
                .add("size", now.quantity())
                .add("time", now.time().truncatedTo(ChronoUnit.MICROS).toString())
                .toString();
    }

    private static String stats(SimulatedTicker now, DayRange day) {
        return new JsonText()
                .add("open", day.open())
                .add("high", day.high())
                .add("low", day.low())
                .add("last", now.last())
                .add("volume", now.volume())
                .add("volume_30day", now.volume().movePointRight(1))
                .toString();
    }

    @Override
    public int weight(Request request) {
        return 1;
    }

    @Override
    public Answer refusal(RateLimit.Decision decision) {
        return new Answer(decision.status(), "{\"message\":\"Public rate limit exceeded\"}");
    }

    @Override
    public @Nullable FeedSession open(Request request) {
        return request.path().equals("/") ? new SimulatedCoinbaseFeed(products, view) : null;
    }
}
