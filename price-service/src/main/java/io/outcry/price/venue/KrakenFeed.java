// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static java.util.stream.Collectors.joining;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Kraken's socket, version 2: {@code ticker} at every change of the best bid or ask, numbers as JSON numbers, and a heartbeat for the
 * whole connection when there is nothing else to say. Here BTC is BTC. Cold symbols are asked for: a hundred fit in a call.
 */
final class KrakenFeed implements FeedDialect {

    private static final FeedLimits LIMITS = new FeedLimits(1, 1_000, 100, Duration.ofMillis(250), Duration.ofSeconds(5), true);

    @Override
    public String path() {
        return "/v2";
    }

    @Override
    public FeedLimits limits() {
        return LIMITS;
    }

    @Override
    public boolean carries(PricedInstrument instrument) {
        return instrument.tier() != RefreshTier.COLD;
    }

    @Override
    public String venueSymbol(PricedInstrument instrument) {
        return instrument.base() + '/' + instrument.quote();
    }

    @Override
    public String currency(PricedInstrument instrument) {
        return instrument.quote();
    }

    @Override
    public List<String> subscribe(List<PricedInstrument> instruments, long id) {
        return List.of(message("subscribe", instruments, id));
    }

    @Override
    public List<String> unsubscribe(List<PricedInstrument> instruments, long id) {
        return List.of(message("unsubscribe", instruments, id));
    }

    private String message(String method, List<PricedInstrument> instruments, long id) {
        String symbols = instruments.stream().map(instrument -> '"' + venueSymbol(instrument) + '"').collect(joining(",", "[", "]"));
        return "{\"method\":\"" + method + "\",\"params\":{\"channel\":\"ticker\",\"symbol\":" + symbols
                + ",\"event_trigger\":\"bbo\"" + (method.equals("subscribe") ? ",\"snapshot\":true" : "") + "},\"req_id\":" + id + "}";
    }

    @Override
    public List<FeedEvent> read(JsonNode message) throws VenueException {
        return switch (message.path("channel").asString("")) {
            case "ticker" -> tickers(message.path("data"));
            case "heartbeat" -> List.of(new FeedEvent.Alive());
            case "status" -> status(message.path("data").path(0).path("system").asString(""));
            default -> answer(message);
        };
    }

    private static List<FeedEvent> tickers(JsonNode data) throws VenueException {
        List<FeedEvent> tickers = new ArrayList<>();
        for (JsonNode row : data.values()) {
            // Older servers leave the time out.
            long time = row.has("timestamp") ? ExactTime.iso(row.path("timestamp")) : 0;
            tickers.add(new FeedEvent.Ticker(
                    row.path("symbol").asString(""), row.path("bid"), row.path("ask"), row.path("last"), time, 0));
        }
        return tickers;
    }

    private static List<FeedEvent> status(String system) {
        return system.equals("maintenance") ? List.of(new FeedEvent.Leaving()) : List.of();
    }

    private static List<FeedEvent> answer(JsonNode message) throws VenueException {
        if (!message.isObject()) {
            throw new VenueException("a message that is no object");
        }
        String error = message.path("error").asString("");
        if (error.startsWith("Currency pair not supported")) {
            return List.of(new FeedEvent.NotListed(message.path("symbol").asString("")));
        }
        return error.isEmpty() ? List.of() : List.of(new FeedEvent.Complaint(error));
    }
}
