// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static java.util.stream.Collectors.joining;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Coinbase Exchange's feed: {@code ticker} and {@code heartbeat} for what is hot or medium, {@code ticker_batch} (every five seconds) for
 * the rest. It carries everything, because REST has one product in a call and ten calls a second.
 */
final class CoinbaseFeed implements FeedDialect {

    private static final FeedLimits LIMITS =
            new FeedLimits(4, 3_000, 100, Duration.ofMillis(100), Duration.ofSeconds(15), false);
    private static final Pattern NOT_VALID = Pattern.compile("(?:^|\\W)([A-Z0-9]{1,20}-[A-Z0-9]{1,20}) is not a valid product");

    @Override
    public String path() {
        return "/";
    }

    @Override
    public FeedLimits limits() {
        return LIMITS;
    }

    @Override
    public boolean carries(PricedInstrument instrument) {
        return true;
    }

    @Override
    public String venueSymbol(PricedInstrument instrument) {
        return Coinbase.venueSymbol(instrument);
    }

    @Override
    public String currency(PricedInstrument instrument) {
        return instrument.quote();
    }

    @Override
    public List<String> subscribe(List<PricedInstrument> instruments, long id) {
        return messages("subscribe", instruments);
    }

    @Override
    public List<String> unsubscribe(List<PricedInstrument> instruments, long id) {
        return messages("unsubscribe", instruments);
    }

    private List<String> messages(String type, List<PricedInstrument> instruments) {
        List<String> messages = new ArrayList<>();
        for (boolean cold : new boolean[]{false, true}) {
            List<PricedInstrument> some =
                    instruments.stream().filter(instrument -> (instrument.tier() == RefreshTier.COLD) == cold).toList();
            if (!some.isEmpty()) {
                String products = some.stream().map(instrument -> '"' + venueSymbol(instrument) + '"').collect(joining(",", "[", "]"));
                String channels = cold ? "[\"ticker_batch\"]" : "[\"ticker\",\"heartbeat\"]";
                messages.add("{\"type\":\"" + type + "\",\"product_ids\":" + products + ",\"channels\":" + channels + "}");
            }
        }
        return messages;
    }

    @Override
    public List<FeedEvent> read(JsonNode message) throws VenueException {
        return switch (message.path("type").asString("")) {
            case "ticker", "ticker_batch" -> List.of(new FeedEvent.Ticker(
                    message.path("product_id").asString(""),
                    message.path("best_bid"),
                    message.path("best_ask"),
                    message.path("price"),
                    ExactTime.iso(message.path("time")),
                    message.path("trade_id").asLong(0)));
            case "heartbeat" -> List.of(new FeedEvent.SymbolAlive(
                    message.path("product_id").asString(""),
                    message.path("last_trade_id").asLong(0),
                    ExactTime.iso(message.path("time"))));
            case "error" -> List.of(error(message.path("message").asString("") + " " + message.path("reason").asString("")));
            case "" -> throw new VenueException("a message without a type");
            default -> List.of();
        };
    }

    private static FeedEvent error(String text) {
        Matcher product = NOT_VALID.matcher(text);
        return product.find() ? new FeedEvent.NotListed(product.group(1)) : new FeedEvent.Complaint(text);
    }
}
