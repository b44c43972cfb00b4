// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.outcry.venues.simulated.InjectedFault.Scope;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Kraken spot: {@code /0/public/Ticker?pair=}, a list of pairs or all. BTC is XBT and DOGE is XDG; the older assets come back under
 * longer names than they were asked for; errors have status 200; there is no time; one unknown pair fails the whole list.
 * Sockets ({@code /v2}) speak of BTC/USD instead.
 */
final class KrakenDialect implements SimulatedDialect {

    private static final Map<String, String> OWN_NAMES = Map.of("BTC", "XBT", "DOGE", "XDG");
    private static final Set<String> OLD_ASSETS = Set.of("ETC", "ETH", "LTC", "MLN", "REP", "XBT", "XLM", "XMR", "XRP", "ZEC");
    private static final Set<String> OLD_CURRENCIES = Set.of("CAD", "EUR", "GBP", "JPY", "USD");

    private final VenueView view;
    private final Map<String, Pair> pairs = new LinkedHashMap<>();
    private final Map<String, Pair> byAnyName = new HashMap<>();
    private final Map<String, SimulatedListing> socketNames = new HashMap<>();

    /** A listing and the name under which it comes back. */
    private record Pair(SimulatedListing listing, String name) {}

    KrakenDialect(VenueView view) {
        this.view = view;
        for (SimulatedListing listing : view.listings()) {
            String base = OWN_NAMES.getOrDefault(listing.base(), listing.base());
            String quote = OWN_NAMES.getOrDefault(listing.quote(), listing.quote());
            Pair pair = new Pair(listing, officialName(base, quote));
            pairs.put(pair.name(), pair);
            byAnyName.put(base + quote, pair);
            byAnyName.put(pair.name(), pair);
            socketNames.put(listing.base() + '/' + listing.quote(), listing);
        }
    }

    private static String officialName(String base, String quote) {
        if (OLD_ASSETS.contains(base) && OLD_CURRENCIES.contains(quote)) {
            return "X" + base + "Z" + quote;
        }
        if (OLD_CURRENCIES.contains(base) && OLD_CURRENCIES.contains(quote)) {
            return "Z" + base + "Z" + quote;
        }
        return OLD_ASSETS.contains(base) && OLD_ASSETS.contains(quote) ? "X" + base + "X" + quote : base + quote;
    }

    @Override
    public Answer answer(Request request) {
        if (!request.path().equals("/0/public/Ticker")) {
            return error("EGeneral:Unknown method");
        }
        String wanted = request.parameter("pair");
        Map<String, Pair> found = new LinkedHashMap<>();
        if (wanted == null || wanted.isEmpty()) {
            pairs.values().stream().filter(this::listed).forEach(pair -> found.put(pair.name(), pair));
        } else {
            for (String name : wanted.split(",", -1)) {
                Pair pair = byAnyName.get(name);
                if (pair == null || !listed(pair)) {
                    return error("EQuery:Unknown asset pair");
                }
                found.put(pair.name(), pair);
            }
        }
        StringBuilder out = new StringBuilder(512).append("{\"error\":[],\"result\":{");
        String separator = "";
        for (Pair pair : found.values()) {
            out.append(separator).append('"').append(pair.name()).append("\":").append(ticker(pair.listing()));
            separator = ",";
        }
        return new Answer(200, out.append("}}").toString());
    }

    private boolean listed(Pair pair) {
        return view.lists(pair.listing(), Scope.REST);
    }

    @Override
    public int weight(Request request) {
        return 1;
    }

    @Override
    public Answer refusal(RateLimit.Decision decision) {
        return error("EGeneral:Too many requests");
    }

    @Override
    public @Nullable FeedSession open(Request request) {
        return request.path().equals("/v2") ? new SimulatedKrakenFeed(socketNames, view) : null;
    }

    private static Answer error(String error) {
        return new Answer(200, "{\"error\":[\"" + error + "\"]}");
    }

    private String ticker(SimulatedListing listing) {
        SimulatedTicker now = view.ticker(listing, Scope.REST);
        DayRange day = view.day(listing, now);
        String open = day.open().toPlainString();
        String volume = now.volume().toPlainString();
        return new JsonText()
                .add("a", List.of(now.ask().toPlainString(), "1", "1.000"))
                .add("b", List.of(now.bid().toPlainString(), "1", "1.000"))
                .add("c", List.of(now.last().toPlainString(), now.quantity().toPlainString()))
                .add("v", List.of(volume, volume))
                .add("p", List.of(open, open))
                .addNumbers("t", now.tradeId(), now.tradeId())
                .add("l", both(day.low()))
                .add("h", both(day.high()))
                .add("o", open)
                .toString();
    }

    private static List<String> both(BigDecimal value) {
        return List.of(value.toPlainString(), value.toPlainString());
    }
}
