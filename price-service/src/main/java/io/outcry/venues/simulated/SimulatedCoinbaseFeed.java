// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import static java.util.stream.Collectors.joining;

import io.outcry.venues.simulated.InjectedFault.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Coinbase Exchange's feed: channels {@code ticker} (on every trade), {@code ticker_batch} (the newest every five seconds) and
 * {@code heartbeat} (every second for each product, with the last trade's number). Numbered for each product without gaps.
 */
final class SimulatedCoinbaseFeed implements FeedSession {

    private static final Set<String> CHANNELS = Set.of("ticker", "ticker_batch", "heartbeat");
    private static final long BATCH_MILLIS = 5_000;
    private static final long HEARTBEAT_MILLIS = 1_000;

    private final Map<String, SimulatedListing> products;
    private final VenueView view;
    private final Map<String, Product> subscribed = new LinkedHashMap<>();

    /** What the client wants to know of a product, and what it has been told. */
    private static final class Product {
        final SimulatedListing listing;
        final Set<String> channels = new TreeSet<>();
        long sequence;
        long tradeId = -1;
        long batchMillis;
        long heartbeatMillis;

        Product(SimulatedListing listing) {
            this.listing = listing;
        }
    }

    SimulatedCoinbaseFeed(Map<String, SimulatedListing> products, VenueView view) {
        this.products = products;
        this.view = view;
    }

    @Override
    public void opened(Outbox out) {}

    @Override
    public void received(String text, Outbox out) {
        JsonNode message = Json.object(text);
        String type = message.path("type").asString("");
        if (!type.equals("subscribe") && !type.equals("unsubscribe")) {
            error(out, "Malformed JSON or unknown type");
            return;
        }
        List<String> names = Json.strings(message.path("product_ids"));
        List<String> channels = new ArrayList<>();
        message.path("channels").values()
                .forEach(channel -> channels.add(channel.isString() ? channel.stringValue() : channel.path("name").asString("")));
        if (!CHANNELS.containsAll(channels) || channels.isEmpty()) {
            error(out, "Failed to subscribe\",\"reason\":\"" + "unknown channel");
            return;
        }
        for (String name : names) {
            SimulatedListing listing = products.get(name);
            if (listing == null || !view.lists(listing, Scope.SOCKET)) {
                error(out,
                        "Failed to subscribe\",\"reason\":\"" + (name.matches("[A-Z0-9-]{1,40}") ? name : "") + " is not a valid product");
                return;
            }
        }
        change(type.equals("subscribe"), names, channels);
        out.say(subscriptions());
        names.forEach(name -> snapshot(name, out));
    }

    private void change(boolean subscribe, List<String> names, List<String> channels) {
        for (String name : names) {
            SimulatedListing listing = products.get(name);
            if (subscribe && listing != null) {
                subscribed.computeIfAbsent(name, any -> new Product(listing)).channels.addAll(channels);
            } else {
                Product product = subscribed.get(name);
                if (product != null && product.channels.removeAll(channels) && product.channels.isEmpty()) {
                    subscribed.remove(name);
                }
            }
        }
    }

    private String subscriptions() {
        Map<String, List<String>> byChannel = new LinkedHashMap<>();
        subscribed.forEach((name, product) -> product.channels
                .forEach(channel -> byChannel.computeIfAbsent(channel, any -> new ArrayList<>()).add(name)));
        return new JsonText()
                .add("type", "subscriptions")
                .addRaw("channels", byChannel.entrySet().stream()
                        .map(channel -> new JsonText().add("name", channel.getKey()).add("product_ids", channel.getValue()).toString())
                        .collect(joining(",", "[", "]")))
                .toString();
    }

    private static void error(Outbox out, String message) {
        out.say("{\"type\":\"error\",\"message\":\"" + message + "\"}");
    }

    private void snapshot(String name, Outbox out) {
        Product product = subscribed.get(name);
        if (product != null && (product.channels.contains("ticker") || product.channels.contains("ticker_batch"))) {
            ticker(name, product, out);
        }
    }

    @Override
    public void tick(long nowMillis, Outbox out) {
        subscribed.forEach((name, product) -> {
            if (!view.lists(product.listing, Scope.SOCKET)) {
                return;
            }
            boolean due = product.channels.contains("ticker")
                    || product.channels.contains("ticker_batch") && nowMillis - product.batchMillis >= BATCH_MILLIS;
            if (due && view.tradeId(product.listing) != product.tradeId) {
                product.batchMillis = nowMillis;
                ticker(name, product, out);
            }
            if (product.channels.contains("heartbeat") && nowMillis - product.heartbeatMillis >= HEARTBEAT_MILLIS) {
                product.heartbeatMillis = nowMillis;
                heartbeat(name, product, out);
            }
        });
    }

    private void ticker(String name, Product product, Outbox out) {
        SimulatedTicker now = view.ticker(product.listing, Scope.SOCKET);
        product.tradeId = now.tradeId();
        product.sequence++;
        out.data(product.listing.symbol(), new JsonText()
                .add("type", "ticker")
                .add("sequence", product.sequence)
                .add("product_id", name)
                .add("price", now.last())
                .add("open_24h", now.last())
                .add("volume_24h", now.volume())
                .add("low_24h", now.last())
                .add("high_24h", now.last())
                .add("volume_30d", now.volume().movePointRight(1))
                .add("best_bid", now.bid())
                .add("best_bid_size", now.quantity())
                .add("best_ask", now.ask())
                .add("best_ask_size", now.quantity())
                .add("side", now.last().equals(now.bid()) ? "sell" : "buy")
                .add("time", now.time().toString())
                .add("trade_id", now.tradeId())
                .add("last_size", now.quantity())
                .toString());
    }

    private void heartbeat(String name, Product product, Outbox out) {
        product.sequence++;
        out.data(product.listing.symbol(), new JsonText()
                .add("type", "heartbeat")
                .add("sequence", product.sequence)
                .add("last_trade_id", Math.max(0, product.tradeId))
                .add("product_id", name)
                .add("time", Instant.ofEpochMilli(view.venueMillis(Scope.SOCKET)).toString())
                .toString());
    }

    @Override
    public int streams() {
        return subscribed.values().stream().mapToInt(product -> product.channels.size()).sum();
    }

    @Override
    public void leaving(Outbox out) {
        error(out, "Server is going away");
    }
}
