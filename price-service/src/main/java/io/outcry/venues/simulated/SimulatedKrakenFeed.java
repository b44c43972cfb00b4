// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.outcry.venues.simulated.InjectedFault.Scope;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Kraken's socket, version 2: {@code ticker} with a snapshot and an update at every change, prices as JSON numbers, an acknowledgement for
 * each symbol, and a heartbeat after each second in which there was nothing else to say.
 */
final class SimulatedKrakenFeed implements FeedSession {

    private static final long HEARTBEAT_MILLIS = 1_000;

    private final Map<String, SimulatedListing> pairs;
    private final VenueView view;
    private final Map<String, Subscription> subscribed = new LinkedHashMap<>();
    private long saidMillis;

    private static final class Subscription {
        final SimulatedListing listing;
        long tradeId = -1;

        Subscription(SimulatedListing listing) {
            this.listing = listing;
        }
    }

    SimulatedKrakenFeed(Map<String, SimulatedListing> pairs, VenueView view) {
        this.pairs = pairs;
        this.view = view;
    }

    @Override
    public void opened(Outbox out) {
        status("online", out);
    }

    private static void status(String system, Outbox out) {
        out.say("{\"channel\":\"status\",\"type\":\"update\",\"data\":[{\"version\":\"2.0.0\",\"system\":\"" + system
                + "\",\"api_version\":\"v2\",\"connection_id\":1}]}");
    }

    @Override
    public void received(String text, Outbox out) {
        JsonNode message = Json.object(text);
        String method = message.path("method").asString("");
        if (message.isMissingNode() || method.equals("ping")) {
            out.say(message.isMissingNode()
                    ? "{\"error\":\"Malformed request\",\"success\":false}"
                    : new JsonText().add("method", "pong").addRaw("req_id", requestId(message)).toString());
            return;
        }
        JsonNode params = message.path("params");
        boolean subscribe = method.equals("subscribe");
        if (!subscribe && !method.equals("unsubscribe") || !params.path("channel").asString("").equals("ticker")) {
            out.say(new JsonText().add("error", "Unsupported method or channel").addRaw("success", "false").toString());
            return;
        }
        for (String name : Json.strings(params.path("symbol"))) {
            SimulatedListing listing = pairs.get(name);
            if (listing == null || !view.lists(listing, Scope.SOCKET)) {
                refuse(method, name, message, out);
            } else {
                acknowledge(method, name, message, out);
                change(subscribe, name, listing, out);
            }
        }
    }

    private void change(boolean subscribe, String name, SimulatedListing listing, Outbox out) {
        if (!subscribe) {
            subscribed.remove(name);
        } else if (!subscribed.containsKey(name)) {
            Subscription subscription = new Subscription(listing);
            subscribed.put(name, subscription);
            ticker("snapshot", name, subscription, out);
        }
    }

    private static void refuse(String method, String name, JsonNode message, Outbox out) {
        String shown = name.matches("[A-Z0-9/.]{1,40}") ? name : "";
        out.say(new JsonText()
                .add("error", "Currency pair not supported " + shown)
                .add("method", method)
                .addRaw("req_id", requestId(message))
                .addRaw("success", "false")
                .add("symbol", shown)
                .toString());
    }

    private static void acknowledge(String method, String name, JsonNode message, Outbox out) {
        out.say(new JsonText()
                .add("method", method)
                .addRaw("req_id", requestId(message))
                .addRaw("result", new JsonText()
                        .add("channel", "ticker")
                        .add("event_trigger", "bbo")
                        .addRaw("snapshot", "true")
                        .add("symbol", name)
                        .toString())
                .addRaw("success", "true")
                .toString());
    }

    private static String requestId(JsonNode message) {
        return String.valueOf(message.path("req_id").asLong(0));
    }

    @Override
    public void tick(long nowMillis, Outbox out) {
        subscribed.forEach((name, subscription) -> {
            if (view.lists(subscription.listing, Scope.SOCKET)
                    && view.tradeId(subscription.listing) != subscription.tradeId) {
                ticker("update", name, subscription, out);
                saidMillis = nowMillis;
            }
        });
        if (nowMillis - saidMillis >= HEARTBEAT_MILLIS) {
            saidMillis = nowMillis;
            out.say("{\"channel\":\"heartbeat\"}");
        }
    }

    private void ticker(String type, String name, Subscription subscription, Outbox out) {
        SimulatedTicker now = view.ticker(subscription.listing, Scope.SOCKET);
        subscription.tradeId = now.tradeId();
        String row = new JsonText()
                .add("symbol", name)
                .addRaw("bid", now.bid().toPlainString())
                .addRaw("bid_qty", now.quantity().toPlainString())
                .addRaw("ask", now.ask().toPlainString())
                .addRaw("ask_qty", now.quantity().toPlainString())
                .addRaw("last", now.last().toPlainString())
                .addRaw("volume", now.volume().toPlainString())
                .addRaw("vwap", now.last().toPlainString())
                .addRaw("low", now.last().toPlainString())
                .addRaw("high", now.last().toPlainString())
                .addRaw("change", "0.0")
                .addRaw("change_pct", "0.0")
                .add("timestamp", now.time().toString())
                .toString();
        out.data(subscription.listing.symbol(),
                new JsonText().add("channel", "ticker").add("type", type).addRaw("data", "[" + row + "]").toString());
    }

    @Override
    public int streams() {
        return subscribed.size();
    }

    @Override
    public void leaving(Outbox out) {
        status("maintenance", out);
    }
}
