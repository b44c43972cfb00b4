// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

/**
 * Binance: so much weight in each minute of the clock, then 429 with Retry-After until the next one. Who goes on all the same is banned
 * with 418: for two minutes at first, twice as long each further time, three days at most.
 */
final class MinuteWeight implements RateLimit {

    /** So many requests after the first 429 of a minute are taken for deafness. */
    private static final int PATIENCE = 10;

    private static final long MINUTE_MILLIS = 60_000;
    private static final long FIRST_BAN_MILLIS = 2 * MINUTE_MILLIS;
    private static final long LONGEST_BAN_MILLIS = 3 * 24 * 60 * MINUTE_MILLIS;

    private final long weightPerMinute;
    private long window = Long.MIN_VALUE;
    private long used;
    private int ignored;
    private long banMillis = FIRST_BAN_MILLIS;
    private long bannedUntilMillis = Long.MIN_VALUE;

    MinuteWeight(long weightPerMinute) {
        if (weightPerMinute < 1) {
            throw new IllegalArgumentException("a weight per minute of at least 1, not " + weightPerMinute);
        }
        this.weightPerMinute = weightPerMinute;
    }

    @Override
    public synchronized Decision admit(int weight, long nowMillis) {
        if (nowMillis < bannedUntilMillis) {
            return new Decision(418, seconds(bannedUntilMillis - nowMillis), used);
        }
        long minute = Math.floorDiv(nowMillis, MINUTE_MILLIS);
        if (minute != window) {
            window = minute;
            used = 0;
            ignored = 0;
        }
        if (used + weight <= weightPerMinute) {
            used += weight;
            return new Decision(200, 0, used);
        }
        ignored++;
        if (ignored > PATIENCE) {
            bannedUntilMillis = nowMillis + banMillis;
            banMillis = Math.min(2 * banMillis, LONGEST_BAN_MILLIS);
            return new Decision(418, seconds(bannedUntilMillis - nowMillis), used);
        }
        return new Decision(429, seconds((minute + 1) * MINUTE_MILLIS - nowMillis), used);
    }

    private static long seconds(long millis) {
        return Math.ceilDiv(millis, 1_000);
    }
}
