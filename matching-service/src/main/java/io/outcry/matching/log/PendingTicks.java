// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.domain.MatchingEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ticks of one partition that were asked for and not applied yet: one for a symbol, and so many in all. Where a tick leaves something to
 * the next one, that need not wait, as long as no other is under way: each comes behind all commands that are on the log by then, so those
 * wait for one tick at most. While ticks cannot be written they are asked for less and less often, up to a bound.
 */
final class PendingTicks {

    /** How long the engine is left alone between two looks. */
    static final Duration INTERVAL = Duration.ofMillis(100);

    /** The same while ticks cannot be written, at most: orders whose time is over wait for no longer once they can. */
    static final Duration LONGEST_PAUSE = INTERVAL.multipliedBy(32);

    /** Ticks under way at most; the other symbols come when some of them have been applied. */
    static final int LIMIT = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(PendingTicks.class);

    private final int partition;
    private final Set<String> pending = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean written = new AtomicBoolean();
    private boolean looked;

    /** That of a tick since the last look which has left something. */
    private @Nullable String unfinished;

    private long lookedAtNanos;
    private Duration pause = INTERVAL;
    private volatile @Nullable Exception failure;

    /** A symbol that needs a tick of this time. */
    record Due(String symbol, long timeUs) {}

    PendingTicks(int partition) {
        this.partition = partition;
    }

    /**
     * Symbols that are due and have no tick under way; from now on they have. On the engine's thread.
     *
     * <p>What is due by the engine's own clock is told whatever the clock of this machine says: that may be behind, and then orders would live
     * longer than the log says, or so far ahead that Kafka takes no record of it. It is told with the earlier of both times, since the engine's
     * clock does not go back, but all others may have been set back since, and then Kafka takes no record of the engine's time. While ticks
     * fail it is told by itself: what is due by this machine's clock comes when nothing else does.
     *
     * @param timeUs by the clock of this machine
     */
    List<Due> take(MatchingEngine engine, long timeUs, long nowNanos) {
        if (looked && isWithin(INTERVAL, nowNanos)) {
            return goOn(Math.min(engine.timeUs(), timeUs));
        }
        judge();
        if (looked && isWithin(pause, nowNanos)) {
            return List.of();
        }
        looked = true;
        lookedAtNanos = nowNanos;
        unfinished = null;
        List<Due> taken = new ArrayList<>();
        take(engine, engine.timeUs(), Math.min(engine.timeUs(), timeUs), taken);
        // Kafka refuses a whole batch for one record with a time too far ahead.
        if (taken.isEmpty() || pause.equals(INTERVAL)) {
            take(engine, timeUs, timeUs, taken);
        }
        return taken;
    }

    /** Without a look at the others: this one is due still. */
    private List<Due> goOn(long timeUs) {
        String symbol = unfinished;
        if (symbol == null || !pause.equals(INTERVAL) || !pending.isEmpty()) {
            return List.of();
        }
        unfinished = null;
        pending.add(symbol);
        return List.of(new Due(symbol, timeUs));
    }

    private boolean isWithin(Duration time, long nowNanos) {
        return nowNanos - lookedAtNanos < time.toNanos();
    }

    /** Goes by what has become of ticks since the last time: one that failed counts more than all that were written. */
    private void judge() {
        boolean some = written.getAndSet(false);
        Exception failed = failure;
        failure = null;
        boolean failing = pause.compareTo(INTERVAL) > 0;
        if (failed != null) {
            Duration doubled = pause.multipliedBy(2);
            pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
            if (!failing) {
                LOG.atWarn()
                        .addKeyValue("partition", partition)
                        .addKeyValue("reason", failed.toString())
                        .log("ticks cannot be written, orders whose time is over stay until they can");
            }
        } else if (some && failing) {
            pause = INTERVAL;
            LOG.atInfo().addKeyValue("partition", partition).log("ticks can be written again");
        }
    }

    private void take(MatchingEngine engine, long dueAtUs, long timeUs, List<Due> taken) {
        for (String symbol : engine.dueSymbols(dueAtUs, LIMIT)) {
            if (pending.size() < LIMIT && pending.add(symbol)) {
                taken.add(new Due(symbol, timeUs));
            }
        }
    }

    /** A tick is on the log; on any thread. */
    void written() {
        written.set(true);
    }

    /** A tick could not be written; on any thread. */
    void failed(String symbol, Exception reason) {
        failure = reason;
        settle(symbol);
    }

    /**
     * The tick of a symbol was applied; on the engine's thread.
     *
     * @param left whether it has left something that is due still
     */
    void applied(String symbol, boolean left) {
        if (left) {
            unfinished = symbol;
        }
        settle(symbol);
    }

    /** The tick of a symbol will never be applied; on any thread. */
    void settle(String symbol) {
        pending.remove(symbol);
    }
}
