// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.outcry.venues.simulated.InjectedFault.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Binance streams: {@code /ws}, {@code /ws/<stream>/...}, or wrapped {@code /stream?streams=a/b}. {@code @bookTicker} on every change and
 * without a time, {@code @ticker} and {@code @miniTicker} once a second if anything changed, {@code !miniTicker@arr} of all that changed.
 */
final class SimulatedBinanceFeed implements FeedSession {

    private static final String ALL = "!miniTicker@arr";
    private static final long SECOND_MILLIS = 1_000;

    private final Map<String, SimulatedListing> symbols;
    private final VenueView view;
    private final boolean wrapped;
    private final Map<String, Stream> streams = new LinkedHashMap<>();
    private final Map<String, Long> lastOfAll = new LinkedHashMap<>();
    private long lastAllMillis;

    /** One subscription; knows what it sent last. */
    private static final class Stream {
        final @Nullable SimulatedListing listing;
        final String symbol;
        final String kind;
        long tradeId = -1;
        long sentMillis;

        Stream(@Nullable SimulatedListing listing, String symbol, String kind) {
            this.listing = listing;
            this.symbol = symbol;
            this.kind = kind;
        }
    }

    private SimulatedBinanceFeed(Map<String, SimulatedListing> symbols, VenueView view, boolean wrapped) {
        this.symbols = symbols;
        this.view = view;
        this.wrapped = wrapped;
    }

    static @Nullable SimulatedBinanceFeed at(SimulatedDialect.Request request, Map<String, SimulatedListing> symbols, VenueView view) {
        String path = request.path();
        String names = request.parameter("streams");
        boolean wrapped = path.equals("/stream");
        if (!wrapped && !path.equals("/ws") && !path.startsWith("/ws/")) {
            return null;
        }
        SimulatedBinanceFeed feed = new SimulatedBinanceFeed(symbols, view, wrapped);
        String first = wrapped ? names == null ? "" : names : path.substring(Math.min(path.length(), "/ws/".length()));
        if (!first.isEmpty()) {
            for (String name : first.split("/", -1)) {
                feed.subscribe(name);
            }
        }
        return feed;
    }

    @Override
    public void opened(Outbox out) {}

    @Override
    public void received(String text, Outbox out) {
        JsonNode message = Json.object(text);
        String method = message.path("method").asString("");
        String id = message.path("id").isMissingNode() ? "null" : message.path("id").toString();
        switch (method) {
            case "SUBSCRIBE" -> Json.strings(message.path("params")).forEach(this::subscribe);
            case "UNSUBSCRIBE" -> Json.strings(message.path("params")).forEach(streams::remove);
            case "LIST_SUBSCRIPTIONS" -> {
                out.say(new JsonText().addRaw("result", Json.MAPPER.writeValueAsString(streams.keySet())).addRaw("id", id).toString());
                return;
            }
            default -> {
                out.say("{\"code\":2,\"msg\":\"Invalid request: unknown method\"}");
                return;
            }
        }
        out.say(new JsonText().addRaw("result", "null").addRaw("id", id).toString());
    }

    /** Binance takes any name; of one that does not exist nothing ever comes. */
    private void subscribe(String name) {
        int at = name.indexOf('@');
        String symbol = at < 0 ? name : name.substring(0, at);
        streams.putIfAbsent(name, new Stream(
                symbols.get(symbol.toUpperCase(Locale.ROOT)), symbol.toUpperCase(Locale.ROOT), at < 0 ? "" : name.substring(at + 1)));
    }

    @Override
    public void tick(long nowMillis, Outbox out) {
        streams.forEach((name, stream) -> {
            if (name.equals(ALL)) {
                all(nowMillis, out);
            } else if (stream.listing != null && view.lists(stream.listing, Scope.SOCKET)) {
                tick(name, stream, stream.listing, nowMillis, out);
            }
        });
    }

