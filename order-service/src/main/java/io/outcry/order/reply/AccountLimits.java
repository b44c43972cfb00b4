// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What one account may have on its way, and how fast it may come, so that none takes the room of all others. Safe for all threads.
 *
 * <p>A rate is kept as the moment until which an account has used it up (GCRA): one number for an account, and none once that moment is
 * past.
 */
public final class AccountLimits {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int mostPending;
    private final long nanosEach;
    private final long nanosAhead;
    private final LongSupplier nanoTime;
    private final Map<String, Integer> pending = new ConcurrentHashMap<>();
    private final Map<String, Long> usedUntil = new ConcurrentHashMap<>();
    private final AtomicLong nextTidying;

    /**
     * @param mostPending commands on their way at a time
     * @param perSecond commands in a second; 0: as many as come
     * @param burst commands at once, after a pause
     * @param nanoTime may begin anywhere, and never goes back
     */
    public AccountLimits(int mostPending, double perSecond, int burst, LongSupplier nanoTime) {
        this.mostPending = mostPending;
        nanosEach = perSecond == 0 ? 0 : Math.max(1, (long) (NANOS_PER_SECOND / perSecond));
        nanosAhead = nanosEach * burst;
        this.nanoTime = nanoTime;
        nextTidying = new AtomicLong(nanoTime.getAsLong() + nanosAhead);
    }

    /** Whether the account may send another command; if so, {@link #end} has to follow. */
    boolean begin(String account) {
        return begin(account, 1);
    }

    /** Whether the account may send so many more, all of them or none; if so, {@link #end} has to follow for each. */
    public boolean begin(String account, int commands) {
        if (pending.merge(account, commands, Integer::sum) <= mostPending && isInTime(account, commands)) {
            return true;
        }
        end(account, commands);
        return false;
    }

    /** When so many more of an account that was refused will be in time; a second, where it is not its rate that is in the way. */
    public Duration retryAfter(String account, int commands) {
        Long until = usedUntil.get(account);
        long nanos = until == null ? 0 : until + nanosEach * commands - nanosAhead - nanoTime.getAsLong();
        return Duration.ofNanos(Math.max(TimeUnit.SECONDS.toNanos(1), nanos));
    }

    /** A command of the account is on its way no more. */
    public void end(String account) {
        end(account, 1);
    }

    private void end(String account, int commands) {
        pending.computeIfPresent(account, (name, count) -> count == commands ? null : count - commands);
    }

    private boolean isInTime(String account, int commands) {
        if (nanosEach == 0) {
            return true;
        }
        long now = nanoTime.getAsLong();
        tidy(now);
        boolean[] inTime = {false};
        usedUntil.compute(account, (name, until) -> {
            long next = (until == null || until - now < 0 ? now : until) + nanosEach * commands;
            inTime[0] = next - now <= nanosAhead;
            return inTime[0] ? Long.valueOf(next) : until;
        });
        return inTime[0];
    }

    /** Forgets who has used nothing up, so that what is kept is no more than who came lately. */
    private void tidy(long now) {
        long due = nextTidying.get();
        if (now - due >= 0 && nextTidying.compareAndSet(due, now + nanosAhead)) {
            usedUntil.values().removeIf(until -> until - now <= 0);
        }
    }

    /** Accounts of which something is kept. */
    int size() {
        return Math.max(pending.size(), usedUntil.size());
    }
}
