// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * The time between two refreshes of a symbol, by tier.
 *
 * @param hotMillis hot symbols, at least 1 ms
 * @param mediumMillis not shorter than hot
 * @param coldMillis not shorter than medium
 */
public record TierIntervals(long hotMillis, long mediumMillis, long coldMillis) {

    public TierIntervals {
        if (hotMillis < 1 || mediumMillis < hotMillis || coldMillis < mediumMillis) {
            throw new IllegalArgumentException(
                    "tier intervals must be positive and grow from hot to cold, not " + hotMillis + ", " + mediumMillis
                            + ", " + coldMillis + " ms");
        }
    }

    public long millis(RefreshTier tier) {
        return switch (tier) {
            case HOT -> hotMillis;
            case MEDIUM -> mediumMillis;
            case COLD -> coldMillis;
        };
    }

    /** A quote older than this is stale: two intervals, in microseconds. */
    public long staleAfterMicros(RefreshTier tier) {
        return 2_000 * millis(tier);
    }
}