    private void tick(String name, Stream stream, SimulatedListing listing, long nowMillis, Outbox out) {
        boolean everySecond = !stream.kind.equals("bookTicker");
        if (everySecond && nowMillis - stream.sentMillis < SECOND_MILLIS) {
            return;
        }
        long tradeId = view.tradeId(listing);
        if (tradeId == stream.tradeId) {
            return;
        }
        SimulatedTicker now = view.ticker(listing, Scope.SOCKET);
        String json = switch (stream.kind) {
            case "bookTicker" -> bookTicker(stream.symbol, now);
            case "ticker" -> ticker(stream.symbol, now, view.day(listing, now));
            case "miniTicker" -> miniTicker(stream.symbol, now, view.day(listing, now));
            default -> "";
        };
        if (!json.isEmpty()) {
            stream.tradeId = tradeId;
            stream.sentMillis = nowMillis;
            out.data(listing.symbol(), wrap(name, json));
        }
    }

    private void all(long nowMillis, Outbox out) {
        if (nowMillis - lastAllMillis < SECOND_MILLIS) {
            return;
        }
        lastAllMillis = nowMillis;
        List<String> changed = new ArrayList<>();
        symbols.forEach((symbol, listing) -> {
            Long tradeId = view.tradeId(listing);
            if (!tradeId.equals(lastOfAll.put(symbol, tradeId)) && view.lists(listing, Scope.SOCKET)) {
                SimulatedTicker now = view.ticker(listing, Scope.SOCKET);
                changed.add(miniTicker(symbol, now, view.day(listing, now)));
            }
        });
        if (!changed.isEmpty()) {
            out.data("", wrap(ALL, "[" + String.join(",", changed) + "]"));
        }
    }

    private String wrap(String name, String json) {
        return wrapped ? new JsonText().add("stream", name).addRaw("data", json).toString() : json;
    }

    private static String bookTicker(String symbol, SimulatedTicker now) {
        return new JsonText()
                .add("u", now.tradeId())
                .add("s", symbol)
                .add("b", BinanceDialect.eight(now.bid()))
                .add("B", now.quantity())
                .add("a", BinanceDialect.eight(now.ask()))
                .add("A", now.quantity())
                .toString();
    }

    private String ticker(String symbol, SimulatedTicker now, DayRange day) {
        return new JsonText()
                .add("e", "24hrTicker")
                .add("E", view.venueMillis(Scope.SOCKET))
                .add("s", symbol)
                .add("p", BinanceDialect.eight(now.last().subtract(day.open())))
                .add("P", "0.000")
                .add("w", BinanceDialect.eight(day.open()))
                .add("x", BinanceDialect.eight(day.open()))
                .add("c", BinanceDialect.eight(now.last()))
                .add("Q", now.quantity())
                .add("b", BinanceDialect.eight(now.bid()))
                .add("B", now.quantity())
                .add("a", BinanceDialect.eight(now.ask()))
                .add("A", now.quantity())
                .add("o", BinanceDialect.eight(day.open()))
                .add("h", BinanceDialect.eight(day.high()))
                .add("l", BinanceDialect.eight(day.low()))
                .add("v", now.volume())
                .add("q", BinanceDialect.eight(now.volume().multiply(day.open())))
                .add("O", 0)
                .add("C", view.venueMillis(Scope.SOCKET))
                .add("F", 0)
                .add("L", now.tradeId())
                .add("n", now.tradeId())
                .toString();
    }

    private String miniTicker(String symbol, SimulatedTicker now, DayRange day) {
        return new JsonText()
                .add("e", "24hrMiniTicker")
                .add("E", view.venueMillis(Scope.SOCKET))
                .add("s", symbol)
                .add("c", BinanceDialect.eight(now.last()))
                .add("o", BinanceDialect.eight(day.open()))
                .add("h", BinanceDialect.eight(day.high()))
                .add("l", BinanceDialect.eight(day.low()))
                .add("v", now.volume())
                .add("q", BinanceDialect.eight(now.volume().multiply(day.open())))
                .toString();
    }

    @Override
    public int streams() {
        return streams.size();
    }

    @Override
    public void leaving(Outbox out) {
        String notice = new JsonText().add("e", "serverShutdown").add("E", view.venueMillis(Scope.SOCKET)).toString();
        out.say(wrap("!serverShutdown", notice));
    }
}
