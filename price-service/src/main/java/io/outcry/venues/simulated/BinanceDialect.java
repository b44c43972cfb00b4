// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import static java.util.stream.Collectors.joining;

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
 * are USDT; prices have eight digits; the book ticker has no time; one unknown symbol fails the whole list.
 */
final class BinanceDialect implements VenueDialect {

    private static final Pattern SYMBOLS = Pattern.compile("\\[(\"[A-Z0-9_.-]{1,20}\"(,\"[A-Z0-9_.-]{1,20}\")*)?]");
    private static final long DAY_MILLIS = 86_400_000;

    private final SimulatedMarket market;
    private final Map<String, SimulatedListing> symbols = new LinkedHashMap<>();

    BinanceDialect(SimulatedMarket market) {
        this.market = market;
        market.listings().stream()
                .filter(listing -> listing.venues().contains(SimulatedVenue.BINANCE))
                .forEach(listing -> symbols.put(listing.base() + (listing.quote().equals("USD") ? "USDT" : listing.quote()), listing));
    }

    @Override
    public Answer answer(Request request) {
        return switch (request.path()) {
            case "/api/v3/ping" -> new Answer(200, "{}");
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
            return symbols.containsKey(one) ? new Answer(200, ticker.apply(one)) : error(-1121, "Invalid symbol.");
        }
        List<String> wanted = list == null ? List.copyOf(symbols.keySet()) : parse(list);
        if (wanted == null) {
            return error(-1100, "Illegal characters found in parameter 'symbols'.");
        }
        if (!symbols.keySet().containsAll(wanted)) {
            return error(-1121, "Invalid symbol.");
        }
        return new Answer(200, wanted.stream().map(ticker).collect(joining(",", "[", "]")));
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
        return day(new JsonText().add("symbol", symbol), now).toString();
    }

    private String full(String symbol) {
        SimulatedTicker now = now(symbol);
        BigDecimal change = now.last().subtract(now.open());
        JsonText out = new JsonText()
                .add("symbol", symbol)
                .add("priceChange", eight(change))
                .add("priceChangePercent", change.movePointRight(2).divide(now.open(), 3, RoundingMode.HALF_UP).toPlainString())
                .add("weightedAvgPrice", eight(now.open()))
                .add("prevClosePrice", eight(now.open()))
                .add("lastQty", eight(now.quantity()))
                .add("bidPrice", eight(now.bid()))
                .add("bidQty", eight(now.quantity()))
                .add("askPrice", eight(now.ask()))
                .add("askQty", eight(now.quantity()));
        return day(out, now).toString();
    }

    private static JsonText day(JsonText out, SimulatedTicker now) {
        long millis = now.time().toEpochMilli();
        return out.add("openPrice", eight(now.open()))
                .add("highPrice", eight(now.high()))
                .add("lowPrice", eight(now.low()))
                .add("lastPrice", eight(now.last()))
                .add("volume", eight(now.volume()))
                .add("quoteVolume", eight(now.volume().multiply(now.open())))
                .add("openTime", millis - DAY_MILLIS)
                .add("closeTime", millis)
                .add("firstId", 1)
                .add("lastId", now.tradeId())
                .add("count", now.tradeId());
    }

    private SimulatedTicker now(String symbol) {
        SimulatedListing listing = symbols.get(symbol);
        if (listing == null) {
            throw new IllegalArgumentException("not listed: " + symbol);
        }
        return market.ticker(SimulatedVenue.BINANCE, listing);
    }

    private static String eight(BigDecimal value) {
        return value.setScale(8, RoundingMode.DOWN).toPlainString();
    }
}
