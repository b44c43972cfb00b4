// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** One book as a client of the stream has it. */
final class StreamedBook {

    private static final long NOT_BEGUN = -1;

    private final Map<String, String> bids = new HashMap<>();
    private final Map<String, String> asks = new HashMap<>();
    private long sequence = NOT_BEGUN;
    private boolean whole;

    /** Whether it has come, all of it: a large one comes in parts. */
    boolean isWhole() {
        return whole;
    }

    /** Of the newest outcome in it. */
    long sequence() {
        return sequence;
    }

    /** Takes a snapshot over. */
    void replace(JsonNode snapshot) {
        bids.clear();
        asks.clear();
        apply(snapshot);
    }

    /** Takes a delta over; false if it does not follow what is here. */
    boolean change(JsonNode delta) {
        boolean follows = delta.path("first").asLong() == sequence + 1;
        apply(delta);
        return follows;
    }

    private void apply(JsonNode message) {
        apply(message.path("bids"), bids);
        apply(message.path("asks"), asks);
        sequence = message.path("sequence").asLong();
        whole = !message.path("more").asBoolean(false);
    }

    private static void apply(JsonNode levels, Map<String, String> side) {
        for (JsonNode level : levels) {
            String price = level.path(0).asString();
            String quantity = level.path(1).asString();
            if (quantity.equals("0")) {
                side.remove(price);
            } else {
                side.put(price, "[\"" + price + "\",\"" + quantity + "\"]");
            }
        }
    }

    /** The bids, each as the reads write it. */
    Set<String> bids() {
        return new HashSet<>(bids.values());
    }

    /** The asks, each as the reads write it. */
    Set<String> asks() {
        return new HashSet<>(asks.values());
    }

    StreamedBook copy() {
        StreamedBook copy = new StreamedBook();
        copy.bids.putAll(bids);
        copy.asks.putAll(asks);
        copy.sequence = sequence;
        copy.whole = whole;
        return copy;
    }
}
