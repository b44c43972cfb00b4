// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.time.Duration;

/**
 * How patient we are with a venue.
 *
 * @param callTimeout of one call from connecting to the last byte
 * @param slowCall a call that takes longer is slow: half of the calls being slow opens the breaker as failures do
 * @param breakerOpenFor how long a breaker stays open before a call may try again
 * @param concurrentCalls calls to one venue at the same time
 * @param roundTimeout of all calls that one batch of symbols needs; what was not asked by then counts as unavailable
 */
public record VenueLimits(
        Duration callTimeout, Duration slowCall, Duration breakerOpenFor, int concurrentCalls, Duration roundTimeout) {

    public VenueLimits {
        if (!callTimeout.isPositive() || !slowCall.isPositive() || !breakerOpenFor.isPositive()
                || roundTimeout.compareTo(callTimeout) < 0) {
            throw new IllegalArgumentException("venue limits must be positive, and a round at least as long as a call");
        }
        if (concurrentCalls < 1) {
            throw new IllegalArgumentException("at least one call at a time, not " + concurrentCalls);
        }
    }
}
