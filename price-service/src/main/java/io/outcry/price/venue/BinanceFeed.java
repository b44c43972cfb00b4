// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static java.util.stream.Collectors.joining;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Binance's combined streams: {@code <symbol>@ticker} every second, which unlike {@code @bookTicker} has a time. At most five messages of
 * ours a second, pongs included, and 1,024 streams on a connection. Cold symbols are asked for: a hundred cost a weight of four.
 */
final class BinanceFeed implements FeedDialect {

    private static final FeedLimits LIMITS =
            new FeedLimits(2, 1_000, 200, Duration.ofMillis(400), Duration.ofSeconds(45), false);

    @Override
    public String path() {
        return "/stream";
    }

    @Override
    public FeedLimits limits() {
        return LIMITS;
    }

    @Override
    public boolean carries(PricedInstrument instrument) {
        return instrument.tier() != RefreshTier.COLD && !instrument.base().equals(currency(instrument));
    }

    @Override
    public String venueSymbol(PricedInstrument instrument) {
        return Binance.venueSymbol(instrument);
    }

    @Override
    public String currency(PricedInstrument instrument) {
        return Binance.currency(instrument);
    }

    @Override
    public List<String> subscribe(List<PricedInstrument> instruments, long id) {
        return List.of(message("SUBSCRIBE", instruments, id));
    }

    @Override
    public List<String> unsubscribe(List<PricedInstrument> instruments, long id) {
        return List.of(message("UNSUBSCRIBE", instruments, id));
    }

    private String message(String method, List<PricedInstrument> instruments, long id) {
        String streams = instruments.stream()
                .map(instrument -> '"' + venueSymbol(instrument).toLowerCase(Locale.ROOT) + "@ticker\"")
                .collect(joining(",", "[", "]"));
        return "{\"method\":\"" + method + "\",\"params\":" + streams + ",\"id\":" + id + "}";
    }

    @Override
    public List<FeedEvent> read(JsonNode message) throws VenueException {
        JsonNode data = message.path("data").isObject() ? message.path("data") : message;
        return switch (data.path("e").asString("")) {
            case "24hrTicker" -> List.of(new FeedEvent.Ticker(
                    data.path("s").asString(""),
                    data.path("b"),
                    data.path("a"),
                    data.path("c"),
                    ExactTime.millis(data.path("E")),
                    0));
            case "serverShutdown" -> List.of(new FeedEvent.Leaving());
            default -> answer(data);
        };
    }

    private static List<FeedEvent> answer(JsonNode data) throws VenueException {
        if (data.has("code") || data.has("error")) {
            return List.of(new FeedEvent.Complaint(data.path("msg").asString("an error")));
        }
        if (!data.isObject()) {
            throw new VenueException("a message that is no object");
        }
        return List.of();
    }
}
