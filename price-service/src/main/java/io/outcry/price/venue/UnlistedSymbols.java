// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The symbols that one venue said it does not list, for a while. Never more than the registry has instruments. */
final class UnlistedSymbols {

    private final InstantSource clock;
    private final Duration believedFor;
    private final Map<String, Long> untilMillis = new ConcurrentHashMap<>();

    /** @param believedFor after this a symbol is asked for again */
    UnlistedSymbols(InstantSource clock, Duration believedFor) {
        this.clock = clock;
        this.believedFor = believedFor;
    }

    void add(String symbol) {
        untilMillis.put(symbol, clock.millis() + believedFor.toMillis());
    }

    boolean contains(String symbol) {
        Long until = untilMillis.get(symbol);
        if (until == null) {
            return false;
        }
        long left = until - clock.millis();
        // More than the whole time left: the clock went back.
        if (left <= 0 || left > believedFor.toMillis()) {
            untilMillis.remove(symbol);
            return false;
        }
        return true;
    }
}
