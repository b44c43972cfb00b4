// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

/**
 * When an aggregated price is too old for its tier: after two default refresh intervals, whatever {@code outcry.price.intervals} says, which
 * is not known here. Judged when it is read, never when it is written.
 */
public final class PriceStaleness {

    private static final long HOT_MILLIS = 10_000;
    private static final long MEDIUM_MILLIS = 60_000;
    private static final long COLD_MILLIS = 600_000;

    private PriceStaleness() {}

    /** The age up to which a price of {@code tier} (HOT, MEDIUM, else as COLD) stands, in milliseconds. */
    private static long limitMillis(String tier) {
        return switch (tier) {
            case "HOT" -> HOT_MILLIS;
            case "MEDIUM" -> MEDIUM_MILLIS;
            default -> COLD_MILLIS;
        };
    }

    /** How old a quote of {@code asOfMillis} is; one from the future is 0 ms old. */
    public static long ageMillis(long asOfMillis, long nowMillis) {
        return Math.max(0, nowMillis - asOfMillis);
    }

    public static boolean isStale(String tier, long ageMillis) {
        return ageMillis > limitMillis(tier);
    }
}
