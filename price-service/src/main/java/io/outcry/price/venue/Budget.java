// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

/**
 * What may be spent at a venue: a token bucket in the venue's own unit, which is weight at some and requests at others.
 *
 * @param perMinute how fast the bucket fills
 * @param burst what it holds at most; in no minute more than both together is spent
 * @param reportedCeiling from this reported weight on nothing is spent until the minute is over: somebody else at our address spends, too
 */
public record Budget(long perMinute, long burst, long reportedCeiling) {

    public Budget {
        if (perMinute < 1 || burst < 1 || reportedCeiling < 1) {
            throw new IllegalArgumentException("a budget of nothing: " + perMinute + " a minute, " + burst + " at once");
        }
    }

    /** For a venue that does not report what was spent. */
    public static Budget of(long perMinute, long burst) {
        return new Budget(perMinute, burst, Long.MAX_VALUE);
    }

    /**
     * What one of several at the same address may spend, at least one at once and one a minute. The ceiling stays: the venue reports what all of
     * them have spent.
     *
     * @param part above 0, at most 1
     */
    public Budget share(double part) {
        if (!(part > 0 && part <= 1)) {
            throw new IllegalArgumentException("a share of a budget is above 0 and at most 1, not " + part);
        }
        return new Budget(Math.max(1, (long) (perMinute * part)), Math.max(1, (long) (burst * part)), reportedCeiling);
    }
}
