// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * Somebody wants a newer price of a symbol.
 *
 * @param timeMicros when it was asked for, microseconds since the epoch
 */
public record RefreshRequest(String symbol, long timeMicros, Origin origin) {

    /** Who asks. */
    public enum Origin {
        /** The schedule: its tier's interval has passed. */
        TIER,
        /** A client or a reader. */
        REQUEST
    }
}
