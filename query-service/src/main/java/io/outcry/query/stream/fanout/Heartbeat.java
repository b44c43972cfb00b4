// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** What a connection has been sent of each of its channels, so that a client sees whether it misses something. */
public record Heartbeat(long timeMillis, Collection<Subscription> subscriptions) {

    /** The JSON message. */
    public byte[] json() {
        StringBuilder json = new StringBuilder(64 + 32 * subscriptions.size());
        json.append("{\"type\":\"heartbeat\",\"time\":").append(timeMillis).append(",\"sequences\":{");
        String comma = "";
        for (Subscription subscription : subscriptions) {
            if (subscription.cursor().version() >= 0) {
                json.append(comma).append('"').append(subscription.channel().name()).append("\":").append(subscription.cursor().sequence());
                comma = ",";
            }
        }
        return json.append("}}").toString().getBytes(StandardCharsets.UTF_8);
    }
}
