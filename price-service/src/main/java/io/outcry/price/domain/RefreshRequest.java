// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import org.jspecify.annotations.Nullable;

/**
 * Somebody wants a newer price of a symbol.
 *
 * @param timeMicros when it was asked for, microseconds since the epoch
 * @param trace what it is a part of, for whoever follows a request through the services; null for nothing. Means nothing here
 */
public record RefreshRequest(String symbol, long timeMicros, Origin origin, @Nullable String trace) {

    /** Who asks. */
    public enum Origin {
        /** The schedule: its tier's interval has passed. */
        TIER,
        /** A client or a reader. */
        REQUEST
    }
}
