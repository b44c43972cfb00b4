// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import java.util.concurrent.TimeUnit;

/** Permits that come back evenly. Not safe for several threads. */
public final class Bucket {

    private final int capacity;
    private final int perSecond;
    private double permits;
    private long nanos;

    /**
     * @param capacity permits at once
     * @param perSecond permits in the long run
     */
    public Bucket(int capacity, int perSecond, long nowNanos) {
        this.capacity = capacity;
        this.perSecond = perSecond;
        this.permits = capacity;
        this.nanos = nowNanos;
    }

    /** Takes one. */
    public boolean take(long nowNanos) {
        permits = Math.min(capacity, permits + (double) (nowNanos - nanos) * perSecond / TimeUnit.SECONDS.toNanos(1));
        nanos = nowNanos;
        if (permits < 1) {
            return false;
        }
        permits--;
        return true;
    }
}
