// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import static java.util.stream.Collectors.joining;

import io.outcry.venues.simulated.InjectedFault.Scope;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Binance spot: {@code /api/v3/ticker/bookTicker}, {@code /ticker/price} and {@code /ticker/24hr} for one symbol, a list or all. Dollars
 * are USDT; prices have eight digits; the book ticker has no time; one symbol that is unknown or there twice fails the whole list.
 */
final class BinanceDialect implements SimulatedDialect {

    private static final Pattern SYMBOLS = Pattern.compile("\\[(\"[A-Z0-9_.-]{1,20}\"(,\"[A-Z0-9_.-]{1,20}\")*)?]");
    private static final long DAY_MILLIS = 86_400_000;

    private final VenueView view;
    private final Map<String, SimulatedListing> symbols = new LinkedHashMap<>();

    BinanceDialect(VenueView view) {
        this.view = view;
        view.listings()
                .forEach(listing -> symbols.put(listing.base() + (listing.quote().equals("USD") ? "USDT" : listing.quote()), listing));
    }

    @Override
    public Answer answer(Request request) {
        return switch (request.path()) {
            case "/api/v3/ping" -> new Answer(200, "{}");
            case "/api/v3/time" -> new Answer(200, new JsonText().add("serverTime", view.venueMillis(Scope.REST)).toString());
            case "/api/v3/ticker/price" -> tickers(request, this::price);
            case "/api/v3/ticker/bookTicker" -> tickers(request, this::bookTicker);
            case "/api/v3/ticker/24hr" -> tickers(request, "MINI".equals(request.parameter("type")) ? this::mini : this::full);
            default -> new Answer(404, "{}");
        };
    }

    private Answer tickers(Request request, Function<String, String> ticker) {
        String one = request.parameter("symbol");
        String list = request.parameter("symbols");
        if (one != null && list != null) {
            return error(-1128, "Combination of optional parameters invalid.");
        }
        if (one != null) {
            return listed(one) ? new Answer(200, ticker.apply(one)) : error(-1121, "Invalid symbol.");
        }
        List<String> wanted = list == null ? symbols.keySet().stream().filter(this::listed).toList() : parse(list);
        if (wanted == null) {
            return error(-1100, "Illegal characters found in parameter 'symbols'.");
        }
        if (wanted.stream().distinct().count() != wanted.size()) {
            return error(-1151, "Symbol is present multiple times in the list.");
        }
        if (!wanted.stream().allMatch(this::listed)) {
            return error(-1121, "Invalid symbol.");
        }
        return new Answer(200, wanted.stream().map(ticker).collect(joining(",", "[", "]")));
    }

    /** As documented: by how many symbols are asked for. */
    @Override
    public int weight(Request request) {
        String list = request.parameter("symbols");
        boolean one = request.parameter("symbol") != null;
        return switch (request.path()) {
            case "/api/v3/ticker/price", "/api/v3/ticker/bookTicker" -> one ? 2 : 4;
            case "/api/v3/ticker/24hr" -> one ? 2 : list == null ? 80 : weightOfDays(list.split(",", -1).length);
            default -> 1;
        };
    }

    private static int weightOfDays(int symbols) {
        return symbols <= 20 ? 2 : symbols <= 100 ? 40 : 80;
    }

    @Override
    public Answer refusal(RateLimit.Decision decision) {
        String message = decision.status() == 418
                ? "Way too much request weight used; IP banned until later."
                : "Too much request weight used; current limit is 6000 request weight per 1 MINUTE.";
        return new Answer(decision.status(), "{\"code\":-1003,\"msg\":\"" + message + "\"}");
    }

    @Override
    public @Nullable FeedSession open(Request request) {
        return SimulatedBinanceFeed.at(request, symbols, view);
    }

    private boolean listed(String name) {
        SimulatedListing listing = symbols.get(name);
        return listing != null && view.lists(listing, Scope.REST);
    }

    private static @Nullable List<String> parse(String list) {
        if (!SYMBOLS.matcher(list).matches()) {
            return null;
        }
        List<String> names = new ArrayList<>();
        for (String quoted : list.substring(1, list.length() - 1).split(",", -1)) {
            if (!quoted.isEmpty()) {
                names.add(quoted.substring(1, quoted.length() - 1));
            }
        }
        return names;
    }

    private static Answer error(int code, String message) {
        return new Answer(400, "{\"code\":" + code + ",\"msg\":\"" + message + "\"}");
    }

    private String price(String symbol) {
        return new JsonText().add("symbol", symbol).add("price", eight(now(symbol).last())).toString();
    }

    private String bookTicker(String symbol) {
        SimulatedTicker now = now(symbol);
        return new JsonText()
                .add("symbol", symbol)
                .add("bidPrice", eight(now.bid()))
                .add("bidQty", eight(now.quantity()))
                .add("askPrice", eight(now.ask()))
                .add("askQty", eight(now.quantity()))
                .toString();
    }

    private String mini(String symbol) {
        SimulatedTicker now = now(symbol);
        DayRange day = view.day(listing(symbol), now);
        return day(new JsonText().add("symbol", symbol), now, day).toString();
    }

    private String full(String symbol) {
        SimulatedTicker now = now(symbol);
        DayRange day = view.day(listing(symbol), now);
        BigDecimal change = now.last().subtract(day.open());
        JsonText out = new JsonText()
                .add("symbol", symbol)
                .add("priceChange", eight(change))
                .add("priceChangePercent", change.movePointRight(2).divide(day.open(), 3, RoundingMode.HALF_UP).toPlainString())
                .add("weightedAvgPrice", eight(day.open()))
                .add("prevClosePrice", eight(day.open()))
                .add("lastQty", eight(now.quantity()))
                .add("bidPrice", eight(now.bid()))
                .add("bidQty", eight(now.quantity()))
                .add("askPrice", eight(now.ask()))
                .add("askQty", eight(now.quantity()));
        return day(out, now, day).toString();
    }

    private JsonText day(JsonText out, SimulatedTicker now, DayRange day) {
        long millis = view.venueMillis(Scope.REST);
        return out.add("openPrice", eight(day.open()))
                .add("highPrice", eight(day.high()))
                .add("lowPrice", eight(day.low()))
                .add("lastPrice", eight(now.last()))
                .add("volume", eight(now.volume()))
                .add("quoteVolume", eight(now.volume().multiply(day.open())))
                .add("openTime", millis - DAY_MILLIS)
                .add("closeTime", millis)
                .add("firstId", 1)
                .add("lastId", now.tradeId())
                .add("count", now.tradeId());
    }

    private SimulatedTicker now(String symbol) {
        return view.ticker(listing(symbol), Scope.REST);
    }

    private SimulatedListing listing(String symbol) {
        SimulatedListing listing = symbols.get(symbol);
        if (listing == null) {
            throw new IllegalArgumentException("not listed: " + symbol);
        }
        return listing;
    }

    /** With eight digits after the point, as Binance writes every price. */
    static String eight(BigDecimal value) {
        return value.setScale(8, RoundingMode.DOWN).toPlainString();
    }
}
