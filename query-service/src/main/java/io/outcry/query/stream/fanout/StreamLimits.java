// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import java.time.Duration;

/**
 * What a client may do, and what happens to one that cannot follow.
 *
 * @param maxConnections open at the same time; one more is refused
 * @param connectsPerSecond new connections; more are refused
 * @param maxChannels subscriptions of one connection
 * @param messagesPerSecond messages of one connection, in the long run; five times as many at once
 * @param maxFrameBytes of one message
 * @param maxQueuedBytes that wait for all clients together; beyond it those are cut who have taken nothing for longest
 * @param slowTimeout how long a connection may neither catch up nor take 64 KiB before it is cut
 * @param silentTimeout how long a WebSocket client may answer no ping before it is cut; a third of it is the time between pings
 * @param lifetime of a connection, give or take a tenth
 */
public record StreamLimits(
        int maxConnections, int connectsPerSecond, int maxChannels, int messagesPerSecond, int maxFrameBytes, long maxQueuedBytes,
        Duration slowTimeout, Duration silentTimeout, Duration lifetime) {

    /** Mistakes in a row of a second each that end a connection. */
    public static final int MISTAKES = 100;
    /** Times the rate that may come at once. */
    public static final int BURST = 5;

    public StreamLimits {
        if (maxConnections < 1 || connectsPerSecond < 1 || maxChannels < 1 || messagesPerSecond < 1 || maxFrameBytes < 128) {
            throw new IllegalArgumentException("limits of streams must be positive, frames may have at least 128 bytes");
        }
        if (maxQueuedBytes < 1) {
            throw new IllegalArgumentException("something must be able to wait for the clients of streams");
        }
        if (slowTimeout.isNegative() || slowTimeout.isZero() || silentTimeout.compareTo(Duration.ofSeconds(3)) < 0
                || lifetime.isNegative() || lifetime.isZero()) {
            throw new IllegalArgumentException("timeouts of streams must be longer than nothing, the one for silence at least 3 s");
        }
    }
}
