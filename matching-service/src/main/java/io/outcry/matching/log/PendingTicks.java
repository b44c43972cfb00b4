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

    /** Symbols that are due and have no tick under way; from now on they have. On the engine's thread. */
    List<String> take(MatchingEngine engine, long timeUs, long nowNanos) {
        if (looked && nowNanos - lookedAtNanos < INTERVAL.toNanos()) {
            return List.of();
        }
        looked = true;
        lookedAtNanos = nowNanos;
        List<String> taken = new ArrayList<>();
        for (String symbol : engine.dueSymbols(timeUs, LIMIT)) {
            if (pending.size() < LIMIT && pending.add(symbol)) {
                taken.add(symbol);
            }
        }
        return taken;
    }

    /** The tick of a symbol was applied, or will never be; on any thread. */
    void settle(String symbol) {
        pending.remove(symbol);
    }
}
