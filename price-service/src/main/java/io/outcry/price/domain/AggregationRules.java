// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * What is demanded of the venues of a symbol.
 *
 * @param staleAfterMicros the age from which a quote does not count any more
 * @param frozenAfterMicros a quote that has not changed for so long is frozen if the market has moved meanwhile
 * @param minSources fewer quotes that count are no price, if the symbol is listed on as many venues besides our own book
 * @param directOnly whether quotes in another currency are refused: for an index
 * @param ownVenue the name of our own book among the venues, which alone is no price where others list the symbol, and does not count beside
 *     one of them alone
 * @param quarantine see there
 */
public record AggregationRules(
        long staleAfterMicros,
        long frozenAfterMicros,
        int minSources,
        boolean directOnly,
        String ownVenue,
        QuarantineRules quarantine) {

    public AggregationRules {
        if (staleAfterMicros < 1 || frozenAfterMicros < 1 || minSources < 1) {
            throw new IllegalArgumentException("limits of aggregation must be positive");
        }
    }

    /** The rules of a tier: stale after two intervals, frozen at the second look. */
    public static AggregationRules of(TierIntervals intervals, RefreshTier tier, int minSources, String ownVenue) {
        return new AggregationRules(
                intervals.staleAfterMicros(tier), 1_500 * intervals.millis(tier), minSources, false, ownVenue, QuarantineRules.STANDARD);
    }

    /** The same for an index, which has a price of one source if no other is left: that makes no rate, and may confirm one. */
    public AggregationRules forIndex() {
        return new AggregationRules(staleAfterMicros, frozenAfterMicros, 1, true, ownVenue, quarantine);
    }
}
