// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.time.Duration;

/**
 * The limits that a venue documents and that its simulation enforces, for each address that calls.
 *
 * @param connectsPerWindow sockets that may be opened in a window
 * @param connectWindow see above
 * @param messagesPerSecond that a client may send on a socket; pings and pongs count
 * @param streamsPerSocket subscriptions on one socket
 * @param subscribeWithin a socket without a subscription by then is cut; zero for never
 * @param longestConnection a socket is cut after this
 * @param pingEvery how often the venue pings; zero for never
 * @param pongWithin a socket whose client does not answer pings for so long is cut
 */
public record VenueRules(
        int connectsPerWindow,
        Duration connectWindow,
        int messagesPerSecond,
        int streamsPerSocket,
        Duration subscribeWithin,
        Duration longestConnection,
        Duration pingEvery,
        Duration pongWithin) {

    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** What the venue's documentation says; where it is silent (Kraken, streams of Coinbase), a number that lets a fair client live. */
    public static VenueRules of(SimulatedVenue venue) {
        return switch (venue) {
            case BINANCE -> new VenueRules(300, Duration.ofMinutes(5), 5, 1_024, Duration.ZERO, DAY, Duration.ofSeconds(20), MINUTE);
            case COINBASE -> new VenueRules(20, Duration.ofMillis(2_500), 100, 30_000, Duration.ofSeconds(5), DAY, Duration.ZERO, MINUTE);
            case KRAKEN -> new VenueRules(150, Duration.ofMinutes(10), 20, 5_000, Duration.ZERO, DAY, Duration.ZERO, MINUTE);
        };
    }

    /** A fresh limit on the venue's REST interface for one address. */
    public static RateLimit rest(SimulatedVenue venue) {
        return switch (venue) {
            case BINANCE -> new MinuteWeight(6_000);
            case COINBASE -> new RequestBucket(10, 15);
            // Documented as "one a second"; a second token so that two calls a second apart survive the jitter between us.
            case KRAKEN -> new RequestBucket(1, 2);
        };
    }
}
