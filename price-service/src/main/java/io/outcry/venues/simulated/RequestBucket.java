// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

/** Coinbase, Kraken: a token bucket that fills so many times a second; every request costs one token, an empty bucket is 429. */
final class RequestBucket implements RateLimit {

    /** A thousand of these are a token: at a whole rate per second a millisecond fills a whole number of them. */
    private static final long MILLITOKENS = 1_000;

    private final long perSecond;
    private final long capacity;
    private long millitokens;
    private long filledMillis = Long.MIN_VALUE;

    /** @param burst how many requests a full bucket holds */
    RequestBucket(long perSecond, long burst) {
        if (perSecond < 1 || burst < 1) {
            throw new IllegalArgumentException("at least 1 a second and a burst of 1, not " + perSecond + " and " + burst);
        }
        this.perSecond = perSecond;
        this.capacity = burst * MILLITOKENS;
        this.millitokens = capacity;
    }

    @Override
    public synchronized Decision admit(int weight, long nowMillis) {
        if (filledMillis != Long.MIN_VALUE) {
            long passed = Math.clamp(nowMillis - filledMillis, 0L, capacity);
            millitokens = Math.min(capacity, millitokens + passed * perSecond);
        }
        filledMillis = nowMillis;
        if (millitokens < MILLITOKENS) {
            return new Decision(429, 0, 0);
        }
        millitokens -= MILLITOKENS;
        return new Decision(200, 0, 0);
    }
}
