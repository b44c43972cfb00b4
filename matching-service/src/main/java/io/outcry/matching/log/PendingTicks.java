// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.domain.MatchingEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The ticks of one partition that were asked for and not applied yet: one for a symbol, and so many in all. */
final class PendingTicks {

    /** How long the engine is left alone between two looks. */
    static final Duration INTERVAL = Duration.ofMillis(100);

    /** Ticks under way at most; the other symbols come when some of them have been applied. */
    static final int LIMIT = 1_000;

    private final Set<String> pending = ConcurrentHashMap.newKeySet();
    private boolean looked;
    private long lookedAtNanos;

    /** A symbol that needs a tick of this time. */
    record Due(String symbol, long timeUs) {}

    /**
     * Symbols that are due and have no tick under way; from now on they have. On the engine's thread.
     *
     * <p>What is due by the engine's own clock is told whatever the clock of this machine says: that may be behind, and then orders would live
     * longer than the log says, or so far ahead that Kafka takes no record of it. It is told with the earlier of both times, since the engine's
     * clock does not go back, but all others may have been set back since, and then Kafka takes no record of the engine's time.
     *
     * @param timeUs by the clock of this machine
     */
    List<Due> take(MatchingEngine engine, long timeUs, long nowNanos) {
        if (looked && nowNanos - lookedAtNanos < INTERVAL.toNanos()) {
            return List.of();
        }
        looked = true;
        lookedAtNanos = nowNanos;
        List<Due> taken = new ArrayList<>();
        take(engine, engine.timeUs(), Math.min(engine.timeUs(), timeUs), taken);
        take(engine, timeUs, timeUs, taken);
        return taken;
    }

    private void take(MatchingEngine engine, long dueAtUs, long timeUs, List<Due> taken) {
        for (String symbol : engine.dueSymbols(dueAtUs, LIMIT)) {
            if (pending.size() < LIMIT && pending.add(symbol)) {
                taken.add(new Due(symbol, timeUs));
            }
        }
    }

    /** The tick of a symbol was applied, or will never be; on any thread. */
    void settle(String symbol) {
        pending.remove(symbol);
    }
}
