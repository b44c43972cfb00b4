// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import java.util.concurrent.atomic.AtomicLong;

/** How far a replay is, and how long it will take at the pace so far. One thread moves it, any may look. */
public final class ReplayProgress {

    private static final double NANOS = 1e9;

    private final long from;
    private final long target;
    private final long startedNanos;
    private final AtomicLong at;

    /**
     * @param at offset of the last command that is applied
     * @param target offset of the last one to be replayed
     */
    public ReplayProgress(long at, long target, long nowNanos) {
        from = at;
        this.at = new AtomicLong(at);
        this.target = target;
        startedNanos = nowNanos;
    }

    /** The command at an offset was applied. Others may see it a moment later: nobody waits for them. */
    public void applied(long offset) {
        at.setRelease(offset);
    }

    /** Offset of the last command that is applied. */
    public long at() {
        return at.get();
    }

    /** Offset of the last command to be replayed. */
    public long target() {
        return target;
    }

    /** Offsets still to be replayed. */
    public long remaining() {
        return Math.max(0, target - at());
    }

    /** Seconds still to go; negative while nothing is known of the pace. */
    public double secondsLeft(long nowNanos) {
        long done = at() - from;
        if (remaining() == 0) {
            return 0;
        }
        return done <= 0 ? -1 : (nowNanos - startedNanos) / NANOS * remaining() / done;
    }
}
