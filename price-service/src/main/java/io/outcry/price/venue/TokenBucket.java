// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

/** A {@link Budget} being spent. Time is an argument, so that a virtual clock can drive it; safe for several threads. */
public final class TokenBucket {

    private static final long MINUTE_MICROS = 60_000_000;

    private final Budget budget;
    /** In parts of a token, so that filling is exact: a token is {@link #MINUTE_MICROS} of them. */
    private long parts;
    private long filledMicros;
    private long closedUntilMicros;
    /** How long that was when it was ordered. */
    private long closedForMicros;
    private long spent;

    /** Full at the start. */
    public TokenBucket(Budget budget, long nowMicros) {
        this.budget = budget;
        this.parts = budget.burst() * MINUTE_MICROS;
        this.filledMicros = nowMicros;
    }

    /**
     * Takes what a call costs, if it is there.
     *
     * @param weight more than the bucket can hold counts as all that it can hold
     * @return 0 if it was taken; else nothing was, and it may be there after so many microseconds
     */
    public synchronized long take(int weight, long nowMicros) {
        fill(nowMicros);
        keepOrder(nowMicros);
        if (nowMicros < closedUntilMicros) {
            return closedUntilMicros - nowMicros;
        }
        long wanted = Math.min(weight, budget.burst()) * MINUTE_MICROS;
        if (parts < wanted) {
            return Math.ceilDiv(wanted - parts, budget.perMinute());
        }
        parts -= wanted;
        spent += weight;
        return 0;
    }

    private void fill(long nowMicros) {
        // After a clock went back, or a long sleep, a minute's worth at most.
        long passed = Math.clamp(nowMicros - filledMicros, 0L, MINUTE_MICROS);
        parts = Math.min(budget.burst() * MINUTE_MICROS, parts + passed * budget.perMinute());
        filledMicros = nowMicros;
    }

    /** Nothing can be taken for so long: the venue said so. Never shortens an earlier order. */
    public synchronized void closeFor(long micros, long nowMicros) {
        keepOrder(nowMicros);
        if (nowMicros + micros > closedUntilMicros) {
            closedUntilMicros = nowMicros + micros;
            closedForMicros = micros;
        }
    }

    /** After a clock went back an order begins anew: what is left of it is never more than was ordered. */
    private void keepOrder(long nowMicros) {
        closedUntilMicros = Math.min(closedUntilMicros, nowMicros + closedForMicros);
    }

    /** The venue's own count for the current minute of the clock; when it is near the limit, the rest of the minute is left to others. */
    public synchronized void reported(long usedThisMinute, long nowMicros) {
        if (usedThisMinute >= budget.reportedCeiling()) {
            closeFor(MINUTE_MICROS - Math.floorMod(nowMicros, MINUTE_MICROS), nowMicros);
        }
    }

    /** All weight ever taken. */
    public synchronized long spent() {
        return spent;
    }
}
